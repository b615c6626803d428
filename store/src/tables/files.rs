//! Files.

use domain::files::Quarantine;
use domain::{File, FileName, Sha256Digest, Timestamp};

use super::values::{ByteCount, Id, Name, Text};

table! {
    file, member files, import FileImport, record File,
    |now| {
        id: Id,
        sha256: Sha256Digest,
        size: ByteCount,
        name: FileName,
        content_type: Text<1, 200>,
        client_id: Option<Id>,
        contact_id: Option<Id>,
        author_name: Option<Name>,
        created_at: Option<Timestamp> = now,
        quarantine: Option<Quarantine>,
    }
}
