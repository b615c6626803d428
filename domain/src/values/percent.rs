//! Percentages: VAT rates, and shares of a sum.

use serde::{Deserialize, Serialize};

use crate::Language;

/// From 0 to 100 with up to two decimals; written `22` or `5.5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Percent(u16);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a percentage from 0 to 100 with at most two decimals, such as 22 or 5.5")]
pub struct InvalidPercent;

impl Percent {
    /// The ordinary rate of VAT in Italy.
    pub const ORDINARY_VAT: Self = Self(2_200);
    const MAX: u16 = 10_000;

    pub const fn hundredths(self) -> u16 {
        self.0
    }

    /// Parses a percentage with a comma or a point before the decimals, and `%` after it or not.
    pub fn parse_typed(text: &str) -> Option<Self> {
        let text = text.trim();
        let number = text.strip_suffix('%').unwrap_or(text).trim_end();
        Self::parse(number, &[',', '.'])
    }

    fn parse(number: &str, points: &[char]) -> Option<Self> {
        let (integer, fraction) = number.split_once(points).unwrap_or((number, "0"));
        let digits = |part: &str, most: usize| {
            (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !digits(integer, 3) || !digits(fraction, 2) {
            return None;
        }
        let fraction: u16 = format!("{fraction:0<2}").parse().ok()?;
        let hundredths = integer.parse::<u16>().ok()?.checked_mul(100)?.checked_add(fraction)?;
        (hundredths <= Self::MAX).then_some(Self(hundredths))
    }

    /// Formats for a form field: `5,5` in Italian, `5.5` in English.
    pub fn decimal(self, language: Language) -> String {
        match language {
            Language::It => String::from(self).replace('.', ","),
            Language::En => self.into(),
        }
    }

    /// Formats for reading: `5,5 %` in Italian, `5.5%` in English.
    pub fn shown(self, language: Language) -> String {
        let space = if language == Language::It { "\u{a0}" } else { "" };
        format!("{}{space}%", self.decimal(language))
    }
}

impl From<Percent> for String {
    fn from(percent: Percent) -> Self {
        match (percent.0 / 100, percent.0 % 100) {
            (integer, 0) => integer.to_string(),
            (integer, fraction) => format!("{integer}.{fraction:02}").trim_end_matches('0').to_owned(),
        }
    }
}

impl TryFrom<String> for Percent {
    type Error = InvalidPercent;
    fn try_from(text: String) -> Result<Self, InvalidPercent> {
        Self::parse(&text, &['.']).ok_or(InvalidPercent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_has_at_most_two_decimals() {
        for (typed, stored) in [
            ("22", "22"),
            (" 22 % ", "22"),
            ("5,5", "5.5"),
            ("33.33%", "33.33"),
            ("0", "0"),
            ("0,05", "0.05"),
            ("100,00", "100"),
        ] {
            assert_eq!(Percent::parse_typed(typed).map(String::from), Some(stored.to_owned()), "{typed}");
        }
        for typed in ["", "%", "-1", "100,01", "101", "1,234", "1,", ",5", "ventidue", "1e1", "65536"] {
            assert_eq!(Percent::parse_typed(typed), None, "{typed}");
        }
        assert!(Percent::try_from("5,5".to_owned()).is_err());
    }

    #[test]
    fn percent_formats_per_language() {
        let rate = Percent::parse_typed("5,5").expect("a rate");
        assert_eq!((rate.shown(Language::It).as_str(), rate.shown(Language::En).as_str()), ("5,5\u{a0}%", "5.5%"));
        assert_eq!(rate.decimal(Language::It), "5,5");
    }
}
