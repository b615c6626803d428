//! Parses telephone numbers in answers.

use super::visible;
use domain::line::one_line;

/// The fewest digits of a phone number.
const MIN_DIGITS: usize = 6;
/// The most consecutive digits (E.164).
const MAX_DIGITS: usize = 15;

/// Parses a phone number as written, on one line: `333 1234567 ore pasti` keeps its remark, `tel:+39…` loses
/// its prefix. Rejects dates, VAT numbers and street addresses.
pub(super) fn parse(text: &str) -> Option<String> {
    let line = one_line(&visible(text));
    let number = unprefixed(&line);
    let digits = digits(number).count();
    let letters = number.chars().filter(|letter| letter.is_alphabetic()).count();
    let is_number = digits >= MIN_DIGITS && letters <= 2 * digits && !number.contains('@') && !number.contains("://");
    (is_number && has_number(number) && !is_vat(number)).then(|| number.to_owned())
}

/// The digits of a number that is certainly a phone number, whatever its label: with a country code, or an
/// Italian mobile number. A VAT number has eleven digits and never matches.
pub(super) fn parse_certain(text: &str) -> Option<String> {
    let number = parse(text).filter(|number| !number.contains(char::is_alphabetic))?;
    let digits: String = digits(&number).collect();
    let is_abroad = number.starts_with('+') && (8..=MAX_DIGITS).contains(&digits.len());
    let is_mobile = digits.starts_with('3') && matches!(digits.len(), 9 | 10);
    let is_mobile = is_mobile || digits.starts_with("393") && digits.len() == 12;
    (is_abroad || is_mobile).then_some(digits)
}

fn digits(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(char::is_ascii_digit)
}

/// Strips the prefixes of links and bridges, and the `.0` that spreadsheets append.
fn unprefixed(line: &str) -> &str {
    let prefix = ["tel:", "p:"]
        .into_iter()
        .find(|prefix| line.get(..prefix.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(prefix)));
    let number = line[prefix.map_or(0, str::len)..].trim_start();
    let integer = number.strip_suffix(".0").filter(|integer| integer.bytes().all(|byte| byte.is_ascii_digit()));
    integer.unwrap_or(number)
}

/// Whether `line` contains a phone number: digits with separators between them.
fn has_number(line: &str) -> bool {
    let is_part = |sign: char| sign.is_ascii_digit() || " .-/()+\u{2010}\u{2011}\u{2013}".contains(sign);
    line.split(|sign| !is_part(sign)).any(|run| {
        let is_short = run.split(|sign: char| !sign.is_ascii_digit()).all(|group| group.len() <= MAX_DIGITS);
        digits(run).count() >= MIN_DIGITS && is_short && !is_day(run.trim())
    })
}

/// Whether the digits are a date: `10/12/2026`, `2026-12-01 10`.
fn is_day(run: &str) -> bool {
    let day = run.split(' ').next().unwrap_or_default();
    ['/', '-', '.'].into_iter().any(|sign| {
        let parts: Vec<&str> = day.split(sign).collect();
        let is_year = |part: &str| part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
        let is_small = |part: &&str| part.parse().is_ok_and(|number: u8| (1..=31).contains(&number));
        match parts[..] {
            [day, month, year] if sign == '/' && year.len() == 2 => [day, month].iter().all(is_small),
            [day, month, year] if is_year(year) => [day, month].iter().all(is_small),
            [year, month, day] if is_year(year) => [day, month].iter().all(is_small),
            _ => false,
        }
    })
}

/// An Italian VAT number: `IT` and eleven digits.
fn is_vat(line: &str) -> bool {
    let number: String = line.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let digits = number.strip_prefix("IT").or_else(|| number.strip_prefix("it")).unwrap_or_default();
    digits.len() == 11 && digits.bytes().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phone_accepts_common_notations() {
        for number in [
            "333 1234567",
            "+39 055 123 4567",
            "0039 333.1234567",
            "02-123456",
            "055/123456",
            "3331234567",
            "333 1234567 ore pasti",
            "Anna: 333 1234567",
            "+39 (0)333-123.45.67 int. 3",
            "02 123456 / 333 1234567",
            "333 1234567 (dopo le 18:00)",
            "01234567890",
        ] {
            assert_eq!(parse(number).as_deref(), Some(number));
        }
        for (written, number) in [
            ("tel:+393331234567", "+393331234567"),
            ("Tel: 333 1234567", "333 1234567"),
            ("p:+393331234567", "+393331234567"),
            ("393123456700.0", "393123456700"),
            (" 333\n1234567\u{200b}", "333 1234567"),
        ] {
            assert_eq!(parse(written).as_deref(), Some(number), "{written}");
        }
    }

    #[test]
    fn phone_rejects_dates_ids_and_short_numbers() {
        for text in [
            "",
            "0",
            "4",
            "333",
            "12345",
            "10/12/2026",
            "1/2/26",
            "2026-12-01",
            "2026-12-01 10:30",
            "2026-12-01T10:30:00",
            "01.12.2026 10:30",
            "IT01234567890",
            "IT 01234567890",
            "IT60X0542811101000000123456",
            "VRDNNA80A41H501X",
            "chiamare alle 18",
            "dalle 18 alle 20",
            "Via Roma 1, Milano",
            "Via Garibaldi 12, 20100 Milano",
            "12345678901234567890",
            "anna123456@example.it",
            "https://e.it/123456",
            "no",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn parse_certain_rejects_ambiguous_numbers() {
        for text in ["+39 055 123456", "333 1234567", "333.123.456", "tel:3331234567", "393331234567"] {
            assert!(parse_certain(text).is_some(), "{text}");
        }
        for text in ["055 123456", "01234567890", "31234567890", "20100", "333 1234567 Anna", "28", "+1", "3000"] {
            assert_eq!(parse_certain(text), None, "{text}");
        }
    }
}
