//! Calendar dates.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A date, written `2026-11-20`; years 0000 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Date {
    year: i64,
    month: u8,
    day: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a date such as 2026-11-20")]
pub struct InvalidDate;

impl Date {
    /// Days since 1970-01-01; negative before.
    ///
    /// Computed in eras of 400 years with years that begin in March, so that the leap day is the last of its
    /// year.
    pub fn days_since_1970(self) -> i64 {
        let year = if self.month <= 2 { self.year - 1 } else { self.year };
        let month_from_march = (i64::from(self.month) + 9) % 12;
        let day_of_year = (153 * month_from_march + 2) / 5 + i64::from(self.day) - 1;
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        era * 146_097 + day_of_era - 719_468
    }

    /// The date `days` after 1970-01-01.
    pub fn from_days_since_1970(days: i64) -> Self {
        let days = days + 719_468;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        Self { year, month: small(month), day: small(day) }
    }

    /// Writes it into the numbers of `yyyy-mm-dd`; its year has four digits.
    pub(crate) fn write(self, text: &mut [u8]) {
        write_number(&mut text[..4], self.year);
        write_number(&mut text[5..7], self.month.into());
        write_number(&mut text[8..10], self.day.into());
    }

    pub const fn year(self) -> i64 {
        self.year
    }

    /// The date `days` after this one, or before it if negative.
    #[must_use]
    pub fn days_later(self, days: i64) -> Self {
        Self::from_days_since_1970(self.days_since_1970() + days)
    }

    /// The same day of a later month, or the last day of a shorter one. Never after the year 9999.
    #[must_use]
    pub fn months_later(self, months: u8) -> Self {
        let month_from_0 = i64::from(self.month) - 1 + i64::from(months);
        let (year, month) = (self.year + month_from_0 / 12, small(month_from_0 % 12 + 1));
        if year > 9_999 {
            return Self { year: 9_999, month: 12, day: 31 };
        }
        Self { year, month, day: self.day.min(days_in(year, month)) }
    }
}

/// Converts a month or a day, which is always below 32.
fn small(value: i64) -> u8 {
    u8::try_from(value).unwrap_or(0)
}

fn days_in(year: i64, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// The number written by exactly `digits` ASCII digits.
pub(crate) fn number(text: &str, digits: usize) -> Option<i64> {
    let all_digits = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits { text.parse().ok() } else { None }
}

impl FromStr for Date {
    type Err = InvalidDate;

    fn from_str(text: &str) -> Result<Self, InvalidDate> {
        let mut parts = text.splitn(3, '-');
        let mut part = |digits| parts.next().and_then(|part| number(part, digits));
        let (Some(year), Some(month), Some(day)) = (part(4), part(2), part(2)) else {
            return Err(InvalidDate);
        };
        let (month, day) = (small(month), small(day));
        if (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day) {
            Ok(Self { year, month, day })
        } else {
            Err(InvalidDate)
        }
    }
}

/// Writes `value` with as many digits as there is room for.
pub(crate) fn write_number(digits: &mut [u8], mut value: i64) {
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + small(value % 10);
        value /= 10;
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The week of the last day ends in the year 10000.
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

string_value! { Date, InvalidDate }
