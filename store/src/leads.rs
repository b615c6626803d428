//! Leads: kept once per e-mail.

use domain::id::LeadId;
use domain::{Activity, ActivityKind, EmailAddress, Intake, IntakeOutcome, Lead, LeadStatus, Timestamp};
use sqlx::FromRow;

use crate::db::Tx;
use crate::rows::{maybe, stored, word};
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
        add_activity(&mut tx, &lead, &intake, now).await?;
        tx.commit().await?;
        let outcome = if lead == new_id { IntakeOutcome::Created } else { IntakeOutcome::Updated };
        Ok(Ingested { outcome, lead_id: stored(lead)? })
    }

    /// The newest leads by last contact, at most 200.
    ///
    /// # Errors
    /// A fault.
    pub async fn leads(&self) -> Result<Vec<Lead>> {
        let rows: Vec<LeadRow> = sqlx::query_as(
            "SELECT id, name, email, phone, company, source, status, last_contact_date, call_date, \
             client_id, created_at FROM lead ORDER BY last_contact_date DESC, id DESC LIMIT 200",
        )
        .fetch_all(self.db.readers())
        .await?;
        Ok(rows.into_iter().map(Lead::try_from).collect::<Result<_, Fault>>()?)
    }

    /// What happened with a lead, newest first.
    ///
    /// # Errors
    /// A fault.
    pub async fn activities(&self, lead: &LeadId) -> Result<Vec<Activity>> {
        let rows: Vec<ActivityRow> = sqlx::query_as(
            "SELECT id, lead_id, kind, text, starts_at, payload, created_at FROM activity \
             WHERE lead_id = $1 ORDER BY created_at DESC, id DESC",
        )
        .bind(lead.as_str())
        .fetch_all(self.db.readers())
        .await?;
        Ok(rows.into_iter().map(Activity::try_from).collect::<Result<_, Fault>>()?)
    }
}

/// The id of the lead: `new_id`, or that of the lead which has the e-mail already.
async fn create_or_touch(
    tx: &mut Tx,
    new_id: &str,
    intake: &Intake,
    now: Timestamp,
) -> Result<String, Fault> {
    Ok(sqlx::query_scalar(CREATE_OR_TOUCH)
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
        .await?)
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
     RETURNING id";

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

#[derive(FromRow)]
struct LeadRow {
    id: String,
    name: String,
    email: Option<String>,
    phone: Option<String>,
    company: Option<String>,
    source: String,
    status: String,
    last_contact_date: i64,
    call_date: Option<i64>,
    client_id: Option<String>,
    created_at: i64,
}

impl TryFrom<LeadRow> for Lead {
    type Error = Fault;

    fn try_from(row: LeadRow) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.id)?,
            name: row.name,
            email: maybe(row.email)?,
            phone: row.phone,
            company: row.company,
            source: row.source,
            status: word(&row.status)?,
            last_contact_date: Timestamp::from_millis(row.last_contact_date),
            call_date: row.call_date.map(Timestamp::from_millis),
            client_id: maybe(row.client_id)?,
            created_at: Timestamp::from_millis(row.created_at),
        })
    }
}

#[derive(FromRow)]
struct ActivityRow {
    id: String,
    lead_id: String,
    kind: String,
    text: String,
    starts_at: Option<i64>,
    payload: Option<String>,
    created_at: i64,
}

impl TryFrom<ActivityRow> for Activity {
    type Error = Fault;

    fn try_from(row: ActivityRow) -> Result<Self, Fault> {
        let payload = row.payload.map(|payload| serde_json::from_str(&payload)).transpose();
        Ok(Self {
            id: stored(row.id)?,
            lead_id: stored(row.lead_id)?,
            kind: word(&row.kind)?,
            text: row.text,
            starts_at: row.starts_at.map(Timestamp::from_millis),
            payload: payload.map_err(|_| Fault::because("a stored payload is no JSON"))?,
            created_at: Timestamp::from_millis(row.created_at),
        })
    }
}
