//! What senders deliver becomes leads, one per e-mail.

use domain::id::LeadId;
use domain::{ActivityKind, EmailAddress, Intake, IntakeOutcome, Lead, LeadStatus, Timestamp};

use super::row::{LeadRow, lead_columns};
use crate::db::Tx;
use crate::words::{self, Index};
use crate::{Fault, Result, Store, secrets};

/// What became of a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ingested {
    /// A new lead, or an old one.
    pub outcome: IntakeOutcome,
    /// Which.
    pub lead_id: LeadId,
}

impl Store {
    /// Takes in what a sender delivered, with exactly one activity (SPEC: Ingest rules;
    /// CONTRACT §3, §5). Deliveries with one e-mail make one lead however many come at once.
    ///
    /// # Errors
    /// A fault.
    pub async fn ingest(&self, intake: Intake) -> Result<Ingested> {
        let now = self.clock.now();
        let new_id = secrets::id();
        let mut tx = self.db.write().await?;
        let lead = create_or_touch(&mut tx, &new_id, &intake, now).await?;
        words::refresh(&mut tx, Index::Lead, lead.id.as_str()).await?;
        add_activity(&mut tx, lead.id.as_str(), &intake, now).await?;
        tx.commit().await?;
        let is_new = lead.id.as_str() == new_id;
        let outcome = if is_new { IntakeOutcome::Created } else { IntakeOutcome::Updated };
        Ok(Ingested { outcome, lead_id: lead.id })
    }
}

/// The lead: a new one with `new_id`, or that which has the e-mail already.
async fn create_or_touch(tx: &mut Tx, new_id: &str, intake: &Intake, now: Timestamp) -> Result<Lead, Fault> {
    let row: LeadRow = sqlx::query_as(CREATE_OR_TOUCH)
        .bind(new_id)
        .bind(&intake.name)
        .bind(intake.email.as_ref().map(EmailAddress::as_str))
        .bind(intake.phone.as_deref())
        .bind(intake.company.as_deref())
        .bind(&intake.source)
        .bind(LeadStatus::New.as_str())
        .bind(now.as_millis())
        .bind(intake.starts_at.map(Timestamp::as_millis))
        .fetch_one(&mut **tx)
        .await?;
    row.try_into()
}

// A lead without e-mail conflicts with none. What an old lead knows already is kept.
const CREATE_OR_TOUCH: &str = concat!(
    "INSERT INTO lead \
     (id, name, email, phone, company, source, status, last_contact_date, call_date, created_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8) \
     ON CONFLICT (email) DO UPDATE SET \
     last_contact_date = CASE WHEN lead.last_contact_date < excluded.last_contact_date \
       THEN excluded.last_contact_date ELSE lead.last_contact_date END, \
     call_date = COALESCE(lead.call_date, excluded.call_date), \
     phone = COALESCE(NULLIF(lead.phone, ''), excluded.phone), \
     company = COALESCE(NULLIF(lead.company, ''), excluded.company) \
     RETURNING ",
    lead_columns!(),
);

async fn add_activity(tx: &mut Tx, lead: &str, intake: &Intake, now: Timestamp) -> Result<(), Fault> {
    let kind = if intake.starts_at.is_some() { ActivityKind::Meeting } else { ActivityKind::Message };
    sqlx::query(
        "INSERT INTO activity (id, lead_id, kind, text, starts_at, payload, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(secrets::id())
    .bind(lead)
    .bind(kind.as_str())
    .bind(intake.message.as_deref().unwrap_or_default())
    .bind(intake.starts_at.map(Timestamp::as_millis))
    // As JSON text, where a NUL is written \u0000: PostgreSQL could not keep it otherwise.
    .bind(intake.payload.to_string())
    .bind(now.as_millis())
    .execute(&mut **tx)
    .await?;
    Ok(())
}
