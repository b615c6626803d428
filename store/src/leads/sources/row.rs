//! Rows of the table `lead_source` with their counts.

use domain::id::SourceId;
use domain::leads::source::{SourceLine, SourceTrouble};
use domain::leads::{DeliveryOutcome, LeadSource};
use domain::{DomainError, Timestamp};

use crate::Result;
use crate::db::Tx;
use crate::db::column::read;
use crate::db::query::row;
use crate::db::row_lock;
use crate::tables::{Record as _, select_one};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// The counts of a source. Test deliveries are excluded.
const COUNTS: &str = "received, taken_in, last_received_at, last_success_at, refused_at, refusal, limited_at, limited, \
     (SELECT COUNT(*) FROM lead_delivery d \
      WHERE d.source_id = lead_source.id AND d.outcome = 'quarantined' AND d.trial = 0) AS quarantined, \
     (SELECT d.outcome FROM lead_delivery d WHERE d.source_id = lead_source.id AND d.trial = 0 \
      ORDER BY d.received_at DESC, d.id DESC LIMIT 1) AS last_outcome";

/// Selects rows of [`CountedRow`].
pub(super) fn counted() -> String {
    format!("SELECT {}, {COUNTS} FROM lead_source", LeadSource::COLUMNS)
}

/// Locks the row of the source until `tx` ends and returns the source.
pub(super) async fn lock_source(tx: &mut Tx, id: &SourceId) -> Result<LeadSource> {
    if !row_lock::acquire(tx, "lead_source", id.as_str()).await? {
        return Err(DomainError::UnknownRecord.into());
    }
    let found = select_one(tx, "lead_source WHERE lead_source.id = $1", [id.as_str()]).await?;
    Ok(found.ok_or(DomainError::UnknownRecord)?)
}

/// A source with its counts.
pub(super) struct CountedRow {
    line: SourceLine,
    refused_at: Option<Timestamp>,
    refusal: Option<SourceTrouble>,
    limited_at: Option<Timestamp>,
    limited: Option<SourceTrouble>,
    last_outcome: Option<DeliveryOutcome>,
}

row! {
    row => CountedRow {
        refused_at, refusal, limited_at, limited, last_outcome;
        line: SourceLine::from_row(row)?,
    }
}
row! {
    row => SourceLine {
        received, taken_in, quarantined, last_received_at, last_success_at;
        source: LeadSource::from_row(row)?,
        last_refused_at: read::<Option<_>>(row, "refused_at")?.max(read(row, "limited_at")?),
        trouble: None,
    }
}

impl CountedRow {
    pub(super) fn line(self, now: Timestamp, silent_days: i64) -> SourceLine {
        let trouble = if self.line.source.active { self.trouble(now.as_millis(), silent_days) } else { None };
        SourceLine { trouble, ..self.line }
    }

    /// The newest problem of the source, if any.
    fn trouble(&self, now: i64, silent_days: i64) -> Option<SourceTrouble> {
        // In a flood some deliveries are taken in between.
        if self.limited_at.is_some_and(|at| at.as_millis() > now.saturating_sub(HOUR)) {
            return self.limited;
        }
        // `None` is less than any time.
        if self.refused_at > self.line.last_received_at {
            return self.refusal;
        }
        if self.last_outcome == Some(DeliveryOutcome::Quarantined) {
            return Some(SourceTrouble::Failing);
        }
        let since = now.saturating_sub(silent_days * DAY);
        let last_received = self.line.last_received_at.map(Timestamp::as_millis);
        let silent = self.line.last_success_at.is_some() && last_received.is_some_and(|last| last < since);
        silent.then_some(SourceTrouble::Silent)
    }
}
