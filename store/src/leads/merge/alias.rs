//! Finding the lead into which another was merged.

use domain::EmailAddress;
use domain::id::LeadId;

use crate::Fault;
use crate::db::row_lock;
use crate::db::{Connection, Tx};

/// The lead into which the one with this e-mail was last merged; locked until `tx` ends. Look for a lead that
/// has the e-mail itself first.
pub(crate) async fn lead_of_email(tx: &mut Tx, email: &EmailAddress) -> Result<Option<LeadId>, Fault> {
    while let Some(lead) = latest(tx, email).await? {
        // A savepoint, so that the lock of a wrong lead is released.
        tx.savepoint().await?;
        row_lock::acquire(tx, "lead", lead.as_str()).await?;
        // While waiting for the lock, the merge may have been undone, or the lead merged again.
        if latest(tx, email).await?.as_ref() == Some(&lead) {
            tx.release_savepoint().await?;
            return Ok(Some(lead));
        }
        tx.rollback_to_savepoint().await?;
    }
    Ok(None)
}

async fn latest(connection: &mut Connection, email: &EmailAddress) -> Result<Option<LeadId>, Fault> {
    let sql = "SELECT lead_id FROM lead_merge WHERE email = $1 ORDER BY merged_at DESC LIMIT 1";
    connection.fetch_optional_value(sql, [&email]).await
}

/// The lead into which the one with this id was last merged.
pub(crate) async fn lead_of_duplicate(tx: &mut Tx, duplicate: &LeadId) -> Result<Option<LeadId>, Fault> {
    let sql = "SELECT lead_id FROM lead_merge WHERE gone_id = $1 ORDER BY merged_at DESC LIMIT 1";
    tx.fetch_optional_value(sql, [duplicate]).await
}
