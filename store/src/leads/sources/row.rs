//! Sources as the database gives them.

use domain::lead::source::{SourceLine, SourceTrouble};
use domain::lead::{DeliveryOutcome, LeadSource};
use domain::{DomainError, Timestamp};
use sqlx::FromRow;

use crate::db::Tx;
use crate::rows::{stored, word};
use crate::{Fault, Result, row_lock};

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;

/// The columns of a [`SourceRow`], from `lead_source`.
macro_rules! source_columns {
    () => {
        "id, name, kind, key, signing_secret, honeypot, mapping, active, created_at"
    };
}
pub(super) use source_columns;

/// The columns of a [`CountedRow`], from `lead_source`. What the agency posts itself says nothing of how the
/// source is doing.
macro_rules! counted_columns {
    () => {
        "id, name, kind, key, signing_secret, honeypot, mapping, active, created_at, \
         received, taken_in, last_received_at, last_success_at, refused_at, refusal, \
         (SELECT COUNT(*) FROM lead_delivery d \
          WHERE d.source_id = lead_source.id AND d.outcome = 'quarantined' AND d.trial = 0) AS quarantined, \
         (SELECT d.outcome FROM lead_delivery d WHERE d.source_id = lead_source.id AND d.trial = 0 \
          ORDER BY d.received_at DESC, d.id DESC LIMIT 1) AS last_outcome"
    };
}
pub(super) use counted_columns;

/// The source, which nobody else changes until `tx` ends.
///
/// # Errors
/// [`DomainError::UnknownRecord`], or a fault.
pub(super) async fn held(tx: &mut Tx, id: &str) -> Result<LeadSource> {
    if !row_lock::acquire(tx, "lead_source", id).await? {
        return Err(DomainError::UnknownRecord.into());
    }
    let row: Option<SourceRow> =
        sqlx::query_as(concat!("SELECT ", source_columns!(), " FROM lead_source WHERE id = $1"))
            .bind(id)
            .fetch_optional(&mut **tx)
            .await?;
    Ok(row.ok_or(DomainError::UnknownRecord)?.try_into()?)
}

#[derive(FromRow)]
pub(super) struct SourceRow {
    id: String,
    name: String,
    kind: String,
    key: String,
    signing_secret: Option<String>,
    honeypot: Option<String>,
    mapping: String,
    active: i64,
    created_at: i64,
}

impl TryFrom<SourceRow> for LeadSource {
    type Error = Fault;

    fn try_from(row: SourceRow) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.id)?,
            name: row.name,
            kind: word(&row.kind)?,
            key: stored(row.key)?,
            signing_secret: row.signing_secret,
            honeypot: row.honeypot,
            mapping: serde_json::from_str(&row.mapping)
                .map_err(|_| Fault::because("a stored mapping is no mapping"))?,
            active: row.active == 1,
            created_at: Timestamp::from_millis(row.created_at),
        })
    }
}

/// A source with what was counted.
#[derive(FromRow)]
pub(super) struct CountedRow {
    #[sqlx(flatten)]
    source: SourceRow,
    received: i64,
    taken_in: i64,
    last_received_at: Option<i64>,
    last_success_at: Option<i64>,
    refused_at: Option<i64>,
    refusal: Option<String>,
    quarantined: i64,
    last_outcome: Option<String>,
}

impl CountedRow {
    /// The line of the list, as it is `now`.
    pub(super) fn line(self, now: Timestamp, silent_days: i64) -> Result<SourceLine, Fault> {
        let trouble = if self.source.active == 1 { self.trouble(now, silent_days)? } else { None };
        Ok(SourceLine {
            source: self.source.try_into()?,
            received: self.received,
            taken_in: self.taken_in,
            quarantined: self.quarantined,
            last_received_at: self.last_received_at.map(Timestamp::from_millis),
            last_success_at: self.last_success_at.map(Timestamp::from_millis),
            last_refused_at: self.refused_at.map(Timestamp::from_millis),
            trouble,
        })
    }

    /// What is wrong, the newest first.
    fn trouble(&self, now: Timestamp, silent_days: i64) -> Result<Option<SourceTrouble>, Fault> {
        // None is before every moment.
        if self.refused_at > self.last_received_at {
            return self.refusal.as_deref().map(word).transpose();
        }
        if self.last_outcome.as_deref() == Some(DeliveryOutcome::Quarantined.as_str()) {
            return Ok(Some(SourceTrouble::Failing));
        }
        let since = now.as_millis().saturating_sub(silent_days * DAY);
        let silent = self.last_success_at.is_some() && self.last_received_at.is_some_and(|last| last < since);
        Ok(silent.then_some(SourceTrouble::Silent))
    }
}
