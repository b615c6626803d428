//! The table definitions: each lists its columns once. The macro derives the selected columns, reading and
//! writing a record, the member of an export and the parser of an import.

#[macro_use]
mod define;

mod clients;
mod conversations;
mod encoding;
mod files;
mod imported;
mod leads;
mod members;
mod people;
mod project_records;
mod projects;
mod record;
mod settings;
mod values;

use domain::Timestamp;

use crate::db::column::{Cell, Kind};

pub(crate) use clients::ClientImport;
pub(crate) use conversations::{CommentImport, ReadImport};
pub(crate) use encoding::Encoding;
pub(crate) use files::FileImport;
pub(crate) use leads::{ActivityImport, DeliveryImport, LeadImport, SourceImport};
pub(crate) use members::MemberImport;
pub(crate) use people::{ContactImport, ContactReadImport};
pub(crate) use project_records::{
    DocumentImport, MaterialImport, MaterialTemplateImport, NoteImport, PaymentImport, QuoteImport, QuoteItemImport,
    TimeEntryImport,
};
pub(crate) use projects::{DeliverableImport, PhaseImport, ProjectImport, ReceiptImport, TaskImport, VersionImport};
pub(crate) use record::{Record, insert, insert_statement, insert_with, select, select_one, update};
pub(crate) use settings::SettingImport;
pub(crate) use values::{Count, Id, Object, Whole};

/// A table of an export.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    /// The member of the file that holds its records.
    pub(crate) member: &'static str,
    /// The columns in the order of the file.
    pub(crate) columns: &'static [(&'static str, Kind)],
    /// The number of leading columns that form the key.
    pub(crate) key: usize,
    /// What the columns are selected from.
    pub(crate) from: &'static str,
    /// Whether an export leaves the member out when it has no records: an export of a workspace without them stays as it
    /// was before there was such a member.
    pub(crate) is_optional: bool,
}

/// A record of an import file, validated while it is parsed.
pub(crate) trait Import {
    const TABLE: Table;
    /// The columns that are written.
    const NAMES: &'static [&'static str];

    /// The values of [`Import::NAMES`]; `now` is the default of dates.
    fn cells(self, now: Timestamp) -> Vec<Cell>;
}

/// In the order of an export file (docs/REFERENCE.md#records), parents before their children.
pub(crate) const TABLES: [Table; 27] = [
    MemberImport::TABLE,
    ClientImport::TABLE,
    ContactImport::TABLE,
    FileImport::TABLE,
    ProjectImport::TABLE,
    PhaseImport::TABLE,
    TaskImport::TABLE,
    Table { from: projects::DELIVERABLES, ..DeliverableImport::TABLE },
    VersionImport::TABLE,
    Table { from: conversations::COMMENTS, ..CommentImport::TABLE },
    Table { key: 2, ..ReadImport::TABLE },
    Table { key: 2, ..ContactReadImport::TABLE },
    conversations::ADMIN_READS,
    PaymentImport::TABLE,
    DocumentImport::TABLE,
    MaterialTemplateImport::TABLE,
    Table { from: project_records::MATERIAL_REQUESTS, ..MaterialImport::TABLE },
    NoteImport::TABLE,
    TimeEntryImport::TABLE,
    QuoteItemImport::TABLE,
    Table { is_optional: true, ..QuoteImport::TABLE },
    ReceiptImport::TABLE,
    LeadImport::TABLE,
    ActivityImport::TABLE,
    SettingImport::TABLE,
    SourceImport::TABLE,
    DeliveryImport::TABLE,
];
