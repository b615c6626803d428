//! Validating lead sources and deliveries of an import.

use std::collections::HashMap;

use domain::leads::source::SourceTrouble;
use domain::leads::{FormSettings, Mapping};
use domain::{Form, Timestamp};

use super::lookup::Lookup;
use super::records::Records;
use super::{ImportError, invalid};
use crate::db::rows::stored;
use crate::secrets;
use crate::tables::{DeliveryImport, SourceImport, Whole};

/// Checks that keys are unused, and fills in missing keys and counts.
pub(super) async fn check(file: &mut Records, lookup: &mut Lookup<'_>, now: Timestamp) -> Result<(), ImportError> {
    let sources = file.lead_sources.iter().enumerate();
    let keys = sources.filter_map(|(index, source)| Some((index, source.key.as_ref()?.reveal())));
    lookup.unused("lead_sources", "key", "SELECT key FROM lead_source WHERE key IN", keys).await?;
    let deliveries = file.lead_deliveries.iter().enumerate();
    let keys = deliveries.filter_map(|(index, one)| Some((index, one.dedup_key.as_ref()?.0.as_str())));
    let taken = "SELECT dedup_key FROM lead_delivery WHERE dedup_key IN";
    lookup.unused("lead_deliveries", "dedup_key", taken, keys).await?;
    count(&mut file.lead_sources, &file.lead_deliveries, now);
    for source in &mut file.lead_sources {
        if source.key.is_none() {
            source.key = Some(stored(secrets::secret())?);
        }
        // Empty means absent: an empty secret protects nothing.
        source.signing_secret.take_if(|secret| secret.0.trim().is_empty());
        source.honeypot.take_if(|honeypot| honeypot.0.trim().is_empty());
        source.form.take_if(|form| *form == FormSettings::default());
    }
    Ok(())
}

/// Fills in the counts of sources without `received` from the deliveries in the file.
fn count(sources: &mut [SourceImport], deliveries: &[DeliveryImport], now: Timestamp) {
    let mut counts = HashMap::<&str, Counts>::new();
    for delivery in deliveries.iter().filter(|delivery| delivery.trial != Some(true)) {
        if let Some(source) = &delivery.source_id {
            counts.entry(&source.0).or_default().add(delivery, now);
        }
    }
    for source in sources.iter_mut().filter(|source| source.received.is_none()) {
        let counted = counts.remove(source.id.0.as_str()).unwrap_or_default();
        source.received = Some(Whole(counted.received));
        source.taken_in.get_or_insert(Whole(counted.taken_in));
        source.last_received_at = source.last_received_at.or(counted.last_received_at);
        source.last_success_at = source.last_success_at.or(counted.last_success_at);
    }
}

/// The counts of a source.
#[derive(Debug, Default)]
struct Counts {
    received: i64,
    taken_in: i64,
    last_received_at: Option<Timestamp>,
    last_success_at: Option<Timestamp>,
}

impl Counts {
    fn add(&mut self, delivery: &DeliveryImport, now: Timestamp) {
        let at = delivery.received_at.unwrap_or(now);
        self.received += 1;
        self.last_received_at = self.last_received_at.max(Some(at));
        if delivery.outcome().is_taken_in() {
            self.taken_in += 1;
            self.last_success_at = self.last_success_at.max(Some(at));
        }
    }
}

/// Checks refusals, mappings and contact forms.
pub(super) fn check_sources(sources: &[SourceImport]) -> Result<(), ImportError> {
    for (index, source) in sources.iter().enumerate() {
        check_refusal(index, source)?;
        if let Some(mapping) = &source.mapping {
            check_mapping(index, mapping)?;
        }
        if let Some(form) = &source.form {
            check_form(index, form)?;
        }
    }
    Ok(())
}

/// `refusal` and `refused_at` are given together, and only some troubles are refusals.
fn check_refusal(index: usize, source: &SourceImport) -> Result<(), ImportError> {
    if source.refused_at.is_some() != source.refusal.is_some() {
        let problem = "must be given exactly when refusal is";
        return Err(invalid("lead_sources", index, "refused_at", problem));
    }
    match source.refusal {
        None | Some(SourceTrouble::BadSignature | SourceTrouble::TooLarge) => Ok(()),
        Some(_) => Err(invalid("lead_sources", index, "refusal", "must be bad_signature or too_large")),
    }
}

/// A mapping must be one that the form accepts.
fn check_mapping(index: usize, mapping: &Mapping) -> Result<(), ImportError> {
    if Mapping::read(&Form::from(mapping)).as_ref() == Ok(mapping) {
        return Ok(());
    }
    let problem = "must name places that begin with / and have at most 1000 characters";
    Err(invalid("lead_sources", index, "mapping", problem))
}

/// The settings of a contact form must be ones that their form accepts.
fn check_form(index: usize, settings: &FormSettings) -> Result<(), ImportError> {
    if FormSettings::read(&Form::from(settings)).as_ref() == Ok(settings) {
        return Ok(());
    }
    let problem = "must have texts of at most 1000 characters and an address that begins with https:// or http://";
    Err(invalid("lead_sources", index, "form", problem))
}

/// `lead_id` is present exactly when the delivery was taken in; a base64 body must be valid.
pub(super) fn check_deliveries(deliveries: &[DeliveryImport]) -> Result<(), ImportError> {
    for (index, delivery) in deliveries.iter().enumerate() {
        let wrong = |field, problem: &str| Err(invalid("lead_deliveries", index, field, problem));
        let outcome = delivery.outcome();
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
    }
    Ok(())
}
