//! Deliveries as the database gives them: what was received, and what became of it.

use std::collections::BTreeMap;

use domain::id::{ActivityId, DeliveryId, LeadId, SourceId};
use domain::leads::{DeliveryError, DeliveryOutcome, Mapping, RawDelivery, SourceKind};
use domain::{Timestamp, Zone};
use lead_intake::ParsedDelivery;
use sqlx::{AnyConnection, FromRow};

use super::applied_fields::AppliedFields;
use super::{ProcessedDelivery, body};
use crate::Fault;
use crate::db::Tx;
use crate::db::row_lock;
use crate::db::rows::{maybe, stored, word};

/// Where a lead of the main address comes from when it does not say.
const MAIN: &str = "webhook";

/// What was received, and how it is to be parsed now.
pub(super) struct StoredDelivery {
    pub(super) raw: RawDelivery,
    is_main: bool,
    /// What its source is called: where its leads come from if they do not say.
    pub(super) source: String,
    pub(super) kind: SourceKind,
    pub(super) mapping: Mapping,
    pub(super) honeypot: Option<String>,
}

#[derive(FromRow)]
struct StoredRow {
    content_type: Option<String>,
    headers: String,
    encoding: String,
    body: String,
    source_id: Option<String>,
    name: Option<String>,
    kind: Option<String>,
    mapping: Option<String>,
    honeypot: Option<String>,
}

/// The delivery with this id, if it is stored still.
pub(super) async fn stored_delivery(
    connection: &mut AnyConnection,
    id: &str,
) -> Result<Option<StoredDelivery>, Fault> {
    let row: Option<StoredRow> = sqlx::query_as(
        "SELECT d.content_type, d.headers, d.encoding, d.body, \
         d.source_id, s.name, s.kind, s.mapping, s.honeypot \
         FROM lead_delivery d LEFT JOIN lead_source s ON s.id = d.source_id WHERE d.id = $1",
    )
    .bind(id)
    .fetch_optional(connection)
    .await?;
    row.map(StoredDelivery::try_from).transpose()
}

impl StoredDelivery {
    /// Parses it as its address says now. What the main address refuses is parsed as from an unknown sender,
    /// where `is_replay`: somebody has looked at it.
    pub(super) fn parse(&self, zone: &Zone, is_replay: bool) -> Result<ParsedDelivery, DeliveryError> {
        let parse =
            || lead_intake::parse(self.kind, &self.mapping, self.honeypot.as_deref(), &self.raw, zone);
        if !self.is_main {
            return parse();
        }
        let strict = lead_intake::parse_main_address(&self.raw);
        if is_replay { strict.or_else(|_| parse()) } else { strict }
    }

    /// What becomes of it when it cannot be parsed.
    pub(super) fn failure(&self) -> DeliveryOutcome {
        if self.is_main { DeliveryOutcome::Refused } else { DeliveryOutcome::Quarantined }
    }
}

impl TryFrom<StoredRow> for StoredDelivery {
    type Error = Fault;

    fn try_from(row: StoredRow) -> Result<Self, Fault> {
        let mapping = row.mapping.map_or_else(|| Ok(Mapping::default()), |json| serde_json::from_str(&json));
        Ok(Self {
            raw: RawDelivery {
                body: body::decode(&row.encoding, row.body)?,
                content_type: row.content_type,
                headers: headers(&row.headers)?,
            },
            is_main: row.source_id.is_none(),
            source: row.name.unwrap_or_else(|| MAIN.to_owned()),
            kind: row.kind.map_or(Ok(SourceKind::Auto), |kind| word(&kind))?,
            mapping: mapping.map_err(|_| Fault::because("a stored mapping is no mapping"))?,
            honeypot: row.honeypot,
        })
    }
}

/// The kept headers as a JSON object.
pub(super) fn headers_json(headers: &[(String, String)]) -> Result<String, Fault> {
    let headers: BTreeMap<_, _> = headers.iter().map(|(name, value)| (name, short(value))).collect();
    serde_json::to_string(&headers).map_err(|_| Fault::because("headers are no JSON"))
}

/// As much of a header as is kept, without what PostgreSQL cannot keep.
pub(super) fn short(value: &str) -> String {
    value.chars().filter(|letter| *letter != '\0').take(RawDelivery::HEADER).collect()
}

/// The kept headers, by name.
pub(super) fn headers(json: &str) -> Result<Vec<(String, String)>, Fault> {
    let headers: BTreeMap<String, String> =
        serde_json::from_str(json).map_err(|_| Fault::because("stored headers are no headers"))?;
    Ok(headers.into_iter().collect())
}

/// What became of a delivery.
pub(super) struct State {
    pub(super) id: DeliveryId,
    pub(super) source_id: Option<SourceId>,
    pub(super) received_at: Timestamp,
    pub(super) is_test: bool,
    pub(super) outcome: DeliveryOutcome,
    pub(super) error: Option<DeliveryError>,
    pub(super) lead_id: Option<LeadId>,
    pub(super) activity_id: Option<ActivityId>,
    /// What its lead has from it.
    pub(super) applied: AppliedFields,
}

#[derive(FromRow)]
struct StateRow {
    id: String,
    source_id: Option<String>,
    received_at: i64,
    trial: i64,
    outcome: String,
    error: Option<String>,
    lead_id: Option<String>,
    activity_id: Option<String>,
    reading: Option<String>,
}

/// Locks a delivery until `tx` ends; none: it is not stored any more.
pub(super) async fn lock(tx: &mut Tx, id: &str) -> Result<Option<State>, Fault> {
    if row_lock::acquire(tx, "lead_delivery", id).await? { state(tx, id).await } else { Ok(None) }
}

/// What became of a delivery until now.
pub(super) async fn state(connection: &mut AnyConnection, id: &str) -> Result<Option<State>, Fault> {
    let row: Option<StateRow> = sqlx::query_as(
        "SELECT id, source_id, received_at, trial, outcome, error, lead_id, activity_id, reading \
         FROM lead_delivery WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(connection)
    .await?;
    row.map(State::try_from).transpose()
}

impl TryFrom<StateRow> for State {
    type Error = Fault;

    fn try_from(row: StateRow) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.id)?,
            source_id: maybe(row.source_id)?,
            received_at: Timestamp::from_millis(row.received_at),
            is_test: row.trial == 1,
            outcome: word(&row.outcome)?,
            error: row.error.as_deref().map(word).transpose()?,
            lead_id: maybe(row.lead_id)?,
            activity_id: maybe(row.activity_id)?,
            applied: row.reading.as_deref().map(AppliedFields::parse).unwrap_or_default(),
        })
    }
}

impl From<State> for ProcessedDelivery {
    fn from(state: State) -> Self {
        Self { outcome: state.outcome, lead_id: state.lead_id, error: state.error }
    }
}
