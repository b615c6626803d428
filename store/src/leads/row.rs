//! Leads and activities as the database gives them.

use domain::{Activity, Lead, Timestamp};
use sqlx::{AnyConnection, FromRow};

use crate::Fault;
use crate::rows::{maybe, stored, word};

/// The columns of a [`LeadRow`], from `lead`.
macro_rules! lead_columns {
    () => {
        "lead.id, lead.name, lead.email, lead.phone, lead.company, lead.source, lead.status, \
         lead.last_contact_date, lead.call_date, lead.client_id, lead.created_at"
    };
}
pub(super) use lead_columns;

/// The lead with this id, if there is one.
pub(super) async fn find(connection: &mut AnyConnection, id: &str) -> Result<Option<Lead>, Fault> {
    let row: Option<LeadRow> =
        sqlx::query_as(concat!("SELECT ", lead_columns!(), " FROM lead WHERE lead.id = $1"))
            .bind(id)
            .fetch_optional(connection)
            .await?;
    row.map(Lead::try_from).transpose()
}

#[derive(FromRow)]
pub(super) struct LeadRow {
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
pub(super) struct ActivityRow {
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
