//! Row locks for changes of a project's plan.

use domain::DomainError;
use domain::id::ProjectId;

use crate::Result;
use crate::db::Tx;
use crate::db::row_lock;

/// Locks a project, so that changes to its plan run one after another.
pub(super) async fn project(tx: &mut Tx, id: &ProjectId) -> Result<()> {
    if row_lock::acquire(tx, "project", id.as_str()).await? { Ok(()) } else { Err(DomainError::UnknownRecord.into()) }
}

/// Locks the client of a project as well, so that nobody writes or reads a message meanwhile; the client first, as
/// [`deletion`] does.
pub(super) async fn client_and_project(tx: &mut Tx, id: &ProjectId) -> Result<()> {
    let client: Option<String> = tx.fetch_optional_value("SELECT client_id FROM project WHERE id = $1", [id]).await?;
    row_lock::acquire(tx, "client", &client.unwrap_or_default()).await?;
    project(tx, id).await
}

/// Locks what a deletion changes, in the order of a change request of a client, which locks the deliverable,
/// then the client, then the phase. Another order could deadlock. `deliverables` are those to be deleted,
/// sorted by id.
pub(super) async fn deletion(tx: &mut Tx, deliverables: &[String], client: &str, id: &ProjectId) -> Result<()> {
    for deliverable in deliverables {
        row_lock::acquire(tx, "deliverable", deliverable).await?;
    }
    row_lock::acquire(tx, "client", client).await?;
    project(tx, id).await
}
