//! Which records refer to a file: whoever may see such a record may read the file, and a file that none refers to is swept.

use domain::Person;
use domain::id::ClientId;

use crate::db::column::{Cell, Column as _};

/// A table with a reference to a file.
pub(super) struct Reference {
    /// What follows FROM, up to the condition that the record refers to `file.id`.
    pub(super) referring: &'static str,
    /// Further, that a person of the client `$2` may see the record.
    pub(super) of_client: &'static str,
}

/// Everything that refers to files. A table with a reference is added here and nowhere else.
pub(super) const REFERENCES: &[Reference] = &[
    Reference {
        referring: "document JOIN project ON project.id = document.project_id WHERE document.file_id = file.id",
        of_client: "project.client_id = $2",
    },
    Reference {
        referring: "comment_file JOIN comment ON comment.id = comment_file.comment_id \
             WHERE comment_file.file_id = file.id",
        of_client: "comment.client_id = $2",
    },
    Reference {
        referring: "deliverable_version JOIN deliverable ON deliverable.id = deliverable_version.deliverable_id \
             JOIN task ON task.id = deliverable.task_id JOIN phase ON phase.id = task.phase_id \
             JOIN project ON project.id = phase.project_id WHERE deliverable_version.file_id = file.id",
        of_client: "project.client_id = $2 AND deliverable.status <> 'pending'",
    },
    Reference {
        referring: "material_file JOIN material_request ON material_request.id = material_file.request_id \
             JOIN project ON project.id = material_request.project_id WHERE material_file.file_id = file.id",
        of_client: "project.client_id = $2",
    },
];

/// Whether any record refers to `file`.
pub(super) fn is_referred_to() -> String {
    any_of(REFERENCES.iter().map(|reference| format!("EXISTS (SELECT 1 FROM {})", reference.referring)))
}

/// Whether `file` is an upload of the contact `$3` of the client `$2`, of the client if `$3` is empty, of the agency if both are.
/// What a contact uploaded who was deleted since is nobody's: it has a name, and a client's own has none.
pub(super) const IS_OWN: &str = "COALESCE(file.client_id, '') = $2 AND COALESCE(file.contact_id, '') = $3 \
     AND (file.client_id IS NULL OR file.contact_id IS NOT NULL OR file.author_name IS NULL)";

/// Who reads a file.
pub(crate) enum Readers<'a> {
    Agency,
    /// Whoever of a client: what any of its people may read.
    Client(&'a ClientId),
    Person(&'a Person),
}

impl Readers<'_> {
    /// A condition on `file`, with its values from `$2` on.
    pub(crate) fn condition(&self) -> (String, Vec<Cell>) {
        match self {
            Self::Agency => ("1 = 1".to_owned(), Vec::new()),
            Self::Client(client) => (is_seen_by(OF_CLIENT, "$2"), vec![client.into_cell()]),
            Self::Person(person) => {
                let id = person.id();
                let contact = id.contact.map(String::from).unwrap_or_default();
                (is_seen_by(IS_OWN, "$2"), vec![id.client.into_cell(), contact.into_cell()])
            }
        }
    }
}

/// An upload of anybody of the client `$2`.
const OF_CLIENT: &str = "file.client_id = $2";

/// Whether `file` is an upload as `own` says, or a record of the portal of the client with the id `client` refers to it.
fn is_seen_by(own: &str, client: &str) -> String {
    let seen = REFERENCES
        .iter()
        .map(|Reference { referring, of_client }| format!("EXISTS (SELECT 1 FROM {referring} AND {of_client})"));
    any_of(std::iter::once(format!("({own})")).chain(seen)).replace("$2", client)
}

/// Selects the clients of whom somebody may read a file that fulfils the condition.
pub(super) fn concerned_clients(of_file: &str) -> String {
    let is_seen = is_seen_by(OF_CLIENT, "client.id");
    format!("SELECT DISTINCT client.id FROM file JOIN client ON {is_seen} WHERE {of_file}")
}

fn any_of(conditions: impl Iterator<Item = String>) -> String {
    let conditions: Vec<String> = conditions.collect();
    if conditions.is_empty() { "1 = 0".to_owned() } else { format!("({})", conditions.join(" OR ")) }
}
