//! A cell of an exported table, in each format.

use domain::amount::decimal;
use domain::{Language, LeadStatus, Timestamp};
use pages::i18n::I18n;

use super::format::Format;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    /// Free text, which is escaped against spreadsheet formulas.
    Text(String),
    /// A number, a date or a fixed value, written as it is.
    Plain(String),
    /// An amount in cents.
    Amount(i64),
    Moment(Timestamp),
    Status(LeadStatus),
}

impl Cell {
    pub(super) const EMPTY: Self = Self::Plain(String::new());

    pub(super) fn text(text: &impl ToString) -> Self {
        Self::Text(text.to_string())
    }

    pub(super) fn optional(text: Option<impl ToString>) -> Self {
        Self::Text(text.map(|text| text.to_string()).unwrap_or_default())
    }

    pub(super) fn plain(value: &impl ToString) -> Self {
        Self::Plain(value.to_string())
    }

    pub(super) fn optional_plain(value: Option<impl ToString>) -> Self {
        Self::Plain(value.map(|value| value.to_string()).unwrap_or_default())
    }

    pub(super) fn optional_moment(at: Option<Timestamp>) -> Self {
        at.map_or(Self::EMPTY, Self::Moment)
    }

    pub(super) fn encode(self, format: &Format) -> String {
        match (self, format) {
            (Self::Text(text), Format::Spreadsheet(..)) if is_phone(&text) => text,
            (Self::Text(text), _) => escape_formulas(&text),
            (Self::Plain(value), _) => value,
            (Self::Amount(cents), Format::Spreadsheet(language, _)) => decimal(cents, *language),
            (Self::Amount(cents), Format::Rfc4180) => decimal(cents, Language::En),
            (Self::Moment(at), Format::Spreadsheet(_, zone)) => zone.written(at).replace('T', " "),
            (Self::Moment(at), Format::Rfc4180) => at.to_string(),
            (Self::Status(status), Format::Spreadsheet(language, _)) => {
                I18n::from(*language).lead_status(status).to_owned()
            }
            (Self::Status(status), Format::Rfc4180) => status.to_string(),
        }
    }
}

/// Whether a text has only digits, spaces and `+`, so that no spreadsheet can run more than a sum of it.
fn is_phone(text: &str) -> bool {
    text.chars().all(|character| character.is_ascii_digit() || matches!(character, ' ' | '+'))
}

/// The text with an apostrophe before anything that a spreadsheet would run as a formula: a leading `=`, `+`,
/// `-`, `@`, tab or carriage return. Also after a `;` or a line break: where `;` separates cells, as in
/// Italy, a program may split the text there.
fn escape_formulas(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut begins = true;
    for character in text.chars() {
        if begins && matches!(character, '=' | '+' | '-' | '@' | '\t' | '\r') {
            escaped.push('\'');
        }
        escaped.push(character);
        begins = matches!(character, ';' | '\n' | '\r' | '\t');
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreadsheet_formulas_are_escaped() {
        for (text, safe) in [
            ("=1+1", "'=1+1"),
            ("+39 010", "'+39 010"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t'=1"),
            ("\r=1", "'\r'=1"),
            ("Anna;=1", "Anna;'=1"),
            ("Uno\n-due", "Uno\n'-due"),
            ("Uno\r\nDue", "Uno\r\nDue"),
            ("a=b; c - d@e", "a=b; c - d@e"),
            ("", ""),
        ] {
            assert_eq!(escape_formulas(text), safe);
        }
    }

    #[test]
    fn only_text_cells_are_escaped() {
        let encode = |cell: Cell| cell.encode(&Format::Rfc4180);
        assert_eq!(encode(Cell::plain(&"-12.50")), "-12.50");
        assert_eq!(encode(Cell::text(&"-12.50")), "'-12.50");
        assert_eq!(encode(Cell::optional(None::<String>)), "");
    }

    #[test]
    fn phone_is_not_escaped_for_a_spreadsheet() {
        let format = Format::Spreadsheet(Language::It, domain::Zone::default());
        for (text, cell) in
            [("+39 010 123", "+39 010 123"), ("+39-010", "'+39-010"), ("+39 A1", "'+39 A1"), ("-1", "'-1")]
        {
            assert_eq!(Cell::text(&text).encode(&format), cell);
        }
    }
}
