//! Rows of the table `lead_delivery`: the raw delivery and its state.

use std::collections::BTreeMap;

use domain::id::{ActivityId, DeliveryId, LeadId, SourceId};
use domain::leads::{DeliveryError, DeliveryOutcome, Mapping, RawDelivery, SourceKind};
use domain::{Timestamp, Zone};
use lead_intake::ParsedDelivery;

use super::applied_fields::AppliedFields;
use super::{ProcessedDelivery, body};
use crate::Fault;
use crate::db::column::read;
use crate::db::query::row;
use crate::db::row_lock;
use crate::db::{Connection, Tx};

/// The default source of leads from the main address.
const MAIN: &str = "webhook";

/// A raw delivery with the settings for parsing it.
pub(super) struct StoredDelivery {
    pub(super) raw: RawDelivery,
    is_main: bool,
    /// The name of its source: the default source of its leads.
    pub(super) source: String,
    pub(super) kind: SourceKind,
    pub(super) mapping: Mapping,
    pub(super) honeypot: Option<String>,
}

row! {
    row => StoredDelivery {
        honeypot;
        raw: RawDelivery {
            body: body::decode(&read::<String>(row, "encoding")?, read(row, "body")?)?,
            content_type: read(row, "content_type")?,
            headers: headers(&read::<String>(row, "headers")?)?,
        },
        is_main: read::<Option<String>>(row, "source_id")?.is_none(),
        source: read::<Option<_>>(row, "name")?.unwrap_or_else(|| MAIN.to_owned()),
        kind: read::<Option<_>>(row, "kind")?.unwrap_or(SourceKind::Auto),
        mapping: read::<Option<_>>(row, "mapping")?.unwrap_or_default(),
    }
}

/// The raw delivery with this id, or `None` when it was deleted.
pub(super) async fn stored_delivery(connection: &mut Connection, id: &str) -> Result<Option<StoredDelivery>, Fault> {
    let sql = "SELECT d.content_type, d.headers, d.encoding, d.body, \
         d.source_id, s.name, s.kind, s.mapping, s.honeypot \
         FROM lead_delivery d LEFT JOIN lead_source s ON s.id = d.source_id WHERE d.id = $1";
    connection.fetch_optional(sql, [id]).await
}

impl StoredDelivery {
    /// Parses it by the current rules of its address. With `is_replay`, a delivery that the main address
    /// refuses is parsed as from an unknown sender: the agency has reviewed it.
    pub(super) fn parse(&self, zone: &Zone, is_replay: bool) -> Result<ParsedDelivery, DeliveryError> {
        let parse = || lead_intake::parse(self.kind, &self.mapping, self.honeypot.as_deref(), &self.raw, zone);
        if !self.is_main {
            return parse();
        }
        let strict = lead_intake::parse_main_address(&self.raw);
        if is_replay { strict.or_else(|_| parse()) } else { strict }
    }

    /// The kind of its source.
    pub(super) fn sender(&self) -> &'static str {
        if self.is_main { MAIN } else { self.kind.as_str() }
    }

    /// The outcome when it cannot be parsed.
    pub(super) fn failure(&self) -> DeliveryOutcome {
        if self.is_main { DeliveryOutcome::Refused } else { DeliveryOutcome::Quarantined }
    }
}

/// The stored headers as a JSON object.
pub(super) fn headers_json(headers: &[(String, String)]) -> Result<String, Fault> {
    let headers: BTreeMap<_, _> = headers.iter().map(|(name, value)| (name, short(value))).collect();
    serde_json::to_string(&headers).map_err(|_| Fault::because("headers cannot be serialized"))
}

/// A header cut to its maximum length, without NUL, which PostgreSQL cannot store in text.
pub(super) fn short(value: &str) -> String {
    value.chars().filter(|letter| *letter != '\0').take(RawDelivery::MAX_HEADER_CHARS).collect()
}

/// The stored headers, by name.
pub(super) fn headers(json: &str) -> Result<Vec<(String, String)>, Fault> {
    let headers: BTreeMap<String, String> =
        serde_json::from_str(json).map_err(|_| Fault::because("stored headers are invalid"))?;
    Ok(headers.into_iter().collect())
}

/// The processing state of a delivery.
pub(super) struct State {
    pub(super) id: DeliveryId,
    pub(super) source_id: Option<SourceId>,
    pub(super) received_at: Timestamp,
    pub(super) is_test: bool,
    pub(super) outcome: DeliveryOutcome,
    pub(super) error: Option<DeliveryError>,
    pub(super) lead_id: Option<LeadId>,
    pub(super) activity_id: Option<ActivityId>,
    /// The fields its lead got from it.
    pub(super) applied: AppliedFields,
}

row! {
    row => State {
        id, source_id, received_at, outcome, error, lead_id, activity_id;
        is_test: read(row, "trial")?,
        applied: read::<Option<String>>(row, "reading")?.map_or_else(Default::default, |json| AppliedFields::parse(&json)),
    }
}

/// Locks a delivery until `tx` ends and returns its state; `None` when it was deleted.
pub(super) async fn lock(tx: &mut Tx, id: &str) -> Result<Option<State>, Fault> {
    if row_lock::acquire(tx, "lead_delivery", id).await? { state(tx, id).await } else { Ok(None) }
}

/// The current state of a delivery, without a lock.
pub(super) async fn state(connection: &mut Connection, id: &str) -> Result<Option<State>, Fault> {
    let sql = "SELECT id, source_id, received_at, trial, outcome, error, lead_id, activity_id, reading \
         FROM lead_delivery WHERE id = $1";
    connection.fetch_optional(sql, [id]).await
}

impl From<State> for ProcessedDelivery {
    fn from(state: State) -> Self {
        Self { outcome: state.outcome, lead_id: state.lead_id, error: state.error }
    }
}
