//! Amounts of money: how they are added, multiplied and written. Sums and products are `i128`: no
//! quantity times no price of ours can leave it, and a sum that could is checked.

use crate::form::{Problem, Reading};
use crate::money::InvalidQuantity;
use crate::{Currency, Language, Payment, Quantity, QuoteItem};

/// What stands between an amount and its sign in Italian: a space that does not break.
const SPACE: char = '\u{a0}';

/// `1.234,50 €` in Italian, `€1,234.50` in English; currencies without a sign of their own go by
/// their code.
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
    let whole = grouped(&(cents.unsigned_abs() / 100).to_string(), group);
    let amount = format!("{whole}{}{:02}", point(language), cents.unsigned_abs() % 100);
    match language {
        Language::It => format!("{minus}{amount}{SPACE}{sign}"),
        // A code is a word and wants a space, a sign wants none.
        Language::En if sign.len() == 3 && sign.is_ascii() => format!("{minus}{sign}{SPACE}{amount}"),
        Language::En => format!("{minus}{sign}{amount}"),
    }
}

/// `1234.50`, for machines; with the comma of Italian, for a form's box: `1234,50`.
pub fn decimal(cents: i64, language: Language) -> String {
    let minus = if cents < 0 { "-" } else { "" };
    format!("{minus}{}{}{:02}", cents.unsigned_abs() / 100, point(language), cents.unsigned_abs() % 100)
}

/// What stands before the decimals.
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

/// A number as it was typed, without its sign.
struct Typed {
    whole: String,
    fraction: String,
}

/// What three digits after the only comma or point are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Threes {
    /// Thousands: there are no thousandths of a cent.
    Thousands,
    /// Either, so neither.
    Refused,
}

/// Reads digits with a comma or a point before the decimals, and the other one, an apostrophe or a
/// space between thousands.
fn typed(text: &str, threes: Threes) -> Option<Typed> {
    let text = text.trim().replace(|c: char| c.is_whitespace() || c == '\'' || c == '’', "");
    let plain = text.len() <= 40 && text.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b'.');
    if !plain {
        return None;
    }
    let last = text.rfind([',', '.']);
    let (whole, fraction) = match last {
        None => (text.as_str(), ""),
        Some(at) => {
            let (whole, fraction) = (&text[..at], &text[at + 1..]);
            let mark = &text[at..=at];
            let alone = !whole.contains([',', '.']);
            if whole.contains(mark) {
                // The same mark twice stands between thousands.
                (text.as_str(), "")
            } else if alone && fraction.len() == 3 && whole.trim_matches('0') != "" {
                match threes {
                    Threes::Thousands => (text.as_str(), ""),
                    Threes::Refused => return None,
                }
            } else if fraction.is_empty() {
                return None;
            } else {
                (whole, fraction)
            }
        }
    };
    let mut groups = whole.split([',', '.']);
    let first = groups.next().filter(|first| !first.is_empty())?;
    let rest: Vec<&str> = groups.collect();
    let is_grouped = rest.is_empty() || (first.len() <= 3 && rest.iter().all(|group| group.len() == 3));
    let one_mark = !(whole.contains(',') && whole.contains('.'));
    (is_grouped && one_mark)
        .then(|| Typed { whole: format!("{first}{}", rest.concat()), fraction: fraction.to_owned() })
}

/// Reads an amount in cents: `1.234,50`, `1,234.50`, `1234,5`, `1 234`, with `€` before or after it and
/// a minus before it.
pub fn cents(text: &str) -> Option<i64> {
    let text = text.trim();
    let text = text.strip_prefix('€').or_else(|| text.strip_suffix('€')).unwrap_or(text).trim();
    let (sign, text) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (-1, rest.trim_start().trim_start_matches('€')),
        None => (1, text),
    };
    let Typed { whole, fraction } = typed(text, Threes::Thousands)?;
    if fraction.len() > 2 {
        return None;
    }
    let whole: i64 = whole.parse().ok()?;
    let fraction: i64 = format!("{fraction:0<2}").parse().ok()?;
    whole.checked_mul(100)?.checked_add(fraction)?.checked_mul(sign)
}

impl Reading<'_> {
    /// The largest amount a form takes, in whole units: a thousand million.
    pub const MOST_MONEY: i64 = 1_000_000_000;

    /// An amount in cents ([`cents`]), from `least` to [`Reading::MOST_MONEY`] whole units.
    pub fn amount(&mut self, field: &str, least: i64) -> i64 {
        let amount = self
            .needed(field, |reading, field| reading.parsed(field, Problem::NotAmount, cents))
            .unwrap_or(0);
        if !(least * 100..=Self::MOST_MONEY * 100).contains(&amount) {
            self.reject(field, Problem::OutOfRange(least, Self::MOST_MONEY));
        }
        amount
    }

    /// A quantity ([`Quantity::typed`]).
    pub fn quantity(&mut self, field: &str) -> Option<Quantity> {
        let typed = |text: &str| Quantity::typed(text).ok();
        self.needed(field, |reading, field| reading.parsed(field, Problem::NotQuantity, typed))
    }

    /// A currency's code in either case; none is the euro.
    pub fn currency(&mut self, field: &str) -> Currency {
        let typed = |code: &str| Currency::parse(code.to_ascii_uppercase()).ok();
        self.parsed(field, Problem::NotOneOf, typed).unwrap_or_default()
    }
}

impl Quantity {
    /// One of the millionths a quantity is counted in: it has at most six digits after its point.
    const ONE: i128 = 1_000_000;

    /// Reads what somebody typed: a comma or a point before the decimals, groups of thousands. `1.000`
    /// and `1,125` are refused: what is a thousand here is one elsewhere.
    ///
    /// # Errors
    /// [`InvalidQuantity`] for anything else.
    pub fn typed(text: &str) -> Result<Self, InvalidQuantity> {
        let Some(Typed { whole, fraction }) = typed(text, Threes::Refused) else {
            return Err(InvalidQuantity);
        };
        let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
        let whole = if whole.is_empty() { "0" } else { whole };
        Self::parse(if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") })
    }

    /// As somebody would type it: `1,5` in Italian, `1.5` in English.
    pub fn shown(&self, language: Language) -> String {
        let (whole, fraction) = self.as_str().split_once('.').unwrap_or((self.as_str(), ""));
        let whole = Some(whole.trim_start_matches('0')).filter(|whole| !whole.is_empty()).unwrap_or("0");
        match fraction.trim_end_matches('0') {
            "" => whole.to_owned(),
            // A fourth digit, lest it be taken for thousands ([`Quantity::typed`]).
            three if three.len() == 3 && whole != "0" => format!("{whole}{}{three}0", point(language)),
            fraction => format!("{whole}{}{fraction}", point(language)),
        }
    }

    fn millionths(&self) -> i128 {
        let (whole, fraction) = self.as_str().split_once('.').unwrap_or((self.as_str(), ""));
        let digits = |text: &str| text.parse::<i128>().unwrap_or_default();
        digits(whole) * Self::ONE + digits(&format!("{fraction:0<6}"))
    }

    /// This many times `unit_price_cents`, in cents: exact, then half a cent is rounded up (for a
    /// price below zero, such as a discount, away from zero, so that it mirrors the price itself).
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

/// What all the lines of a quote come to, each rounded by itself, as it is written; `None` past what
/// can be counted.
pub fn quote_total(items: &[QuoteItem]) -> Option<i128> {
    items.iter().try_fold(0_i128, |total, item| total.checked_add(item.total_cents()))
}

/// The payments of one currency, in cents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentTotals {
    /// Of what.
    pub currency: Currency,
    /// All that was agreed.
    pub agreed: i128,
    /// What has been paid of it.
    pub paid: i128,
}

impl PaymentTotals {
    /// What is still to come.
    pub fn open(&self) -> i128 {
        self.agreed - self.paid
    }

    /// What `payments` come to, by currency in alphabetical order. An `i128` holds more amounts than
    /// there can be payments.
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

#[cfg(test)]
mod tests;
