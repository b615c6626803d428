//! Time zones as tables of UTC offsets. The tables are generated in `store/src/settings/zone.rs`; using them
//! needs no time zone database.

use std::sync::Arc;

use crate::date::number;
use crate::{Date, Timestamp};

const DAY: i64 = 86_400_000;
/// An upper bound of all UTC offsets, in milliseconds.
const MAX_OFFSET: i64 = 26 * 3_600_000;

/// A time zone. An empty table means UTC. Cheap to clone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Zone {
    /// Milliseconds ahead of UTC before the first change.
    first: i64,
    changes: Arc<[Change]>,
}

/// From a time on (milliseconds since 1970), the offset is this many milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Change {
    from: i64,
    ahead: i64,
}

impl Zone {
    /// A zone with the offset `first` in milliseconds, and a new offset from each time in `changes` on.
    pub fn new(first: i64, changes: impl IntoIterator<Item = (Timestamp, i64)>) -> Self {
        let mut changes: Vec<Change> =
            changes.into_iter().map(|(from, ahead)| Change { from: from.as_millis(), ahead }).collect();
        changes.sort_by_key(|change| change.from);
        Self { first, changes: changes.into() }
    }

    /// The UTC offset at a time, in milliseconds.
    pub fn offset(&self, at: Timestamp) -> i64 {
        self.offset_at(at.as_millis())
    }

    pub fn date(&self, at: Timestamp) -> Date {
        self.local(at).date()
    }

    /// The timestamp whose UTC notation is the local time at `at`, for formatting.
    pub fn local(&self, at: Timestamp) -> Timestamp {
        Timestamp::from_millis(at.as_millis().saturating_add(self.offset(at)))
    }

    /// A time in the format of `<input type="datetime-local">`: `2026-11-20T10:00`.
    pub fn written(&self, at: Timestamp) -> String {
        let mut written = self.local(at).to_string();
        written.truncate(16);
        written
    }

    /// The first moment of a local date.
    pub fn midnight(&self, day: Date) -> Timestamp {
        self.at_local(day.days_since_1970() * DAY)
    }

    /// The moment of a local time: a day, counted from 1970, and a minute of it.
    pub(crate) fn at_minute(&self, day: i64, minute: i64) -> Timestamp {
        self.at_local(day * DAY + minute * 60_000)
    }

    /// Parses the local time `2026-11-20T10:00` (seconds are optional). A time skipped by a change of the
    /// clocks moves forward, a repeated one is the earlier (RFC 5545, docs/REFERENCE.md#lead-fields). `None`
    /// for any other format.
    pub fn moment(&self, text: &str) -> Option<Timestamp> {
        let (day, time) = text.split_once('T')?;
        let day: Date = day.parse().ok()?;
        let mut parts = time.split(':').map(|part| number(part, 2));
        let (hour, minute) = (parts.next()??, parts.next()??);
        let second = parts.next().unwrap_or(Some(0))?;
        if hour > 23 || minute > 59 || second > 59 || parts.next().is_some() {
            return None;
        }
        let millis = ((hour * 60 + minute) * 60 + second) * 1_000;
        Some(self.at_local(day.days_since_1970() * DAY + millis))
    }

    /// The time at which local clocks show `local` milliseconds since 1970.
    fn at_local(&self, local: i64) -> Timestamp {
        let near = |change: &&Change| (local - MAX_OFFSET..=local + MAX_OFFSET).contains(&change.from);
        let mut ahead = self.offset_at(local - MAX_OFFSET - 1);
        // Each change ends a period with one offset. The first period that contains `local` counts; if none
        // does, a change skipped it.
        for change in self.changes.iter().filter(near) {
            if local - ahead < change.from || local < change.from + change.ahead {
                break;
            }
            ahead = change.ahead;
        }
        Timestamp::from_millis(local - ahead)
    }

    fn offset_at(&self, millis: i64) -> i64 {
        let passed = self.changes.partition_point(|change| change.from <= millis);
        passed.checked_sub(1).map_or(self.first, |last| self.changes[last].ahead)
    }
}

#[cfg(test)]
mod tests;
