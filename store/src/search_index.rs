//! The search index: a table of words and record ids per kind of record. Search by word prefix works the same
//! on both databases, without their full-text features.

mod complete;
mod fold;
mod search;

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use futures_util::TryStreamExt as _;
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::Tx;
use crate::db::batch::Batch;
use crate::db::column::{Cell, Column};
use crate::db::keyset::placeholders;
use crate::db::query::arguments;
use crate::db::row_lock;

pub(crate) use complete::complete;
pub(crate) use fold::{MIN_NUMBER, sort_name};
pub(crate) use search::Search;

/// Rows per INSERT, a power of two: with more, SQLite takes longer to resolve the placeholders than to write the rows.
const ROWS_AT_ONCE: usize = 64;
/// Records whose words are collected before they are written.
const RECORDS_AT_ONCE: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Index {
    /// Clients by name, company, e-mail and telephone.
    Client,
    /// Projects by name and description; phases and tasks likewise.
    Project,
    Phase,
    Task,
    /// Deliverables by title, description and link.
    Deliverable,
    /// Documents by name and link.
    Document,
    Note,
    /// Leads by name, company, e-mail and telephone.
    Lead,
    /// Clients by the text of their messages.
    Thread,
}

impl Index {
    pub(crate) const ALL: [Self; 9] = [
        Self::Client,
        Self::Project,
        Self::Phase,
        Self::Task,
        Self::Deliverable,
        Self::Document,
        Self::Note,
        Self::Lead,
        Self::Thread,
    ];

    /// The table of its words.
    pub(crate) const fn table(self) -> &'static str {
        match self {
            Self::Client => "client_word",
            Self::Project => "project_word",
            Self::Phase => "phase_word",
            Self::Task => "task_word",
            Self::Deliverable => "deliverable_word",
            Self::Document => "document_word",
            Self::Note => "note_word",
            Self::Lead => "lead_word",
            Self::Thread => "thread_word",
        }
    }

    /// The column of that table with the id of the record.
    pub(crate) const fn column(self) -> &'static str {
        match self {
            Self::Client | Self::Thread => "client_id",
            Self::Project => "project_id",
            Self::Phase => "phase_id",
            Self::Task => "task_id",
            Self::Deliverable => "deliverable_id",
            Self::Document => "document_id",
            Self::Note => "note_id",
            Self::Lead => "lead_id",
        }
    }

    /// The table of the records.
    pub(crate) const fn records(self) -> &'static str {
        match self {
            Self::Client | Self::Thread => "client",
            Self::Project => "project",
            Self::Phase => "phase",
            Self::Task => "task",
            Self::Deliverable => "deliverable",
            Self::Document => "document",
            Self::Note => "note",
            Self::Lead => "lead",
        }
    }

    /// The index of the records of a table, if they are searched.
    pub(crate) fn of_table(table: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|index| index.records() == table)
    }

    /// Selects id and texts of records, up to `IN`.
    fn texts(self) -> String {
        let (id, texts, table) = match self {
            Self::Client | Self::Lead => ("id", "name, company, email, phone", self.records()),
            Self::Project | Self::Phase => ("id", "name, description, NULL, NULL", self.records()),
            Self::Task => ("id", "title, description, NULL, NULL", "task"),
            Self::Deliverable => ("id", "title, description, url, NULL", "deliverable"),
            Self::Document => ("id", "name, url, NULL, NULL", "document"),
            Self::Note => ("id", "text, NULL, NULL, NULL", "note"),
            Self::Thread => ("client_id", "text, NULL, NULL, NULL", "comment"),
        };
        format!("SELECT {id}, {} FROM {table} WHERE {id} IN", texts.replace("NULL", "CAST(NULL AS TEXT)"))
    }
}

/// Id and texts of a record.
type TextsRow = (String, String, Option<String>, Option<String>, Option<String>);

/// Indexes a record again from its state in `tx`, after it was created or changed; an [`Index::Thread`] after
/// messages were deleted.
pub(crate) async fn refresh(tx: &mut Tx, index: Index, id: &str) -> Result<(), Fault> {
    if index == Index::Thread {
        // Writing a message locks the client too, so the two are ordered.
        row_lock::acquire(tx, "client", id).await?;
    }
    let delete = format!("DELETE FROM {} WHERE {} = $1", index.table(), index.column());
    tx.execute(AssertSqlSafe(delete), [id]).await?;
    index_records(tx, index, &[id.to_owned()]).await
}

/// Adds the words of texts to those of the records with their ids: of messages to their clients' [`Index::Thread`].
pub(crate) fn add<'a>(batch: &mut Batch, index: Index, texts: impl IntoIterator<Item = (&'a str, &'a str)>) {
    let of_text =
        |(id, text): (&str, &str)| fold::words(text).into_iter().map(|word| (word, id.to_owned())).collect::<Vec<_>>();
    // Each once.
    let words: BTreeSet<_> = texts.into_iter().flat_map(of_text).collect();
    Vec::from_iter(words).chunks(ROWS_AT_ONCE).for_each(|rows| insert(batch, index, rows));
}

/// Adds the words of many records.
pub(crate) async fn index_records(tx: &mut Tx, index: Index, ids: &[String]) -> Result<(), Fault> {
    for ids in ids.chunks(RECORDS_AT_ONCE) {
        let select = format!("{} ({})", index.texts(), placeholders(ids.len()));
        let query = sqlx::query_as_with::<_, TextsRow, _>(AssertSqlSafe(select), arguments(ids)?).persistent(false);
        let mut found = HashMap::<String, BTreeSet<String>>::new();
        let mut rows = query.fetch(&mut **tx);
        while let Some((id, first, second, third, fourth)) = rows.try_next().await? {
            let words = found.entry(id).or_default();
            for text in [Some(first), second, third, fourth].into_iter().flatten() {
                words.extend(fold::words(&text));
            }
        }
        drop(rows);
        let pair = |(id, words): (String, BTreeSet<String>)| words.into_iter().map(move |word| (word, id.clone()));
        let mut words: Vec<_> = found.into_iter().flat_map(pair).collect();
        // Faster, and prevents deadlocks of two writers.
        words.sort_unstable();
        for rows in words.chunks(ROWS_AT_ONCE) {
            let mut batch = Batch::default();
            insert(&mut batch, index, rows);
            batch.execute(tx).await?;
        }
    }
    Ok(())
}

/// Inserts up to [`ROWS_AT_ONCE`] words, skipping existing ones. The last is repeated up to the next power of two, so that
/// there are few statements, which are cached.
fn insert(batch: &mut Batch, index: Index, rows: &[(String, String)]) {
    let mut sql = format!("INSERT INTO {} (word, {}) VALUES ", index.table(), index.column());
    let count = rows.len().next_power_of_two();
    for row in 0..count {
        let comma = if row == 0 { "" } else { ", " };
        write!(sql, "{comma}(${}, ${})", 2 * row + 1, 2 * row + 2).expect("writing to a string cannot fail");
    }
    sql.push_str(" ON CONFLICT DO NOTHING");
    let value = |row: usize| {
        let (word, id) = &rows[row.min(rows.len() - 1)];
        [Cell::Bytes(word.clone().into_bytes()), id.into_cell()]
    };
    batch.add(&sql, (0..count).flat_map(value).collect::<Vec<_>>());
}
