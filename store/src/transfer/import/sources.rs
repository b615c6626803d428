//! Sources of leads and what they delivered, as rows.

use std::collections::HashMap;

use domain::lead::source::SourceTrouble;
use domain::lead::{DeliveryOutcome, Mapping, SourceKey, SourceKind};
use domain::{Form, Timestamp};

use super::lookup::Lookup;
use super::records::{DeliveryRecord, Records, SourceRecord};
use super::tables::{Table, maybe_moment, maybe_text, moment, number, text};
use super::values::Count;
use super::{ImportError, invalid};
use crate::{Fault, secrets};

/// Checks what the database alone knows, and counts what the sources do not say of themselves.
pub(super) async fn check(
    file: &mut Records,
    lookup: &mut Lookup<'_>,
    now: Timestamp,
) -> Result<(), ImportError> {
    let sources = file.lead_sources.iter().enumerate();
    let keys = sources.filter_map(|(index, source)| Some((index, source.key.as_ref()?.reveal())));
    lookup.unused("lead_sources", "key", "SELECT key FROM lead_source WHERE key IN", keys).await?;
    let deliveries = file.lead_deliveries.iter().enumerate();
    let keys = deliveries.filter_map(|(index, one)| Some((index, one.dedup_key.as_ref()?.0.as_str())));
    let taken = "SELECT dedup_key FROM lead_delivery WHERE dedup_key IN";
    lookup.unused("lead_deliveries", "dedup_key", taken, keys).await?;
    count(&mut file.lead_sources, &file.lead_deliveries, now);
    Ok(())
}

/// Counts from the deliveries in the file what a source of the file does not say of itself: one that says
/// how many it received says the rest, too.
fn count(sources: &mut [SourceRecord], deliveries: &[DeliveryRecord], now: Timestamp) {
    let mut counts = HashMap::<&str, Counts>::new();
    for delivery in deliveries.iter().filter(|delivery| delivery.trial != Some(true)) {
        if let Some(source) = &delivery.source_id {
            counts.entry(&source.0).or_default().add(delivery, now);
        }
    }
    for source in sources.iter_mut().filter(|source| source.received.is_none()) {
        let counted = counts.remove(source.id.0.as_str()).unwrap_or_default();
        source.received = Some(Count(counted.received));
        source.taken_in.get_or_insert(Count(counted.taken_in));
        source.last_received_at = source.last_received_at.or(counted.last_received_at);
        source.last_success_at = source.last_success_at.or(counted.last_success_at);
    }
}

/// What there is to count about a source.
#[derive(Debug, Default)]
struct Counts {
    received: i64,
    taken_in: i64,
    last_received_at: Option<Timestamp>,
    last_success_at: Option<Timestamp>,
}

impl Counts {
    fn add(&mut self, delivery: &DeliveryRecord, now: Timestamp) {
        let at = delivery.received_at.unwrap_or(now);
        self.received += 1;
        self.last_received_at = self.last_received_at.max(Some(at));
        if outcome(delivery).is_taken_in() {
            self.taken_in += 1;
            self.last_success_at = self.last_success_at.max(Some(at));
        }
    }
}

pub(super) fn sources(records: Vec<SourceRecord>, now: Timestamp) -> Result<Table, ImportError> {
    let columns = &[
        "id",
        "name",
        "kind",
        "key",
        "signing_secret",
        "honeypot",
        "mapping",
        "active",
        "created_at",
        "received",
        "taken_in",
        "last_received_at",
        "last_success_at",
        "refused_at",
        "refusal",
    ] as &[_];
    let mut rows = Vec::with_capacity(records.len());
    for (index, source) in records.into_iter().enumerate() {
        check_refusal(index, &source)?;
        // What is empty is as if it were not there: an empty secret would be no secret.
        let line = |text: Option<String>| maybe_text(text.filter(|text| !text.trim().is_empty()));
        rows.push(vec![
            text(source.id.0),
            text(source.name.0),
            text(source.kind.unwrap_or(SourceKind::Auto).as_str()),
            text(source.key.map_or_else(secrets::secret, |key: SourceKey| key.reveal().to_owned())),
            line(source.signing_secret.map(|secret| secret.0)),
            line(source.honeypot.map(|honeypot| honeypot.0)),
            text(mapping(index, &source.mapping.unwrap_or_default())?),
            number(i64::from(source.active.unwrap_or(true))),
            moment(source.created_at.unwrap_or(now)),
            number(source.received.map_or(0, |count| count.0)),
            number(source.taken_in.map_or(0, |count| count.0)),
            maybe_moment(source.last_received_at),
            maybe_moment(source.last_success_at),
            maybe_moment(source.refused_at),
            maybe_text(source.refusal.map(SourceTrouble::as_str)),
        ]);
    }
    Ok(Table::new("lead_source", columns, rows))
}

/// A refusal has a moment, a moment a refusal; and not every trouble is one.
fn check_refusal(index: usize, source: &SourceRecord) -> Result<(), ImportError> {
    if source.refused_at.is_some() != source.refusal.is_some() {
        let problem = "must be given exactly when refusal is";
        return Err(invalid("lead_sources", index, "refused_at", problem));
    }
    match source.refusal {
        None | Some(SourceTrouble::BadSignature | SourceTrouble::TooLarge) => Ok(()),
        Some(SourceTrouble::Failing | SourceTrouble::Silent) => {
            Err(invalid("lead_sources", index, "refusal", "must be bad_signature or too_large"))
        }
    }
}

/// The mapping as it is stored; its places are such as a form would take.
fn mapping(index: usize, mapping: &Mapping) -> Result<String, ImportError> {
    if Mapping::read(&Form::from(mapping)).as_ref() != Ok(mapping) {
        let problem = "must name places that begin with / and have at most 1000 characters";
        return Err(invalid("lead_sources", index, "mapping", problem));
    }
    serde_json::to_string(mapping).map_err(|_| Fault::because("a mapping is no JSON").into())
}

/// What became of a delivery; of one that does not say: it is taken in if a lead has it, else it is still
/// to be read.
fn outcome(delivery: &DeliveryRecord) -> DeliveryOutcome {
    delivery.outcome.unwrap_or(match delivery.lead_id {
        Some(_) => DeliveryOutcome::Updated,
        None => DeliveryOutcome::Received,
    })
}

pub(super) fn deliveries(records: Vec<DeliveryRecord>, now: Timestamp) -> Result<Table, ImportError> {
    let columns = &[
        "id",
        "source_id",
        "received_at",
        "outcome",
        "error",
        "lead_id",
        "activity_id",
        "dedup_key",
        "repeats",
        "reading",
        "content_type",
        "headers",
        "encoding",
        "body",
        "trial",
    ] as &[_];
    let mut rows = Vec::with_capacity(records.len());
    for (index, delivery) in records.into_iter().enumerate() {
        let outcome = outcome(&delivery);
        let encoding = delivery.encoding.unwrap_or_default();
        check_delivery(index, &delivery, outcome)?;
        let headers: serde_json::Map<_, _> = delivery
            .headers
            .unwrap_or_default()
            .into_iter()
            .map(|(name, value)| (name, value.0.into()))
            .collect();
        rows.push(vec![
            text(delivery.id.0),
            maybe_text(delivery.source_id.map(|source| source.0)),
            moment(delivery.received_at.unwrap_or(now)),
            text(outcome.as_str()),
            maybe_text(delivery.error.map(|error| error.0)),
            maybe_text(delivery.lead_id.map(|lead| lead.0)),
            maybe_text(delivery.activity_id.map(|activity| activity.0)),
            maybe_text(delivery.dedup_key.map(|key| key.0)),
            number(delivery.repeats.map_or(0, |count| count.0)),
            maybe_text(delivery.reading.map(|reading| reading.to_string())),
            maybe_text(delivery.content_type.map(|kind| kind.0)),
            text(serde_json::Value::Object(headers).to_string()),
            text(encoding.as_str()),
            text(delivery.body.0),
            number(i64::from(delivery.trial.unwrap_or(false))),
        ]);
    }
    Ok(Table::new("lead_delivery", columns, rows))
}

/// A lead has a delivery exactly when it was taken in; base64 is base64.
fn check_delivery(
    index: usize,
    delivery: &DeliveryRecord,
    outcome: DeliveryOutcome,
) -> Result<(), ImportError> {
    let wrong = |field, problem: &str| Err(invalid("lead_deliveries", index, field, problem));
    match (outcome.is_taken_in(), &delivery.lead_id) {
        (true, None) => return wrong("lead_id", &format!("must be given, because outcome is {outcome}")),
        (false, Some(_)) => {
            return wrong("lead_id", &format!("must be absent, because outcome is {outcome}"));
        }
        _ => {}
    }
    if !delivery.encoding.unwrap_or_default().fits(&delivery.body.0) {
        return wrong("body", "must be base64, because encoding is base64");
    }
    Ok(())
}
