//! The local time of a place, as a table: which offset from UTC its clocks have from when on. The
//! table is made elsewhere (`store/src/settings/zone.rs`); reading it needs no database of time zones.

use std::sync::Arc;

use crate::date::number;
use crate::{Date, Timestamp};

const DAY: i64 = 86_400_000;
/// More than any clock was ever away from UTC, in milliseconds.
const FARTHEST: i64 = 26 * 3_600_000;

/// The clocks of a place. Without a table they show UTC. Cheap to clone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Zone {
    /// Milliseconds ahead of UTC before the first change.
    first: i64,
    changes: Arc<[Change]>,
}

/// From a moment on (milliseconds since 1970) clocks are this many milliseconds ahead of UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Change {
    from: i64,
    ahead: i64,
}

impl Zone {
    /// Clocks that are `first` milliseconds ahead of UTC, and from each moment of `changes` on as many
    /// as stand there.
    pub fn new(first: i64, changes: impl IntoIterator<Item = (Timestamp, i64)>) -> Self {
        let mut changes: Vec<Change> =
            changes.into_iter().map(|(from, ahead)| Change { from: from.as_millis(), ahead }).collect();
        changes.sort_by_key(|change| change.from);
        Self { first, changes: changes.into() }
    }

    /// How far the clocks are ahead of UTC at a moment, in milliseconds.
    pub fn offset(&self, at: Timestamp) -> i64 {
        self.ahead_at(at.as_millis())
    }

    /// The day it is here at a moment.
    pub fn date(&self, at: Timestamp) -> Date {
        self.local(at).date()
    }

    /// The moment whose UTC looks like the clocks here at this one: for writing it.
    pub fn local(&self, at: Timestamp) -> Timestamp {
        Timestamp::from_millis(at.as_millis().saturating_add(self.offset(at)))
    }

    /// A moment as a box for day and time has it: `2026-11-20T10:00`.
    pub fn written(&self, at: Timestamp) -> String {
        let mut written = self.local(at).to_string();
        written.truncate(16);
        written
    }

    /// The first moment of a day here.
    pub fn midnight(&self, day: Date) -> Timestamp {
        self.at_local(day.days_since_1970() * DAY)
    }

    /// The moment meant by `2026-11-20T10:00` (seconds may follow). A time that a change of the clocks
    /// skips moves forward, one that it repeats is the earlier (RFC 5545, docs/REFERENCE.md#lead-fields).
    /// `None`: it is written otherwise.
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

    /// The moment at which clocks here show what UTC's show `local` milliseconds after 1970.
    fn at_local(&self, local: i64) -> Timestamp {
        let near = |change: &&Change| (local - FARTHEST..=local + FARTHEST).contains(&change.from);
        let mut ahead = self.ahead_at(local - FARTHEST - 1);
        // Until each change the clocks run as they did: the first stretch that reaches `local` has it,
        // and where none does, a change has skipped it.
        for change in self.changes.iter().filter(near) {
            if local - ahead < change.from || local < change.from + change.ahead {
                break;
            }
            ahead = change.ahead;
        }
        Timestamp::from_millis(local - ahead)
    }

    fn ahead_at(&self, millis: i64) -> i64 {
        let passed = self.changes.partition_point(|change| change.from <= millis);
        passed.checked_sub(1).map_or(self.first, |last| self.changes[last].ahead)
    }
}

#[cfg(test)]
mod tests;
