//! Formats days and times of messages in the reader's time zone.

use domain::Timestamp;

use super::markup::Markup;
use crate::dates;
use crate::i18n::I18n;

const DAY: i64 = 86_400_000;
/// Messages of one author at most this far apart are grouped, in milliseconds.
const GROUPING_WINDOW: i64 = 5 * 60_000;

/// The reader's language, time zone and current time.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    pub i18n: I18n,
    /// The reader's UTC offset at a moment, in milliseconds.
    pub utc_offset: fn(Timestamp) -> i64,
    /// The current time, by the server's clock.
    pub now: Timestamp,
    /// Whether it is the clock of the reader's device. Only then times have a `title` with the full date,
    /// which also shows that the island runs.
    pub is_own: bool,
}

impl Clock {
    /// The clock the server renders with: the agency's time zone.
    pub fn of_server(i18n: I18n, now: Timestamp) -> Self {
        Self { i18n, utc_offset: dates::utc_offset, now, is_own: false }
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
                let same_year =
                    self.local(at).to_string().get(..4) == self.local(self.now).to_string().get(..4);
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

    /// A `<time>`: the hour for sighted readers, the full date for screen readers.
    pub fn time(&self, at: Timestamp) -> Markup {
        let mut html = self.open_tag(at);
        html.raw("<span aria-hidden=\"true\">").text(&self.hour(at)).raw("</span>");
        html.raw("<span class=\"sr-only\">").text(&self.full_date(at)).raw("</span></time>");
        html
    }

    /// A label in a `<time>`: the full date is in its `title` and for screen readers.
    pub fn labelled_time(&self, label: &str, at: Timestamp) -> Markup {
        let mut html = self.open_tag(at);
        html.text(label).raw("<span class=\"sr-only\">, ").text(&self.full_date(at)).raw("</span></time>");
        html
    }

    fn open_tag(&self, at: Timestamp) -> Markup {
        let mut html = Markup::default();
        html.raw("<time datetime=\"").text(&at.to_string());
        if self.is_own {
            html.raw("\" title=\"").text(&self.full_date(at));
        }
        html.raw("\">");
        html
    }

    /// `11:30`.
    pub fn hour(&self, at: Timestamp) -> String {
        self.local(at).to_string().get(11..16).unwrap_or_default().to_owned()
    }

    /// `venerdì 20 novembre 2026`.
    fn date(&self, at: Timestamp) -> String {
        // 1970-01-01 was a Thursday.
        let weekday = usize::try_from((self.day(at) + 3).rem_euclid(7)).unwrap_or_default();
        let mut date = self.i18n.weekdays().split(' ').nth(weekday).unwrap_or_default().to_owned();
        if let Some(day) = self.local(at).to_string().get(..10).and_then(|day| day.parse().ok()) {
            date.push(' ');
            date.push_str(&dates::day(day, self.i18n.0));
        }
        date
    }

    /// `at` moved by the reader's UTC offset: its UTC fields are the reader's local time.
    fn local(&self, at: Timestamp) -> Timestamp {
        Timestamp::from_millis(at.as_millis() + (self.utc_offset)(at))
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
            utc_offset: |_| 3_600_000,
            now: at("2026-11-20T23:30:00Z"),
            is_own: true,
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
            days(&[
                "2026-11-19T22:59:59Z",
                "2026-01-01T12:00:00Z",
                "2025-12-31T12:00:00Z",
                "2026-11-22T23:30:00Z"
            ]),
            ["giovedì 19 novembre", "giovedì 1º gennaio", "mercoledì 31 dicembre 2025", "lunedì 23 novembre"]
        );
        assert_eq!(clock(Language::En).day_line(at("2026-11-15T12:00:00Z")), "Sunday 15 November");
    }

    #[test]
    fn time_element_shows_hour_and_full_date() {
        assert_eq!(
            clock(Language::It).time(at("2026-11-20T10:30:00Z")).as_str(),
            "<time datetime=\"2026-11-20T10:30:00.000Z\" title=\"venerdì 20 novembre 2026, 11:30\">\
             <span aria-hidden=\"true\">11:30</span>\
             <span class=\"sr-only\">venerdì 20 novembre 2026, 11:30</span></time>"
        );
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
