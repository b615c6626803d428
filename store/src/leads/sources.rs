//! Lead sources: lists, counts and warnings, and finding a source by the key of its address.

mod main_address;
mod row;
mod write;

use domain::id::SourceId;
use domain::leads::source::{SourceCard, SourceLine, SourceTrouble};
use domain::leads::{LeadSource, SourceDraft};
use domain::settings::draft::SILENT_DAYS;
use domain::{DomainError, Timestamp, Topic};
use sqlx::AssertSqlSafe;

use self::row::{CountedRow, counted};
use crate::db::cache_versions::Change;
use crate::db::{Connection, Tx};
use crate::metrics::REFUSED_DELIVERIES;
use crate::settings::values::number;
use crate::tables::Record as _;
use crate::{Fault, Result, Store, form_version, search_index};

impl Store {
    /// Every source, by name, with its counts.
    pub async fn lead_sources(&self) -> Result<Vec<SourceLine>> {
        let now = self.clock.now();
        let mut tx = self.db.snapshot().await?;
        let silent_days = number(&mut tx, SILENT_DAYS).await?;
        let rows: Vec<CountedRow> = tx.fetch_all(AssertSqlSafe(counted()), ()).await?;
        tx.commit().await?;
        let mut lines: Vec<_> = rows.into_iter().map(|row| row.line(now, silent_days)).collect();
        lines.sort_by_cached_key(|line| (search_index::sort_name(&line.source.name), line.source.id.clone()));
        Ok(lines)
    }

    /// One source with the versions of its forms.
    pub async fn lead_source(&self, id: &SourceId) -> Result<SourceCard> {
        let now = self.clock.now();
        let mut tx = self.db.snapshot().await?;
        let line = source_line(&mut tx, id, now).await?.ok_or(DomainError::UnknownRecord)?;
        let stored_deliveries = count_deliveries(&mut tx, id).await?;
        tx.commit().await?;
        Ok(SourceCard {
            version: form_version::of(&SourceDraft::from(&line.source))?,
            mapping_version: form_version::of(&line.source.mapping)?,
            form_version: form_version::of(&line.source.form)?,
            key_version: form_version::of(&line.source.key)?,
            line,
            stored_deliveries,
        })
    }

    /// The active source whose address has this key. Does not reveal whether an inactive source has it.
    pub async fn open_source(&self, key: &str) -> Result<Option<LeadSource>> {
        Ok(self.source_by_key(key).await?.filter(|source| source.active))
    }

    /// The contact form with this key, active or not.
    pub async fn contact_form(&self, key: &str) -> Result<Option<LeadSource>> {
        Ok(self.source_by_key(key).await?.filter(|source| source.kind.is_form()))
    }

    async fn source_by_key(&self, key: &str) -> Result<Option<LeadSource>> {
        // PostgreSQL refuses NUL as a parameter; no key has one.
        if key.contains('\0') {
            return Ok(None);
        }
        let select = format!("SELECT {} FROM lead_source WHERE key = $1", LeadSource::COLUMNS);
        Ok(self.db.readers().fetch_optional(AssertSqlSafe(select), [key]).await?)
    }

    /// Stores that a delivery was refused before it was stored. The troubles that are derived from deliveries are not
    /// stored.
    pub async fn note_refusal(&self, id: &SourceId, trouble: SourceTrouble) -> Result<()> {
        let update = match trouble {
            SourceTrouble::BadSignature | SourceTrouble::TooLarge => {
                "UPDATE lead_source SET refused_at = $1, refusal = $2 WHERE id = $3"
            }
            SourceTrouble::Full | SourceTrouble::TooMany => {
                "UPDATE lead_source SET limited_at = $1, limited = $2 WHERE id = $3"
            }
            SourceTrouble::Failing | SourceTrouble::Silent => return Ok(()),
        };
        let mut tx = self.db.write_shared(Change::Topic(Topic::Lead)).await?;
        tx.execute(update, (self.clock.now(), &trouble, &id)).await?;
        REFUSED_DELIVERIES.with_label_values(&[trouble.as_str()]).inc();
        Ok(tx.commit().await?)
    }
}

/// One source with its counts and its trouble at `now`.
pub(crate) async fn source_line(
    connection: &mut Connection,
    id: &SourceId,
    now: Timestamp,
) -> Result<Option<SourceLine>, Fault> {
    let silent_days = number(connection, SILENT_DAYS).await?;
    let sql = AssertSqlSafe(format!("{} WHERE id = $1", counted()));
    let row: Option<CountedRow> = connection.fetch_optional(sql, [id]).await?;
    Ok(row.map(|row| row.line(now, silent_days)))
}

/// Counts a received delivery, new or repeated.
pub(super) async fn count_received(tx: &mut Tx, id: &SourceId, is_new: bool, at: Timestamp) -> Result<(), Fault> {
    let sql = "UPDATE lead_source SET received = received + $1, \
         last_received_at = CASE WHEN last_received_at > $2 THEN last_received_at ELSE $2 END WHERE id = $3";
    tx.execute(sql, (is_new, at, &id)).await?;
    Ok(())
}

/// Counts a delivery received at `at` that was taken in for the first time.
pub(super) async fn count_taken_in(tx: &mut Tx, id: &SourceId, at: Timestamp) -> Result<(), Fault> {
    let sql = "UPDATE lead_source SET taken_in = taken_in + 1, \
         last_success_at = CASE WHEN last_success_at > $1 THEN last_success_at ELSE $1 END WHERE id = $2";
    tx.execute(sql, (at, &id)).await?;
    Ok(())
}

/// How many deliveries of the source are stored.
async fn count_deliveries(tx: &mut Tx, id: &SourceId) -> Result<i64, Fault> {
    tx.fetch_value("SELECT COUNT(*) FROM lead_delivery WHERE source_id = $1", [&id]).await
}
