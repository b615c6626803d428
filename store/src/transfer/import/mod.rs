//! Records in: one JSON object, one transaction, all or nothing (CONTRACT §2).

mod chain;
mod conversations;
mod ids;
mod leads;
mod lookup;
mod names;
mod read;
mod records;
mod references;
mod sources;
mod tables;
mod values;
mod workspace;

use domain::Timestamp;

use chain::Chain;
use lookup::Lookup;
use records::Records;
use tables::Table;

use crate::search_index::{self, Index};
use crate::{Fault, Store, agency, unseen};

/// How many records an import brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imported {
    /// Records of every kind.
    pub records: usize,
}

/// Why an import was refused; its text is one line naming member, index, field and problem.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file is wrong; nothing was written.
    #[error("{0}")]
    Invalid(String),
    /// The database failed; nothing was written.
    #[error(transparent)]
    Store(#[from] crate::Error),
}

impl From<Fault> for ImportError {
    fn from(fault: Fault) -> Self {
        Self::Store(fault.into())
    }
}

impl From<sqlx::Error> for ImportError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// `member[index].field: problem`, the index from 0.
fn invalid(member: &str, index: usize, field: &str, problem: &str) -> ImportError {
    ImportError::Invalid(format!("{member}[{index}].{field}: {problem}"))
}

/// What an import writes to, parents first.
const TABLES: [&str; 18] = [
    "client",
    "project",
    "phase",
    "task",
    "deliverable",
    "comment",
    "client_channel_read",
    "admin_channel_read",
    "payment",
    "document",
    "note",
    "time_entry",
    "quote_item",
    "lead",
    "activity",
    "setting",
    "lead_source",
    "lead_delivery",
];

/// From so many records on, an import changes what a good way to search is.
const MANY: usize = 1_000;

impl Store {
    /// Brings in one JSON object of records, all or nothing (CONTRACT §2). `progress` is told how
    /// many records of how many are in.
    ///
    /// # Errors
    /// [`ImportError`].
    pub async fn import(
        &self,
        json: &[u8],
        progress: &mut (dyn FnMut(usize, usize) + Send),
    ) -> Result<Imported, ImportError> {
        let records = read::records(json)?;
        let mut tx = self.db.write().await?;
        // What is found to be new must still be new when it is written.
        // Deliveries first: who settles one has it before its lead and its source.
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        self.db.exclude_writers(&mut tx, &TABLES).await?;
        let tables = checked(records, &mut Lookup::new(&mut tx, &self.db), self.clock.now()).await?;
        let to_index = to_index(&tables);
        let records = tables::write(&mut tx, &self.db, tables, progress).await?;
        for (index, ids) in to_index {
            search_index::index_records(&mut tx, index, &ids).await?;
        }
        conversations::raise_last_comments(&mut tx).await?;
        agency::note_logo(&mut tx).await?;
        unseen::settle(&mut tx).await?;
        if records >= MANY {
            let tables: Vec<&str> = TABLES.into_iter().chain(Index::ALL.map(Index::table)).collect();
            self.db.take_stock(&mut tx, &tables).await?;
        }
        tx.commit().await?;
        Ok(Imported { records })
    }
}

/// Whose words are new: the records of the file, and the clients whose messages it brings.
fn to_index(tables: &[Table]) -> Vec<(Index, Vec<String>)> {
    let index = |table: &Table| match table.name() {
        "client" => Some((Index::Client, table.texts("id"))),
        "project" => Some((Index::Project, table.texts("id"))),
        "lead" => Some((Index::Lead, table.texts("id"))),
        "comment" => Some((Index::Thread, table.texts("client_id"))),
        _ => None,
    };
    tables.iter().filter_map(index).collect()
}

/// The rows that the records become, once everything about them is found to be right.
async fn checked(
    mut file: Records,
    lookup: &mut Lookup<'_>,
    now: Timestamp,
) -> Result<Vec<Table>, ImportError> {
    let chain = Chain::of(&file, lookup).await?;
    names::complete(&mut file.clients, lookup).await?;
    leads::check_emails(&file.leads, lookup).await?;
    leads::check_settings(&file.settings, lookup).await?;
    sources::check(&mut file, lookup, now).await?;
    conversations::date_comments(&mut file.comments, &chain, lookup, now).await?;
    let client_reads = ("client_channel_read", "client_channel_reads");
    let admin_reads = ("admin_channel_read", "admin_channel_reads");
    Ok(vec![
        workspace::clients(file.clients, now),
        workspace::projects(file.projects, now),
        workspace::phases(file.phases),
        workspace::tasks(file.tasks),
        workspace::deliverables(file.deliverables)?,
        conversations::comments(file.comments, &chain)?,
        conversations::reads(client_reads, file.client_channel_reads, &chain, lookup).await?,
        conversations::reads(admin_reads, file.admin_channel_reads, &chain, lookup).await?,
        workspace::payments(file.payments),
        workspace::documents(file.documents, now),
        workspace::notes(file.notes, now),
        workspace::time_entries(file.time_entries),
        workspace::quote_items(file.quote_items),
        leads::leads(file.leads, now),
        leads::activities(file.activities, now),
        leads::settings(file.settings),
        sources::sources(file.lead_sources, now)?,
        sources::deliveries(file.lead_deliveries, now)?,
    ])
}
