//! Leads, activities, lead sources and deliveries.

use domain::leads::source::SourceTrouble;
use domain::leads::{DeliveryOutcome, FormSettings, LeadSource, Mapping, SourceKey, SourceKind};
use domain::{Activity, ActivityKind, Date, EmailAddress, Lead, LeadStatus, Timestamp};
use serde_json::Value;

use super::Encoding;
use super::values::{
    Assigned, Body, Cents, Count, ErrorText, Headers, Id, Later, Line, Name, Phone, Prose, Text, Whole,
};

table! {
    lead, member leads, import LeadImport, record Lead,
    |now| {
        id: Id,
        name: Name,
        email: Option<EmailAddress>,
        phone: Option<Phone>,
        company: Option<Line>,
        source: Option<Text<1, 100>> = Text("import".to_owned()),
        status: Option<LeadStatus> = LeadStatus::New,
        last_contact_date: Option<Timestamp> = created_at.unwrap_or(now),
        call_date: Option<Timestamp>,
        client_id: Option<Id>,
        value_cents: Option<Later<Cents>>,
        next_step: Option<Later<Line>>,
        next_step_on: Option<Later<Date>>,
        created_at: Option<Timestamp> = now,
    }
    counted { assigned: Option<Assigned> = Assigned::default() }
}

table! {
    activity, member activities, import ActivityImport, record Activity,
    |now| {
        id: Id,
        lead_id: Id,
        kind: ActivityKind,
        text: Option<Prose> = Text(String::new()),
        starts_at: Option<Timestamp>,
        payload: Option<Value>,
        created_at: Option<Timestamp> = now,
        author_name: Option<Name>,
    }
}

table! {
    lead_source, member lead_sources, import SourceImport, record LeadSource,
    |now| {
        id: Id,
        name: Text<1, 100>,
        kind: Option<SourceKind> = SourceKind::Auto,
        key: Option<SourceKey>,
        signing_secret: Option<Text<0, 500>>,
        honeypot: Option<Text<0, 100>>,
        mapping: Option<Mapping> = Mapping::default(),
        active: Option<bool> = true,
        form: Option<FormSettings>,
        created_at: Option<Timestamp> = now,
    }
    counted {
        received: Option<Count> = Whole(0),
        taken_in: Option<Count> = Whole(0),
        last_received_at: Option<Timestamp>,
        last_success_at: Option<Timestamp>,
        refused_at: Option<Timestamp>,
        refusal: Option<SourceTrouble>,
    }
}

table! {
    lead_delivery, member lead_deliveries, import DeliveryImport,
    |now| {
        id: Id,
        source_id: Option<Id>,
        received_at: Option<Timestamp> = now,
        content_type: Option<Text<0, 500>>,
        headers: Option<Headers> = Headers::new(),
        body: Body,
        encoding: Option<Encoding> = Encoding::default(),
        outcome: Option<DeliveryOutcome> = default_outcome(lead_id.as_ref()),
        error: Option<ErrorText>,
        lead_id: Option<Id>,
        activity_id: Option<Id>,
        dedup_key: Option<Text<1, 128>>,
        repeats: Option<Count> = Whole(0),
        reading: Option<Value>,
        trial: Option<bool> = false,
    }
}

/// The default outcome: taken in if the delivery has a lead, else unprocessed.
fn default_outcome(lead: Option<&Id>) -> DeliveryOutcome {
    if lead.is_some() { DeliveryOutcome::Updated } else { DeliveryOutcome::Received }
}

impl DeliveryImport {
    /// The outcome, or its default.
    pub(crate) fn outcome(&self) -> DeliveryOutcome {
        self.outcome.unwrap_or_else(|| default_outcome(self.lead_id.as_ref()))
    }
}
