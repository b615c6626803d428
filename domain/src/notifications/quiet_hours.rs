//! The hours in which nobody is disturbed.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::string_enum::UnknownVariant;
use crate::{Timestamp, Zone};

const MINUTES_OF_A_DAY: i64 = 24 * 60;
const MINUTE: i64 = 60_000;

/// From one local time to another, usually over midnight. Written `21:00-08:00`, or `off`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours(Option<Hours>);

/// In minutes since midnight; the two differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hours {
    from: i64,
    until: i64,
}

impl QuietHours {
    pub const OFF: Self = Self(None);

    /// From one minute of the day until another; `None` when they are the same.
    pub fn between(from: i64, until: i64) -> Option<Self> {
        (from != until).then_some(Self(Some(Hours { from, until })))
    }

    /// Parses a time as people type it: `08:00` or `8:00`.
    pub fn minute_of_day(text: &str) -> Option<i64> {
        match text.find(':') {
            Some(1) => minute_of_day(&format!("0{text}")),
            _ => minute_of_day(text),
        }
    }

    /// `at`, or the end of the quiet hours it lies in.
    pub fn end(self, at: Timestamp, zone: &Zone) -> Timestamp {
        let Some(Hours { from, until }) = self.0 else { return at };
        let local = zone.local(at).as_millis();
        let minute = local.rem_euclid(MINUTES_OF_A_DAY * MINUTE) / MINUTE;
        let since = (minute - from).rem_euclid(MINUTES_OF_A_DAY);
        let length = (until - from).rem_euclid(MINUTES_OF_A_DAY);
        if since >= length {
            return at;
        }
        let ends_tomorrow = minute >= until;
        let today = zone.date(at).days_since_1970();
        zone.at_minute(today + i64::from(ends_tomorrow), until)
    }
}

/// 21:00 to 8:00.
impl Default for QuietHours {
    fn default() -> Self {
        Self(Some(Hours { from: 21 * 60, until: 8 * 60 }))
    }
}

impl FromStr for QuietHours {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "off" {
            return Ok(Self::OFF);
        }
        let (from, until) = text.split_once('-').ok_or(UnknownVariant)?;
        match (minute_of_day(from), minute_of_day(until)) {
            (Some(from), Some(until)) => Self::between(from, until).ok_or(UnknownVariant),
            _ => Err(UnknownVariant),
        }
    }
}

impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Hours { from, until }) = self.0 else { return f.write_str("off") };
        write!(f, "{:02}:{:02}-{:02}:{:02}", from / 60, from % 60, until / 60, until % 60)
    }
}

impl Serialize for QuietHours {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Parses `08:00`.
fn minute_of_day(text: &str) -> Option<i64> {
    let (hour, minute) = text.split_once(':')?;
    let (hour, minute) = (crate::values::date::number(hour, 2)?, crate::values::date::number(minute, 2)?);
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An hour ahead of UTC, two from 2026-03-29T01:00Z until 2026-10-25T01:00Z, as Rome.
    fn rome() -> Zone {
        let at = |text: &str| text.parse().expect("a time");
        Zone::new(3_600_000, [(at("2026-03-29T01:00:00Z"), 7_200_000), (at("2026-10-25T01:00:00Z"), 3_600_000)])
    }

    #[test]
    fn quiet_hours_hold_until_their_end() {
        for (hours, at, expected) in [
            ("21:00-08:00", "2026-11-20T19:59:00Z", "2026-11-20T19:59:00.000Z"),
            ("21:00-08:00", "2026-11-20T20:00:00Z", "2026-11-21T07:00:00.000Z"),
            ("21:00-08:00", "2026-11-20T23:30:00Z", "2026-11-21T07:00:00.000Z"),
            ("21:00-08:00", "2026-11-21T06:59:59Z", "2026-11-21T07:00:00.000Z"),
            ("21:00-08:00", "2026-11-21T07:00:00Z", "2026-11-21T07:00:00.000Z"),
            // The clocks go forward, then back, in the night.
            ("21:00-08:00", "2026-03-28T22:00:00Z", "2026-03-29T06:00:00.000Z"),
            ("21:00-08:00", "2026-10-24T22:00:00Z", "2026-10-25T07:00:00.000Z"),
            ("12:30-14:00", "2026-07-01T10:45:00Z", "2026-07-01T12:00:00.000Z"),
            ("00:00-23:59", "2026-07-01T10:45:00Z", "2026-07-01T21:59:00.000Z"),
            ("off", "2026-11-20T23:30:00Z", "2026-11-20T23:30:00.000Z"),
        ] {
            let quiet: QuietHours = hours.parse().expect("quiet hours");
            let end = quiet.end(at.parse().expect("a time"), &rome());
            assert_eq!(end.to_string(), expected, "{hours} {at}");
        }
    }

    #[test]
    fn quiet_hours_round_trip() {
        for text in ["off", "21:00-08:00", "00:05-23:59"] {
            assert_eq!(text.parse::<QuietHours>().map(|quiet| quiet.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "on", "21-8", "24:00-08:00", "21:00-21:00", "21:60-08:00", "21:00-08:00-09:00", "+1:00-08:00"]
        {
            assert_eq!(text.parse::<QuietHours>(), Err(UnknownVariant), "{text}");
        }
        assert_eq!(QuietHours::default().to_string(), "21:00-08:00");
    }
}
