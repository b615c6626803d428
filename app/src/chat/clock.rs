//! Formats days and times of messages in the reader's time zone.

use std::sync::Arc;

use domain::Timestamp;

use crate::browser::clock as device;
use crate::dates;
use crate::i18n::I18n;

const DAY: i64 = 86_400_000;
/// Messages of one author at most this far apart are grouped, in milliseconds.
const GROUPING_WINDOW: i64 = 5 * 60_000;

/// The reader's language, time zone and current time.
#[derive(Debug, Clone)]
pub struct Clock {
    pub i18n: I18n,
    pub zone: ClockZone,
    /// The current time, by the server's clock.
    pub now: Timestamp,
}

/// The time zone of a clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClockZone {
    /// The agency's, on the server.
    Agency,
    /// The agency's at the moments that a page shows ([`offsets_at`]): the browser has no table of time zones, and
    /// hydrates the rows that the server rendered.
    OfPage(Arc<[(Timestamp, i64)]>),
    /// The reader's device. Only with it times have a `title` with the full date, which also shows that the island runs.
    Device,
}

impl ClockZone {
    /// The UTC offset at a moment, in milliseconds.
    fn utc_offset(&self, at: Timestamp) -> i64 {
        match self {
            Self::Agency => dates::utc_offset(at),
            Self::OfPage(offsets) => {
                let next = offsets.partition_point(|(from, _)| *from <= at);
                offsets.get(next.saturating_sub(1)).map_or(0, |(_, offset)| *offset)
            }
            Self::Device => device::utc_offset(at),
        }
    }
}

/// The UTC offsets at these moments: each with the first moment at which it holds.
pub fn offsets_at(mut moments: Vec<Timestamp>, utc_offset: impl Fn(Timestamp) -> i64) -> Vec<(Timestamp, i64)> {
    moments.sort_unstable();
    let mut offsets: Vec<(Timestamp, i64)> = Vec::new();
    for at in moments {
        let offset = utc_offset(at);
        if offsets.last().is_none_or(|(_, last)| *last != offset) {
            offsets.push((at, offset));
        }
    }
    offsets
}

impl Clock {
    /// The clock the server renders with: the agency's time zone.
    pub fn of_server(i18n: I18n, now: Timestamp) -> Self {
        Self { i18n, zone: ClockZone::Agency, now }
    }

    /// The reader's day, in days since 1970-01-01.
    pub fn day(&self, at: Timestamp) -> i64 {
        self.local(at).as_millis().div_euclid(DAY)
    }

    /// Whether two messages are close enough to group, and on one day.
    pub fn are_grouped(&self, earlier: Timestamp, later: Timestamp) -> bool {
        later.as_millis() - earlier.as_millis() <= GROUPING_WINDOW && self.day(earlier) == self.day(later)
    }

    /// `Oggi`, `Ieri`, `venerdì 20 novembre`; with the year if it is not this one.
    pub fn day_line(&self, at: Timestamp) -> String {
        match self.day(self.now) - self.day(at) {
            0 => self.i18n.today().to_owned(),
            1 => self.i18n.yesterday().to_owned(),
            _ => {
                let date = self.date(at);
                let same_year = self.local(at).to_string().get(..4) == self.local(self.now).to_string().get(..4);
                match date.rsplit_once(' ') {
                    Some((without_year, _)) if same_year => without_year.to_owned(),
                    _ => date,
                }
            }
        }
    }

    /// `venerdì 20 novembre 2026, 11:30`.
    pub fn full_date(&self, at: Timestamp) -> String {
        format!("{}, {}", self.date(at), self.hour(at))
    }

    /// `11:30`.
    pub fn hour(&self, at: Timestamp) -> String {
        self.local(at).to_string().get(11..16).unwrap_or_default().to_owned()
    }

    /// `venerdì 20 novembre 2026`.
    fn date(&self, at: Timestamp) -> String {
        let date = self.local(at).date();
        // 1970-01-01 was a Thursday.
        let weekday = usize::try_from((date.days_since_1970() + 3).rem_euclid(7)).unwrap_or_default();
        let weekday = self.i18n.weekdays().split(' ').nth(weekday).unwrap_or_default();
        [weekday, &dates::day(date, self.i18n.0)].join(" ")
    }

    /// `at` moved by the reader's UTC offset: its UTC fields are the reader's local time.
    fn local(&self, at: Timestamp) -> Timestamp {
        Timestamp::from_millis(at.as_millis() + self.zone.utc_offset(at))
    }
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a moment")
    }

    fn clock(language: Language) -> Clock {
        Clock {
            i18n: language.into(),
            zone: ClockZone::OfPage([(Timestamp::MIN, 3_600_000)].into()),
            now: at("2026-11-20T23:30:00Z"),
        }
    }

    #[test]
    fn day_lines_use_reader_time_zone() {
        let days = |moments: &[&str]| -> Vec<String> {
            moments.iter().map(|moment| clock(Language::It).day_line(at(moment))).collect()
        };
        assert_eq!(days(&["2026-11-20T23:00:00Z", "2026-11-21T12:00:00Z"]), ["Oggi", "Oggi"]);
        assert_eq!(days(&["2026-11-20T22:59:59Z", "2026-11-19T23:00:00Z"]), ["Ieri", "Ieri"]);
        assert_eq!(
            days(&["2026-11-19T22:59:59Z", "2026-01-01T12:00:00Z", "2025-12-31T12:00:00Z", "2026-11-22T23:30:00Z"]),
            ["giovedì 19 novembre", "giovedì 1º gennaio", "mercoledì 31 dicembre 2025", "lunedì 23 novembre"]
        );
        assert_eq!(clock(Language::En).day_line(at("2026-11-15T12:00:00Z")), "Sunday 15 November");
    }

    #[test]
    fn page_has_the_offsets_of_its_moments() {
        let summer = at("2026-03-29T01:00:00Z");
        let offset = |at: Timestamp| if at < summer { 3_600_000 } else { 7_200_000 };
        let moments = ["2026-06-01T10:00:00Z", "2026-01-01T10:00:00Z", "2026-02-01T10:00:00Z"].map(at);
        let offsets = offsets_at(moments.to_vec(), offset);
        assert_eq!(offsets, [(moments[1], 3_600_000), (moments[0], 7_200_000)]);
        let zone = ClockZone::OfPage(offsets.into());
        for moment in moments {
            assert_eq!(zone.utc_offset(moment), offset(moment));
        }
        assert_eq!(ClockZone::OfPage([].into()).utc_offset(summer), 0);
    }

    #[test]
    fn messages_group_within_five_minutes_of_same_day() {
        let clock = clock(Language::It);
        let are_grouped = |one, two| clock.are_grouped(at(one), at(two));
        assert!(are_grouped("2026-11-20T10:00:00Z", "2026-11-20T10:05:00Z"));
        assert!(!are_grouped("2026-11-20T10:00:00Z", "2026-11-20T10:05:00.001Z"));
        assert!(!are_grouped("2026-11-20T22:59:00Z", "2026-11-20T23:00:00Z"));
    }
}
