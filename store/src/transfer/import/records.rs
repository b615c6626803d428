//! The file of an import: arrays of records, named in the plural (CONTRACT §2). What has a default
//! may be absent or null.

use domain::lead::source::SourceTrouble;
use domain::lead::{DeliveryOutcome, Mapping, SourceKey, SourceKind};
use domain::{
    ActivityKind, Author, Currency, Date, DeliverableStatus, EmailAddress, EntityType, Language, LeadStatus,
    MessageText, PhaseStatus, ProjectStatus, Quantity, Slug, TaskStatus, Timestamp, Token,
};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::values::{Body, Complaint, Count, Headers, Id, Line, Name, Object, Phone, Prose, Text, Url};
use crate::leads::Encoding;

/// Declares the records; every field is read, no other is accepted.
macro_rules! records {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $name { $(pub(super) $field: $type),+ }
    )+};
}

records! {
    ClientRecord {
        id: Id, name: Name, company: Option<Line>, email: Option<EmailAddress>, phone: Option<Phone>,
        language: Option<Language>, token: Option<Token>, slug: Option<Slug>, created_at: Option<Timestamp>,
    }
    ProjectRecord {
        id: Id, client_id: Id, name: Name, description: Option<Prose>, status: Option<ProjectStatus>,
        starts_on: Option<Date>, due_on: Option<Date>, created_at: Option<Timestamp>,
    }
    PhaseRecord {
        id: Id, project_id: Id, name: Name, description: Option<Prose>, status: Option<PhaseStatus>,
        position: Option<Count>, due_on: Option<Date>,
    }
    TaskRecord {
        id: Id, phase_id: Id, title: Name, description: Option<Prose>, status: Option<TaskStatus>,
        position: Option<Count>, due_on: Option<Date>,
    }
    DeliverableRecord {
        id: Id, task_id: Id, title: Name, description: Option<Prose>, url: Option<Url>,
        status: Option<DeliverableStatus>, approved_at: Option<Timestamp>,
    }
    CommentRecord {
        id: Id, entity_type: EntityType, entity_id: Id, author: Author, text: MessageText,
        created_at: Option<Timestamp>,
    }
    ReadRecord { client_id: Id, channel_key: Id, read_at: Timestamp }
    PaymentRecord {
        id: Id, project_id: Id, label: Name, amount_cents: i64, currency: Option<Currency>,
        due_on: Option<Date>, paid_at: Option<Timestamp>,
    }
    DocumentRecord { id: Id, project_id: Id, name: Name, url: Url, created_at: Option<Timestamp> }
    NoteRecord { id: Id, project_id: Id, text: Text<1, 10_000>, created_at: Option<Timestamp> }
    TimeEntryRecord {
        id: Id, project_id: Id, task_id: Option<Id>, spent_on: Date, minutes: Count,
        description: Option<Prose>,
    }
    QuoteItemRecord {
        id: Id, project_id: Id, description: Text<1, 2_000>, quantity: Quantity, unit_price_cents: i64,
        position: Option<Count>,
    }
    LeadRecord {
        id: Id, name: Name, email: Option<EmailAddress>, phone: Option<Phone>, company: Option<Line>,
        source: Option<Text<1, 100>>, status: Option<LeadStatus>, last_contact_date: Option<Timestamp>,
        call_date: Option<Timestamp>, client_id: Option<Id>, created_at: Option<Timestamp>,
    }
    ActivityRecord {
        id: Id, lead_id: Id, kind: ActivityKind, text: Option<Prose>, starts_at: Option<Timestamp>,
        payload: Option<Value>, created_at: Option<Timestamp>,
    }
    SettingRecord { key: Text<1, 100>, value: Prose }
    SourceRecord {
        id: Id, name: Text<1, 100>, kind: Option<SourceKind>, key: Option<SourceKey>,
        signing_secret: Option<Text<0, 500>>, honeypot: Option<Text<0, 100>>, mapping: Option<Mapping>,
        active: Option<bool>, created_at: Option<Timestamp>, received: Option<Count>, taken_in: Option<Count>,
        last_received_at: Option<Timestamp>, last_success_at: Option<Timestamp>,
        refused_at: Option<Timestamp>, refusal: Option<SourceTrouble>,
    }
    DeliveryRecord {
        id: Id, source_id: Option<Id>, received_at: Option<Timestamp>, content_type: Option<Text<0, 500>>,
        headers: Option<Headers>, body: Body, encoding: Option<Encoding>, outcome: Option<DeliveryOutcome>,
        error: Option<Complaint>, lead_id: Option<Id>, activity_id: Option<Id>,
        dedup_key: Option<Text<1, 128>>, repeats: Option<Count>, reading: Option<Value>,
        trial: Option<bool>,
    }
}

/// Declares the file; every member is optional.
macro_rules! file {
    ($(#[$doc:meta])* $name:ident { $($member:ident: $record:ty),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Default, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub(super) struct $name {
            $(#[serde(deserialize_with = "objects")] pub(super) $member: Vec<$record>),+
        }
    };
}

file! {
    /// All the records of a file.
    Records {
        clients: ClientRecord,
        projects: ProjectRecord,
        phases: PhaseRecord,
        tasks: TaskRecord,
        deliverables: DeliverableRecord,
        comments: CommentRecord,
        client_channel_reads: ReadRecord,
        admin_channel_reads: ReadRecord,
        payments: PaymentRecord,
        documents: DocumentRecord,
        notes: NoteRecord,
        time_entries: TimeEntryRecord,
        quote_items: QuoteItemRecord,
        leads: LeadRecord,
        activities: ActivityRecord,
        settings: SettingRecord,
        lead_sources: SourceRecord,
        lead_deliveries: DeliveryRecord,
    }
}

fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let objects = Vec::<Object<T>>::deserialize(deserializer)?;
    Ok(objects.into_iter().map(|Object(record)| record).collect())
}
