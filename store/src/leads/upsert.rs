//! Creating or updating the lead of a delivery. There is one lead per e-mail, also with concurrent
//! deliveries.

use domain::id::{ActivityId, LeadId};
use domain::leads::LeadFields;
use domain::{EmailAddress, Lead, LeadStatus, Timestamp};
use lead_intake::NewActivity;
use sqlx::AssertSqlSafe;

use super::merge;
use super::row;
use crate::Fault;
use crate::db::Tx;
use crate::db::row_lock;
use crate::db::rows::stored;
use crate::search_index::{self, Index};
use crate::secrets;
use crate::tables::Record as _;

/// A lead that was created, or found and updated.
#[derive(Debug)]
pub(super) struct UpsertedLead {
    /// The current row.
    pub(super) lead: Lead,
    /// The row before; `None` when it is new, or was created by another transaction at the same time.
    pub(super) before: Option<Lead>,
    pub(super) is_new: bool,
}

/// Finds the lead with the e-mail of `fields`, or into which the one with it was merged; else creates one. Of
/// an existing lead only empty fields are filled; a new one needs a name and a source. The row is locked
/// until `tx` ends.
pub(super) async fn upsert(tx: &mut Tx, fields: &LeadFields, at: Timestamp) -> Result<UpsertedLead, Fault> {
    let before = match &fields.email {
        // Boxed: the future is large, and not every delivery has an e-mail.
        Some(email) => Box::pin(find_by_email(tx, email)).await?,
        None => None,
    };
    let email = match (&before, &fields.email) {
        (Some(Lead { email: Some(own), .. }), _) => Some(own),
        (Some(lead), Some(email)) => {
            fill_email(tx, &lead.id, email).await?;
            Some(email)
        }
        (_, email) => email.as_ref(),
    };
    let new_id = secrets::id();
    let sql = AssertSqlSafe(format!("{UPSERT}{}", Lead::COLUMNS));
    let lead: Lead = tx
        .fetch_one(
            sql,
            (
                &new_id,
                fields.name.as_deref(),
                email,
                fields.phone.as_deref(),
                fields.company.as_deref(),
                fields.source.as_deref(),
                LeadStatus::New,
                at,
                fields.starts_at,
            ),
        )
        .await?;
    if before.as_ref().is_none_or(|before| search_texts(before) != search_texts(&lead)) {
        search_index::refresh(tx, Index::Lead, lead.id.as_str()).await?;
    }
    Ok(UpsertedLead { is_new: lead.id.as_str() == new_id, lead, before })
}

// A lead without e-mail never conflicts.
const UPSERT: &str = "INSERT INTO lead \
     (id, name, email, phone, company, source, status, last_contact_date, call_date, created_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8) \
     ON CONFLICT (email) DO UPDATE SET \
     last_contact_date = CASE WHEN lead.last_contact_date < excluded.last_contact_date \
       THEN excluded.last_contact_date ELSE lead.last_contact_date END, \
     call_date = COALESCE(lead.call_date, excluded.call_date), \
     phone = COALESCE(NULLIF(lead.phone, ''), excluded.phone), \
     company = COALESCE(NULLIF(lead.company, ''), excluded.company) \
     RETURNING ";

/// The texts of a lead in the search index.
pub(super) fn search_texts(lead: &Lead) -> [Option<&str>; 4] {
    let email = lead.email.as_ref().map(EmailAddress::as_str);
    [Some(lead.name.as_str()), email, lead.phone.as_deref(), lead.company.as_deref()]
}

/// The lead with this e-mail, or into which the one with it was merged; locked until `tx` ends.
pub(super) async fn find_by_email(tx: &mut Tx, email: &EmailAddress) -> Result<Option<Lead>, Fault> {
    let sql = "SELECT id FROM lead WHERE email = $1";
    let named: Option<LeadId> = tx.fetch_optional_value(sql, [&email]).await?;
    if let Some(id) = named {
        // A savepoint, so that the lock is released when the e-mail of the lead changed meanwhile.
        tx.savepoint().await?;
        if row_lock::acquire(tx, "lead", id.as_str()).await?
            && let Some(lead) = row::find(tx, &id).await?
            && lead.email.as_ref() == Some(email)
        {
            tx.release_savepoint().await?;
            return Ok(Some(lead));
        }
        tx.rollback_to_savepoint().await?;
    }
    match merge::lead_of_email(tx, email).await? {
        Some(id) => row::find(tx, &id).await,
        None => Ok(None),
    }
}

/// Sets the e-mail of a lead that has none, unless another lead has it.
async fn fill_email(tx: &mut Tx, lead: &LeadId, email: &EmailAddress) -> Result<(), Fault> {
    let sql = "UPDATE lead SET email = $1 WHERE id = $2 \
         AND NOT EXISTS (SELECT 1 FROM lead other WHERE other.email = $1)";
    tx.execute(sql, (&email, &lead)).await?;
    Ok(())
}

/// Inserts an activity of a lead with the time `at`.
pub(super) async fn insert_activity(
    tx: &mut Tx,
    lead: &LeadId,
    activity: &NewActivity<'_>,
    at: Timestamp,
) -> Result<ActivityId, Fault> {
    let id: ActivityId = stored(secrets::id())?;
    let sql = "INSERT INTO activity (id, lead_id, kind, text, starts_at, payload, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let NewActivity { kind, text, starts_at, payload } = activity;
    // JSON text writes a NUL as \u0000: PostgreSQL cannot store a NUL in text.
    tx.execute(sql, (&id, lead, kind, text, starts_at, payload.to_string(), at)).await?;
    Ok(id)
}
