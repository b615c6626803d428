//! Reading and locking one row of the table `lead`.

use domain::id::LeadId;
use domain::{DomainError, Lead};

use crate::db::row_lock;
use crate::db::{Connection, Tx};
use crate::tables::select_one;
use crate::{Fault, Result};

/// The lead with this id, if there is one.
pub(super) async fn find(connection: &mut Connection, id: &LeadId) -> Result<Option<Lead>, Fault> {
    select_one(connection, "lead WHERE lead.id = $1", [id.as_str()]).await
}

/// Locks the row of the lead until `tx` ends and returns the lead.
pub(super) async fn lock_lead(tx: &mut Tx, id: &LeadId) -> Result<Lead> {
    if !row_lock::acquire(tx, "lead", id.as_str()).await? {
        return Err(DomainError::UnknownRecord.into());
    }
    Ok(find(tx, id).await?.ok_or(DomainError::UnknownRecord)?)
}
