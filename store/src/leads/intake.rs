//! What senders deliver becomes leads, one per e-mail (SPEC: Ingest rules; CONTRACT §3, §5): the one place
//! where that is done. Deliveries with one e-mail make one lead however many come at once.

use domain::id::{ActivityId, LeadId};
use domain::{ActivityKind, EmailAddress, Intake, IntakeOutcome, Lead, LeadStatus, Timestamp};
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection as _};

use super::merge;
use super::row;
use crate::db::Tx;
use crate::rows::stored;
use crate::search_index::{self, Index};
use crate::tables::{Record as _, Row};
use crate::{Fault, row_lock, secrets};

/// Somebody who got in touch, and what they said about themselves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Contact<'a> {
    pub(super) name: &'a str,
    pub(super) email: Option<&'a EmailAddress>,
    pub(super) phone: Option<&'a str>,
    pub(super) company: Option<&'a str>,
    pub(super) source: &'a str,
    pub(super) starts_at: Option<Timestamp>,
    /// When they did.
    pub(super) at: Timestamp,
}

impl<'a> Contact<'a> {
    /// Who a delivery of the main address is from.
    pub(super) fn of(intake: &'a Intake, at: Timestamp) -> Self {
        Self {
            name: &intake.name,
            email: intake.email.as_ref(),
            phone: intake.phone.as_deref(),
            company: intake.company.as_deref(),
            source: &intake.source,
            starts_at: intake.starts_at,
            at,
        }
    }
}

/// What they said: the activity it becomes.
#[derive(Debug)]
pub(super) struct Said<'a> {
    pub(super) kind: ActivityKind,
    pub(super) text: String,
    pub(super) starts_at: Option<Timestamp>,
    /// What was received, whole.
    pub(super) payload: &'a Value,
}

impl<'a> Said<'a> {
    /// What a delivery of the main address says.
    pub(super) fn of(intake: &'a Intake) -> Self {
        Self::at(intake.starts_at, intake.message.clone().unwrap_or_default(), &intake.payload)
    }

    /// A message, or a meeting when one is set.
    pub(super) fn at(starts_at: Option<Timestamp>, text: String, payload: &'a Value) -> Self {
        let kind = if starts_at.is_some() { ActivityKind::Meeting } else { ActivityKind::Message };
        Self { kind, text, starts_at, payload }
    }
}

/// The lead somebody became or was already.
#[derive(Debug)]
pub(super) struct Entered {
    /// As it is now.
    pub(super) lead: Lead,
    /// As it was; none when it is new, or was made by somebody else in this very moment.
    pub(super) before: Option<Lead>,
    is_new: bool,
}

impl Entered {
    /// Whether it is new.
    pub(super) fn outcome(&self) -> IntakeOutcome {
        if self.is_new { IntakeOutcome::Created } else { IntakeOutcome::Updated }
    }
}

/// The lead of `contact`: that which has the e-mail, or into which the one that had it was merged; else
/// a new one. What an old lead knows already is kept. Nobody else changes it until `tx` ends.
pub(super) async fn create_or_touch(tx: &mut Tx, contact: &Contact<'_>) -> Result<Entered, Fault> {
    let before = match contact.email {
        // Boxed: what waits for a lead is large, and few deliveries wait.
        Some(email) => Box::pin(known(tx, email)).await?,
        None => None,
    };
    let email = match (&before, contact.email) {
        (Some(Lead { email: Some(own), .. }), _) => Some(own),
        (Some(lead), Some(email)) => {
            give_email(tx, &lead.id, email).await?;
            Some(email)
        }
        (_, email) => email,
    };
    let new_id = secrets::id();
    let Row(lead): Row<Lead> = sqlx::query_as(AssertSqlSafe(format!("{CREATE_OR_TOUCH}{}", Lead::COLUMNS)))
        .bind(&new_id)
        .bind(contact.name)
        .bind(email.map(EmailAddress::as_str))
        .bind(contact.phone)
        .bind(contact.company)
        .bind(contact.source)
        .bind(LeadStatus::New.as_str())
        .bind(contact.at.as_millis())
        .bind(contact.starts_at.map(Timestamp::as_millis))
        .fetch_one(&mut **tx)
        .await?;
    let same_words = before.as_ref().is_some_and(|before| words_of(before) == words_of(&lead));
    if !same_words {
        search_index::refresh(tx, Index::Lead, lead.id.as_str()).await?;
    }
    Ok(Entered { is_new: lead.id.as_str() == new_id, lead, before })
}

// A lead without e-mail conflicts with none. What an old lead knows already is kept.
const CREATE_OR_TOUCH: &str = "INSERT INTO lead \
     (id, name, email, phone, company, source, status, last_contact_date, call_date, created_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8) \
     ON CONFLICT (email) DO UPDATE SET \
     last_contact_date = CASE WHEN lead.last_contact_date < excluded.last_contact_date \
       THEN excluded.last_contact_date ELSE lead.last_contact_date END, \
     call_date = COALESCE(lead.call_date, excluded.call_date), \
     phone = COALESCE(NULLIF(lead.phone, ''), excluded.phone), \
     company = COALESCE(NULLIF(lead.company, ''), excluded.company) \
     RETURNING ";

/// What a lead is found by.
pub(super) fn words_of(lead: &Lead) -> [Option<&str>; 4] {
    let email = lead.email.as_ref().map(EmailAddress::as_str);
    [Some(lead.name.as_str()), email, lead.phone.as_deref(), lead.company.as_deref()]
}

/// The lead with this e-mail, or into which the one that had it was merged; held until `tx` ends.
pub(super) async fn known(tx: &mut Tx, email: &EmailAddress) -> Result<Option<Lead>, Fault> {
    let named: Option<String> = sqlx::query_scalar("SELECT id FROM lead WHERE email = $1")
        .bind(email.as_str())
        .fetch_optional(&mut **tx)
        .await?;
    if let Some(id) = named {
        // A savepoint, so that a lead it was waited for in vain is not kept from others.
        let mut try_it = tx.begin().await?;
        if row_lock::acquire(&mut try_it, "lead", &id).await?
            && let Some(lead) = row::find(&mut try_it, &id).await?
            // While it was waited for, it may have got another.
            && lead.email.as_ref() == Some(email)
        {
            try_it.commit().await?;
            return Ok(Some(lead));
        }
        try_it.rollback().await?;
    }
    match merge::lead_of_email(tx, email).await? {
        Some(id) => row::find(tx, id.as_str()).await,
        None => Ok(None),
    }
}

/// Fills in the e-mail of a lead that has none, unless another lead has it.
async fn give_email(tx: &mut Tx, lead: &LeadId, email: &EmailAddress) -> Result<(), Fault> {
    sqlx::query(
        "UPDATE lead SET email = $1 WHERE id = $2 \
         AND NOT EXISTS (SELECT 1 FROM lead other WHERE other.email = $1)",
    )
    .bind(email.as_str())
    .bind(lead.as_str())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Adds to a lead what was said at `at`.
pub(super) async fn add_activity(
    tx: &mut Tx,
    lead: &LeadId,
    said: &Said<'_>,
    at: Timestamp,
) -> Result<ActivityId, Fault> {
    let id = secrets::id();
    sqlx::query(
        "INSERT INTO activity (id, lead_id, kind, text, starts_at, payload, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&id)
    .bind(lead.as_str())
    .bind(said.kind.as_str())
    .bind(&said.text)
    .bind(said.starts_at.map(Timestamp::as_millis))
    // As JSON text, where a NUL is written \u0000: PostgreSQL could not keep it otherwise.
    .bind(said.payload.to_string())
    .bind(at.as_millis())
    .execute(&mut **tx)
    .await?;
    stored(id)
}
