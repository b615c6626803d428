//! Checks files, and what is a link or a file. Whether their bytes are there is not looked at: `atrio verify` does that.

use std::collections::HashMap;

use super::chain::Chain;
use super::lookup::Lookup;
use super::records::Records;
use super::references::Reference;
use super::rows::Rows;
use super::{ImportError, invalid, references};
use crate::db::column::Column as _;
use crate::tables::{DocumentImport, FileImport, Id, MaterialImport, VersionImport};

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

/// A file is in one message or answer at most.
pub(super) async fn check_single_use(records: &Records, lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
    let mut uses = HashMap::new();
    for Reference { member, index, field, id } in
        references::of_messages(records).chain(references::of_material(records))
    {
        if let Some((member_of_first, first)) = uses.insert(id, (member, index)) {
            let problem = format!("is already in {member_of_first}[{first}]");
            return Err(invalid(member, index, field, &problem));
        }
    }
    for stored in
        ["SELECT file_id FROM comment_file WHERE file_id IN", "SELECT file_id FROM material_file WHERE file_id IN"]
    {
        let taken: Vec<(String,)> = lookup.find(stored, uses.keys().copied()).await?;
        if let Some((member, index)) = taken.iter().filter_map(|(id,)| uses.get(id.as_str())).min() {
            return Err(invalid(member, *index, "files", "is already in the database"));
        }
    }
    Ok(())
}

/// The rows of the files of answers.
pub(super) fn of_material(requests: &[MaterialImport]) -> Rows {
    let of_request = |request: &MaterialImport| {
        let files = request.files.clone().unwrap_or_default().0;
        let id = request.id.clone();
        let row =
            move |(position, file): (usize, Id)| vec![file.into_cell(), id.clone().into_cell(), position.into_cell()];
        files.into_iter().enumerate().map(row).collect::<Vec<_>>()
    };
    Rows::new("material_file", &["file_id", "request_id", "position"], requests.iter().flat_map(of_request))
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
