//! Checks files, and what is a link or a file. Whether their bytes are there is not looked at: `atrio verify` does that.

use super::chain::Chain;
use super::{ImportError, invalid};
use crate::tables::{DocumentImport, FileImport, VersionImport};

/// Who uploaded a file is a contact of the client whose upload it is.
pub(super) fn check(files: &[FileImport], chain: &Chain) -> Result<(), ImportError> {
    for (index, file) in files.iter().enumerate() {
        let Some(contact) = &file.contact_id else { continue };
        let client = file.client_id.as_ref().map(|client| client.0.as_str());
        if chain.client_of_contact(&contact.0) != client {
            return Err(invalid("files", index, "contact_id", "is no contact of client_id"));
        }
    }
    Ok(())
}

/// A document and a version is a link or a file, exactly one of them.
pub(super) fn check_contents(documents: &[DocumentImport], versions: &[VersionImport]) -> Result<(), ImportError> {
    let problem = "exactly one of url and file_id must be given";
    let wrong = documents.iter().position(|one| one.url.is_some() == one.file_id.is_some());
    if let Some(index) = wrong {
        return Err(invalid("documents", index, "url", problem));
    }
    let wrong = versions.iter().position(|one| one.url.is_some() == one.file_id.is_some());
    wrong.map_or(Ok(()), |index| Err(invalid("deliverable_versions", index, "url", problem)))
}
