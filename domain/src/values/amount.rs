//! Formats and multiplies amounts of money. Products are `i128`: no quantity times price can overflow it.

mod reading;
#[cfg(test)]
mod tests;

use crate::{Currency, Language, Quantity};

pub use reading::cents;

/// The no-break space between an amount and its currency sign in Italian.
const SPACE: char = '\u{a0}';

/// Formats an amount: `1.234,50 €` in Italian, `€1,234.50` in English. Currencies without a sign use their
/// code.
pub fn written(cents: i128, currency: &Currency, language: Language) -> String {
    let sign = match currency.as_str() {
        "EUR" => "€",
        "USD" => "$",
        "GBP" => "£",
        code => code,
    };
    let minus = if cents < 0 { "-" } else { "" };
    let group = match language {
        Language::It => '.',
        Language::En => ',',
    };
    let integer = grouped(&(cents.unsigned_abs() / 100).to_string(), group);
    let amount = format!("{integer}{}{:02}", point(language), cents.unsigned_abs() % 100);
    match language {
        Language::It => format!("{minus}{amount}{SPACE}{sign}"),
        // A currency code needs a space, a sign does not.
        Language::En if sign.len() == 3 && sign.is_ascii() => format!("{minus}{sign}{SPACE}{amount}"),
        Language::En => format!("{minus}{sign}{amount}"),
    }
}

/// Formats an amount without sign and groups: `1234.50`, in Italian form fields `1234,50`.
pub fn decimal(cents: i64, language: Language) -> String {
    let minus = if cents < 0 { "-" } else { "" };
    format!("{minus}{}{}{:02}", cents.unsigned_abs() / 100, point(language), cents.unsigned_abs() % 100)
}

/// The decimal separator.
const fn point(language: Language) -> char {
    match language {
        Language::It => ',',
        Language::En => '.',
    }
}

/// `digits` in groups of three from the right.
fn grouped(digits: &str, separator: char) -> String {
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(separator);
        }
        grouped.push(digit);
    }
    grouped
}

impl Quantity {
    /// One in millionths, the unit of quantities, which have at most six decimals.
    const ONE: i128 = 1_000_000;

    /// Formats for a form field: `1,5` in Italian, `1.5` in English.
    pub fn shown(&self, language: Language) -> String {
        let (integer, fraction) = self.as_str().split_once('.').unwrap_or((self.as_str(), ""));
        let integer = Some(integer.trim_start_matches('0')).filter(|integer| !integer.is_empty()).unwrap_or("0");
        match fraction.trim_end_matches('0') {
            "" => integer.to_owned(),
            // A fourth decimal, so that the point is not parsed as a thousands separator
            // ([`Quantity::parse_typed`]).
            three if three.len() == 3 && integer != "0" => format!("{integer}{}{three}0", point(language)),
            fraction => format!("{integer}{}{fraction}", point(language)),
        }
    }

    fn millionths(&self) -> i128 {
        let (integer, fraction) = self.as_str().split_once('.').unwrap_or((self.as_str(), ""));
        let digits = |text: &str| text.parse::<i128>().unwrap_or_default();
        digits(integer) * Self::ONE + digits(&format!("{fraction:0<6}"))
    }

    /// Multiplies by `unit_price_cents`. The result is in cents; half a cent is rounded away from zero, so
    /// that a discount mirrors the price.
    pub fn times(&self, unit_price_cents: i64) -> i128 {
        let exact = self.millionths() * i128::from(unit_price_cents);
        (exact.abs() + Self::ONE / 2) / Self::ONE * exact.signum()
    }
}
