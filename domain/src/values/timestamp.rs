//! Timestamps.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::date::{Date, number, write_number};

/// A UTC timestamp with millisecond precision, written `2026-11-20T10:00:00.123Z`
/// (docs/REFERENCE.md#timestamps).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(not(target_arch = "wasm32"), derive(utoipa::ToSchema), schema(value_type = String, format = DateTime, example = "2026-11-20T10:00:00.123Z"))]
pub struct Timestamp(i64);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a timestamp such as 2026-11-20T10:00:00.123Z")]
pub struct InvalidTimestamp;

const DAY: i64 = 86_400_000;

impl Timestamp {
    /// The earliest timestamp: 0000-01-01T00:00:00.000Z.
    pub const MIN: Self = Self(-62_167_219_200_000);
    /// The latest timestamp: 9999-12-31T23:59:59.999Z.
    pub const MAX: Self = Self(253_402_300_799_999);

    /// The timestamp `millis` milliseconds after 1970-01-01T00:00:00Z, clamped to
    /// [`MIN`](Self::MIN)..=[`MAX`](Self::MAX).
    pub fn from_millis(millis: i64) -> Self {
        Self(millis.clamp(Self::MIN.0, Self::MAX.0))
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    pub fn date(self) -> Date {
        Date::from_days_since_1970(self.0.div_euclid(DAY))
    }

    /// The time after `earlier`; none if that is later.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0 - earlier.0).unwrap_or(0))
    }

    /// The time `by` later, or [`MAX`](Self::MAX).
    #[must_use]
    pub fn later(self, by: Duration) -> Self {
        Self::from_millis(self.0.saturating_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)))
    }

    /// One millisecond later.
    #[must_use]
    pub fn next(self) -> Self {
        Self::from_millis(self.0 + 1)
    }
}

impl FromStr for Timestamp {
    type Err = InvalidTimestamp;

    /// Parses RFC 3339 with any offset, `t` and `z` in either case, a space for the `T` or for the offset's
    /// `+` (which a query string decodes to a space). Without an offset it is UTC; a plain date is midnight
    /// UTC (docs/REFERENCE.md#timestamps). Digits after the milliseconds are dropped.
    fn from_str(text: &str) -> Result<Self, InvalidTimestamp> {
        read(text).ok_or(InvalidTimestamp)
    }
}

fn read(text: &str) -> Option<Timestamp> {
    let day = text.get(..10)?.parse::<Date>().ok()?.days_since_1970() * DAY;
    let rest = &text[10..];
    let millis = match rest.chars().next() {
        None => day,
        Some('T' | 't' | ' ') => {
            let (time, offset) = read_time(&rest[1..])?;
            day + time - read_offset(offset)?
        }
        Some(_) => return None,
    };
    (Timestamp::MIN.0..=Timestamp::MAX.0).contains(&millis).then_some(Timestamp(millis))
}

/// `hh:mm:ss` with an optional fraction: milliseconds since midnight, and what follows.
fn read_time(text: &str) -> Option<(i64, &str)> {
    let (clock, rest) = text.split_at_checked(8)?;
    let mut parts = clock.split(':').map(|part| number(part, 2));
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    // A leap second becomes the second before it, as in most systems.
    let seconds = hour * 3_600 + minute * 60 + second.min(59);
    let Some(fraction) = rest.strip_prefix('.') else { return Some((seconds * 1_000, rest)) };
    let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return None;
    }
    let millis: i64 = format!("{:0<3.3}", &fraction[..digits]).parse().ok()?;
    Some((seconds * 1_000 + millis, &fraction[digits..]))
}

/// `Z`, `±hh:mm` or nothing: milliseconds east of UTC.
fn read_offset(text: &str) -> Option<i64> {
    let Some(sign) = text.chars().next() else { return Some(0) };
    if text.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let (hours, minutes) = text.get(1..)?.split_once(':')?;
    let (hours, minutes) = (number(hours, 2)?, number(minutes, 2)?);
    if hours > 23 || minutes > 59 {
        return None;
    }
    let east = (hours * 60 + minutes) * 60_000;
    match sign {
        '+' | ' ' => Some(east),
        '-' => Some(-east),
        _ => None,
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.rem_euclid(DAY);
        let seconds = millis / 1_000;
        // A page writes hundreds: several times as fast as with `write!`.
        let mut text = *b"yyyy-mm-ddThh:mm:ss.000Z";
        self.date().write(&mut text);
        write_number(&mut text[11..13], seconds / 3_600);
        write_number(&mut text[14..16], seconds / 60 % 60);
        write_number(&mut text[17..19], seconds % 60);
        write_number(&mut text[20..23], millis % 1_000);
        f.write_str(str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

string_value! { Timestamp, InvalidTimestamp }
