//! Where a lead that was merged is found now.

use domain::EmailAddress;
use domain::id::LeadId;
use sqlx::{AnyConnection, Connection as _};

use crate::Fault;
use crate::db::Tx;
use crate::db::row_lock;
use crate::db::rows::stored;

/// The lead into which the one with this e-mail was merged, by the latest such merge; locked until `tx`
/// ends. A lead that has the e-mail itself comes first: look for that before.
pub(crate) async fn lead_of_email(tx: &mut Tx, email: &EmailAddress) -> Result<Option<LeadId>, Fault> {
    while let Some(lead) = latest(tx, email).await? {
        // A savepoint, so that the lock of a wrong lead is released.
        let mut attempt = tx.begin().await?;
        row_lock::acquire(&mut attempt, "lead", &lead).await?;
        // While this waited for the lock, the merge may have been undone, or the lead merged on.
        if latest(&mut attempt, email).await?.as_ref() == Some(&lead) {
            attempt.commit().await?;
            return Ok(Some(stored(lead)?));
        }
        attempt.rollback().await?;
    }
    Ok(None)
}

async fn latest(connection: &mut AnyConnection, email: &EmailAddress) -> Result<Option<String>, Fault> {
    Ok(sqlx::query_scalar("SELECT lead_id FROM lead_merge WHERE email = $1 ORDER BY merged_at DESC LIMIT 1")
        .bind(email.as_str())
        .fetch_optional(connection)
        .await?)
}

/// The lead into which the one with this id was merged, by the latest such merge.
pub(crate) async fn lead_of_gone(tx: &mut Tx, gone: &LeadId) -> Result<Option<LeadId>, Fault> {
    let found: Option<String> = sqlx::query_scalar(
        "SELECT lead_id FROM lead_merge WHERE gone_id = $1 ORDER BY merged_at DESC LIMIT 1",
    )
    .bind(gone.as_str())
    .fetch_optional(&mut **tx)
    .await?;
    found.map(stored).transpose()
}
