//! Who waits for whom.

use domain::DomainError;
use domain::id::ProjectId;

use crate::Result;
use crate::db::Tx;
use crate::db::row_lock;

/// Holds a project, so that changes to its plan come one after another.
///
/// # Errors
/// [`DomainError::UnknownRecord`], or a fault.
pub(super) async fn project(tx: &mut Tx, id: &ProjectId) -> Result<()> {
    if row_lock::acquire(tx, "project", id.as_str()).await? {
        Ok(())
    } else {
        Err(DomainError::UnknownRecord.into())
    }
}

/// Holds everything a deletion touches, in the order in which clients do: one who asks for changes
/// holds the deliverable, then their own record, then the phase. In any other order, two could wait
/// for each other. `deliverables` are those that go, in the order of their ids.
///
/// # Errors
/// As [`project`].
pub(super) async fn deletion(
    tx: &mut Tx,
    deliverables: &[String],
    client: &str,
    id: &ProjectId,
) -> Result<()> {
    for deliverable in deliverables {
        row_lock::acquire(tx, "deliverable", deliverable).await?;
    }
    row_lock::acquire(tx, "client", client).await?;
    project(tx, id).await
}
