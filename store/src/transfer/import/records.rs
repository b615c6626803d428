//! The members of an import file: arrays of records (docs/REFERENCE.md#import-and-export). A field with a
//! default may be absent or null.

use serde::{Deserialize, Deserializer};

use crate::tables::{
    ActivityImport, ClientImport, CommentImport, ContactImport, ContactReadImport, DeliverableImport, DeliveryImport,
    DocumentImport, FileImport, LeadImport, MaterialImport, MaterialTemplateImport, MemberImport, NoteImport, Object,
    PaymentImport, PhaseImport, ProjectImport, QuoteImport, QuoteItemImport, ReadImport, ReceiptImport, SettingImport,
    SourceImport, TaskImport, TimeEntryImport, VersionImport,
};

/// Declares the struct of the file; every member is optional.
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
        members: MemberImport,
        clients: ClientImport,
        contacts: ContactImport,
        files: FileImport,
        projects: ProjectImport,
        phases: PhaseImport,
        tasks: TaskImport,
        deliverables: DeliverableImport,
        deliverable_versions: VersionImport,
        comments: CommentImport,
        client_channel_reads: ReadImport,
        contact_channel_reads: ContactReadImport,
        admin_channel_reads: ReadImport,
        payments: PaymentImport,
        documents: DocumentImport,
        material_templates: MaterialTemplateImport,
        material_requests: MaterialImport,
        notes: NoteImport,
        time_entries: TimeEntryImport,
        quote_items: QuoteItemImport,
        quotes: QuoteImport,
        receipts: ReceiptImport,
        leads: LeadImport,
        activities: ActivityImport,
        settings: SettingImport,
        lead_sources: SourceImport,
        lead_deliveries: DeliveryImport,
    }
}

fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let objects = Vec::<Object<T>>::deserialize(deserializer)?;
    Ok(objects.into_iter().map(|Object(record)| record).collect())
}
