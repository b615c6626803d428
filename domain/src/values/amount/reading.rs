//! Parses amounts and quantities as typed by people.

use crate::Quantity;
use crate::money::InvalidQuantity;

/// A typed number without its sign.
struct TypedNumber {
    integer: String,
    fraction: String,
}

/// How to interpret three digits after a single comma or point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ThreeDigits {
    /// As thousands, because amounts have two decimals.
    Thousands,
    /// Ambiguous, so rejected.
    Rejected,
}

/// Parses digits with a comma or a point before the decimals, and the other one, an apostrophe or a space
/// between thousands.
fn parse_typed(text: &str, three_digits: ThreeDigits) -> Option<TypedNumber> {
    let text = text.trim().replace(|c: char| c.is_whitespace() || c == '\'' || c == '’', "");
    let plain = text.len() <= 40 && text.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b'.');
    if !plain {
        return None;
    }
    let last = text.rfind([',', '.']);
    let (integer, fraction) = match last {
        None => (text.as_str(), ""),
        Some(at) => {
            let (integer, fraction) = (&text[..at], &text[at + 1..]);
            let mark = &text[at..=at];
            let alone = !integer.contains([',', '.']);
            if integer.contains(mark) {
                // A separator used twice separates thousands.
                (text.as_str(), "")
            } else if alone && fraction.len() == 3 && !integer.trim_matches('0').is_empty() {
                match three_digits {
                    ThreeDigits::Thousands => (text.as_str(), ""),
                    ThreeDigits::Rejected => return None,
                }
            } else if fraction.is_empty() {
                return None;
            } else {
                (integer, fraction)
            }
        }
    };
    let mut groups = integer.split([',', '.']);
    let first = groups.next().filter(|first| !first.is_empty())?;
    let rest: Vec<&str> = groups.collect();
    let is_grouped = rest.is_empty() || (first.len() <= 3 && rest.iter().all(|group| group.len() == 3));
    let one_mark = !(integer.contains(',') && integer.contains('.'));
    (is_grouped && one_mark)
        .then(|| TypedNumber { integer: format!("{first}{}", rest.concat()), fraction: fraction.to_owned() })
}

/// Parses an amount into cents: `1.234,50`, `1,234.50`, `1234,5`, `1 234`, with `€` before or after it and a
/// minus before it.
pub fn cents(text: &str) -> Option<i64> {
    let text = text.trim();
    let text = text.strip_prefix('€').or_else(|| text.strip_suffix('€')).unwrap_or(text).trim();
    let (sign, text) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (-1, rest.trim_start().trim_start_matches('€')),
        None => (1, text),
    };
    let TypedNumber { integer, fraction } = parse_typed(text, ThreeDigits::Thousands)?;
    if fraction.len() > 2 {
        return None;
    }
    let integer: i64 = integer.parse().ok()?;
    let fraction: i64 = format!("{fraction:0<2}").parse().ok()?;
    integer.checked_mul(100)?.checked_add(fraction)?.checked_mul(sign)
}

impl Quantity {
    /// Parses a comma or a point before the decimals and groups of thousands. `1.000` and `1,125` are
    /// rejected as ambiguous: the separator means thousands in one language and decimals in the other.
    pub fn parse_typed(text: &str) -> Result<Self, InvalidQuantity> {
        let Some(TypedNumber { integer, fraction }) = parse_typed(text, ThreeDigits::Rejected) else {
            return Err(InvalidQuantity);
        };
        let (integer, fraction) = (integer.trim_start_matches('0'), fraction.trim_end_matches('0'));
        let integer = if integer.is_empty() { "0" } else { integer };
        Self::parse(if fraction.is_empty() { integer.to_owned() } else { format!("{integer}.{fraction}") })
    }
}

#[cfg(test)]
mod tests;
