//! Rows of the table `lead_source` with their counts.

use domain::id::SourceId;
use domain::leads::source::{SourceLine, SourceTrouble};
use domain::leads::{DeliveryOutcome, LeadSource};
use domain::{DomainError, Timestamp};
use sqlx::FromRow;

use crate::db::Tx;
use crate::db::row_lock;
use crate::db::rows::stored_enum;
use crate::tables::{Record as _, Row, select_one};
use crate::{Fault, Result};

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
    let found = select_one(tx, "lead_source WHERE lead_source.id = $1", &[id.as_str()]).await?;
    Ok(found.ok_or(DomainError::UnknownRecord)?)
}

/// A source with its counts.
#[derive(FromRow)]
pub(super) struct CountedRow {
    #[sqlx(flatten)]
    source: Row<LeadSource>,
    received: i64,
    taken_in: i64,
    last_received_at: Option<i64>,
    last_success_at: Option<i64>,
    refused_at: Option<i64>,
    refusal: Option<String>,
    limited_at: Option<i64>,
    limited: Option<String>,
    quarantined: i64,
    last_outcome: Option<String>,
}

impl CountedRow {
    pub(super) fn line(self, now: Timestamp, silent_days: i64) -> Result<SourceLine, Fault> {
        let trouble = if self.source.0.active { self.trouble(now, silent_days)? } else { None };
        Ok(SourceLine {
            source: self.source.0,
            received: self.received,
            taken_in: self.taken_in,
            quarantined: self.quarantined,
            last_received_at: self.last_received_at.map(Timestamp::from_millis),
            last_success_at: self.last_success_at.map(Timestamp::from_millis),
            last_refused_at: self.refused_at.max(self.limited_at).map(Timestamp::from_millis),
            trouble,
        })
    }

    /// The newest problem of the source, if any.
    fn trouble(&self, now: Timestamp, silent_days: i64) -> Result<Option<SourceTrouble>, Fault> {
        // In a flood some deliveries are taken in between.
        if self.limited_at.is_some_and(|at| at > now.as_millis().saturating_sub(HOUR)) {
            return self.limited.as_deref().map(stored_enum).transpose();
        }
        // `None` is less than any time.
        if self.refused_at > self.last_received_at {
            return self.refusal.as_deref().map(stored_enum).transpose();
        }
        if self.last_outcome.as_deref() == Some(DeliveryOutcome::Quarantined.as_str()) {
            return Ok(Some(SourceTrouble::Failing));
        }
        let since = now.as_millis().saturating_sub(silent_days * DAY);
        let silent = self.last_success_at.is_some() && self.last_received_at.is_some_and(|last| last < since);
        Ok(silent.then_some(SourceTrouble::Silent))
    }
}
