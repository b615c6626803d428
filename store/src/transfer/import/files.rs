//! Checks files. Whether their bytes are there is not looked at: `atrio verify` does that.

use super::chain::Chain;
use super::{ImportError, invalid};
use crate::tables::FileImport;

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
