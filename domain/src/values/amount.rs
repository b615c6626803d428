//! Adds, multiplies and formats amounts of money. Sums and products are `i128`: no quantity times price can
//! overflow it, and sums that could are checked.

mod reading;
#[cfg(test)]
mod tests;
mod vat;

use crate::{Currency, Language, Payment, Quantity, QuoteItem};

pub use reading::cents;
pub use vat::{QuoteTotals, VatGroup};

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
        let integer =
            Some(integer.trim_start_matches('0')).filter(|integer| !integer.is_empty()).unwrap_or("0");
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

impl QuoteItem {
    /// Quantity times price, in cents ([`Quantity::times`]).
    pub fn total_cents(&self) -> i128 {
        self.quantity.times(self.unit_price_cents)
    }
}

/// The sum of all quote items in cents, each rounded as displayed; `None` on overflow.
pub fn quote_total(items: &[QuoteItem]) -> Option<i128> {
    items.iter().try_fold(0_i128, |total, item| total.checked_add(item.total_cents()))
}

/// Totals of the payments in one currency, in cents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentTotals {
    pub currency: Currency,
    pub agreed: i128,
    /// The paid part.
    pub paid: i128,
}

impl PaymentTotals {
    /// The unpaid part.
    pub fn open(&self) -> i128 {
        self.agreed - self.paid
    }

    /// Totals of `payments` by currency, in alphabetical order. An `i128` cannot overflow here.
    pub fn of(payments: &[Payment]) -> Vec<Self> {
        let mut totals: Vec<Self> = Vec::new();
        for payment in payments {
            let amount = i128::from(payment.amount_cents);
            let paid = if payment.paid_at.is_some() { amount } else { 0 };
            let place = totals.binary_search_by(|of| of.currency.as_str().cmp(payment.currency.as_str()));
            match place {
                Ok(at) => {
                    totals[at].agreed += amount;
                    totals[at].paid += paid;
                }
                Err(at) => {
                    totals.insert(at, Self { currency: payment.currency.clone(), agreed: amount, paid });
                }
            }
        }
        totals
    }
}
