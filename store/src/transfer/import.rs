//! Import: one JSON object in one transaction (docs/REFERENCE.md#import-and-export).

mod attachments;
mod chain;
mod conversations;
mod files;
mod ids;
mod leads;
mod lookup;
mod names;
mod projects;
mod read;
mod records;
mod references;
mod rows;
mod sources;

use domain::files::Quarantine;
use domain::{File, Timestamp};

use chain::Chain;
use lookup::Lookup;
use records::Records;
use rows::Rows;

use crate::conversation::{turn, unread};
use crate::notifications;
use crate::projects::versions;
use crate::search_index::{self, Index};
use crate::settings::agency;
use crate::tables::TABLES;
use crate::{Fault, Store};

/// The result of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imported {
    /// Records of every kind.
    pub records: usize,
}

/// Why an import was refused; its text is one line with member, index, field and problem.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file is invalid; nothing was written.
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

/// `member[index].field: problem`, the index counted from 0.
fn invalid(member: &str, index: usize, field: &str, problem: &str) -> ImportError {
    ImportError::Invalid(format!("{member}[{index}].{field}: {problem}"))
}

/// From this many records on, an import updates the planner's statistics and vacuums.
const LARGE: usize = 1_000;

impl Store {
    /// Imports one JSON object of records, all or nothing (docs/REFERENCE.md#import-and-export). `progress`
    /// is called with the number of rows written and their total.
    pub async fn import(
        &self,
        json: &[u8],
        progress: &mut (dyn FnMut(usize, usize) + Send),
    ) -> Result<Imported, ImportError> {
        let records = read::records(json)?;
        let mut tx = self.db.write_long().await?;
        // Values that are checked to be unused must stay unused until they are written.
        // Lock order: deliveries before leads and sources.
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        let names = TABLES.map(|table| table.name);
        self.db.exclude_writers(&mut tx, &names).await?;
        let tables = validated_rows(records, &mut Lookup::new(&mut tx, &self.db), self.clock.now()).await?;
        let to_index = to_index(&tables);
        let sources = tables.iter().find(|rows| rows.table() == "lead_source").map(|rows| rows.texts("id"));
        let parts = tables.iter().find(|rows| rows.table() == "material_file").map_or(0, Rows::len);
        let records = rows::write(&mut tx, &self.db, tables, progress).await? - parts;
        versions::link_newest(&mut tx).await?;
        for (index, ids) in to_index {
            search_index::index_records(&mut tx, index, &ids).await?;
        }
        conversations::raise_last_comments(&mut tx).await?;
        crate::files::record_bytes(&mut tx).await?;
        agency::store_logo_versions(&mut tx).await?;
        unread::recompute_unseen(&mut tx).await?;
        turn::derive_all(&mut tx).await?;
        notifications::queue::source_trouble::mark_notified(&mut tx, &sources.unwrap_or_default(), self.clock.now())
            .await?;
        let tables: Vec<&str> = names.into_iter().chain(Index::ALL.map(Index::table)).collect();
        if records >= LARGE {
            self.db.update_statistics(&mut tx, &tables).await?;
        }
        tx.commit().await?;
        if records >= LARGE {
            self.db.vacuum(&tables).await;
        }
        Ok(Imported { records })
    }
}

/// The files of an export whose bytes its backup has, all but infected ones; those of the same bytes one after the other.
///
/// # Errors
/// [`ImportError::Invalid`]: it is none.
pub fn files_of_export(json: &[u8]) -> Result<Vec<File>, ImportError> {
    #[derive(serde::Deserialize)]
    struct Export {
        #[serde(default)]
        files: Vec<File>,
    }
    let export: Export = serde_json::from_slice(json).map_err(|error| ImportError::Invalid(error.to_string()))?;
    let mut files = export.files;
    files.retain(|file| file.quarantine != Some(Quarantine::Infected));
    files.sort_by(|one, other| (&one.sha256, &one.id).cmp(&(&other.sha256, &other.id)));
    Ok(files)
}

/// The records to index for search: those of the file, and the clients of its messages, and what has versions.
fn to_index(tables: &[Rows]) -> Vec<(Index, Vec<String>)> {
    let index = |rows: &Rows| match rows.table() {
        "comment" => Some((Index::Thread, rows.texts("client_id"))),
        "deliverable_version" => Some((Index::Deliverable, rows.texts("deliverable_id"))),
        table => Index::of_table(table).map(|index| (index, rows.texts("id"))),
    };
    tables.iter().filter_map(index).collect()
}

/// Validates the records and returns their rows.
async fn validated_rows(mut file: Records, lookup: &mut Lookup<'_>, now: Timestamp) -> Result<Vec<Rows>, ImportError> {
    let chain = Chain::of(&file, lookup).await?;
    leads::check_member_emails(&file.members, lookup).await?;
    names::complete(&mut file.clients, &mut file.contacts, lookup).await?;
    leads::check_emails(&file.leads, lookup).await?;
    leads::check_settings(&file.settings, lookup).await?;
    sources::check(&mut file, lookup, now).await?;
    conversations::date_comments(&mut file.comments, &chain, lookup, now).await?;
    files::check(&file.files, &chain)?;
    files::check_single_use(&file, lookup).await?;
    files::check_contents(&file.documents, &file.deliverable_versions)?;
    projects::check_approvals(&file.deliverables)?;
    projects::check_versions(&file.deliverable_versions, lookup).await?;
    projects::check_quotes(&file.quotes, lookup).await?;
    projects::check_receipts(&file.receipts, lookup).await?;
    let attached = attachments::files(&file.comments)?;
    let comments = conversations::comments(file.comments, &chain)?;
    let client_reads = ("client_channel_read", "client_channel_reads");
    let client_reads = conversations::reads(client_reads, file.client_channel_reads, &chain, lookup).await?;
    let contact_reads = conversations::contact_reads(file.contact_channel_reads, &chain, lookup).await?;
    let admin_reads = ("admin_channel_read", "admin_channel_reads");
    let admin_reads = conversations::reads(admin_reads, file.admin_channel_reads, &chain, lookup).await?;
    sources::check_sources(&file.lead_sources)?;
    sources::check_deliveries(&file.lead_deliveries)?;
    let material_files = files::of_material(&file.material_requests);
    projects::number(&mut file.phases, |phase| (&phase.project_id, &mut phase.position));
    projects::number(&mut file.tasks, |task| (&task.phase_id, &mut task.position));
    projects::number(&mut file.quote_items, |item| (&item.project_id, &mut item.position));
    Ok(vec![
        Rows::of(file.members, now),
        Rows::of(file.clients, now),
        Rows::of(file.contacts, now),
        Rows::of(file.files, now),
        Rows::of(file.projects, now),
        Rows::of(file.phases, now),
        Rows::of(file.tasks, now),
        Rows::of(file.deliverables, now),
        Rows::of(file.deliverable_versions, now),
        comments,
        attached,
        client_reads,
        contact_reads,
        admin_reads,
        Rows::of(file.payments, now),
        Rows::of(file.documents, now),
        Rows::of(file.material_templates, now),
        Rows::of(file.material_requests, now).without("files"),
        material_files,
        Rows::of(file.notes, now),
        Rows::of(file.time_entries, now),
        Rows::of(file.quote_items, now),
        Rows::of(file.quotes, now),
        Rows::of(file.receipts, now),
        Rows::of(file.leads, now),
        Rows::of(file.activities, now),
        Rows::of(file.settings, now),
        Rows::of(file.lead_sources, now),
        Rows::of(file.lead_deliveries, now),
    ])
}
