//! The tables of the workspace: each lists its columns once. From that list come the columns that are
//! selected, the record in a row, the row of a record, the member of an export and the reader of an import.

#[macro_use]
mod define;

mod clients;
mod column;
mod conversations;
mod leads;
mod project_records;
mod projects;
mod record;
mod settings;
mod values;

use domain::Timestamp;

pub(crate) use clients::ClientImport;
pub(crate) use column::{Cell, Column, Kind};
pub(crate) use conversations::{CommentImport, ReadImport};
pub(crate) use leads::{ActivityImport, DeliveryImport, LeadImport, SourceImport};
pub(crate) use project_records::{
    DocumentImport, NoteImport, PaymentImport, QuoteItemImport, TimeEntryImport,
};
pub(crate) use projects::{DeliverableImport, PhaseImport, ProjectImport, TaskImport};
pub(crate) use record::{
    Record, Row, bind_cells, insert, insert_statement, insert_with, select, select_one, update,
};
pub(crate) use settings::SettingImport;
pub(crate) use values::{Count, Id, Object};

/// A table as an export writes it.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    /// The member of the file that holds its records.
    pub(crate) member: &'static str,
    /// The columns in the order of the file.
    pub(crate) columns: &'static [(&'static str, Kind)],
    /// How many of the columns, from the first, name a record.
    pub(crate) key: usize,
    /// What the columns are selected from.
    pub(crate) from: &'static str,
}

/// A record of an import file, checked while it is read.
pub(crate) trait Import {
    const TABLE: Table;
    /// The columns that are written.
    const NAMES: &'static [&'static str];

    /// The values of [`Import::NAMES`]; `now` is when records were made that have no date.
    fn cells(self, now: Timestamp) -> Vec<Cell>;
}

/// In the order of an export file (docs/REFERENCE.md#records), parents before their children.
pub(crate) const TABLES: [Table; 18] = [
    ClientImport::TABLE,
    ProjectImport::TABLE,
    PhaseImport::TABLE,
    TaskImport::TABLE,
    DeliverableImport::TABLE,
    Table { from: conversations::COMMENTS, ..CommentImport::TABLE },
    Table { key: 2, ..ReadImport::TABLE },
    conversations::ADMIN_READS,
    PaymentImport::TABLE,
    DocumentImport::TABLE,
    NoteImport::TABLE,
    TimeEntryImport::TABLE,
    QuoteItemImport::TABLE,
    LeadImport::TABLE,
    ActivityImport::TABLE,
    SettingImport::TABLE,
    SourceImport::TABLE,
    DeliveryImport::TABLE,
];
