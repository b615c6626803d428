//! Streams a table as comma-separated values (RFC 4180), one batch of rows at a time, so that memory does not
//! grow with the table.

use std::pin::Pin;

use axum::body::{Body, Bytes};
use csv::{Terminator, WriterBuilder};
use futures_util::{StreamExt, TryStreamExt, stream};
use store::Store;

/// Excel recognises UTF-8 by it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The columns of a table, and how its rows are loaded and written.
pub(super) struct Table<L> {
    pub(super) columns: &'static [&'static str],
    /// The next batch of rows after the given one; empty after the last.
    pub(super) read: fn(Store, Option<L>) -> RowBatch<L>,
    /// The cells of a row.
    pub(super) cells: fn(&L) -> Vec<Cell>,
}

/// A batch of rows being loaded.
pub(super) type RowBatch<L> = Pin<Box<dyn Future<Output = store::Result<Vec<L>>> + Send>>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    /// Free text, which is escaped against spreadsheet formulas.
    Text(String),
    /// A number, a date or a fixed value, written as it is.
    Plain(String),
}

impl Cell {
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

    fn encode(self) -> String {
        match self {
            Self::Text(text) => escape_formulas(&text),
            Self::Plain(value) => value,
        }
    }
}

/// The table as a response body. The first batch is loaded before the response begins, so that a database
/// error can still become an error response. A later error aborts the body, and the browser reports a failed
/// download.
pub(super) async fn stream<L>(store: Store, table: Table<L>) -> store::Result<Body>
where
    L: Clone + Send + 'static,
{
    let Table { columns, read, cells } = table;
    let first = read(store.clone(), None).await?;
    let head = [BYTE_ORDER_MARK, &encode([columns])].concat();
    let rest = stream::try_unfold(first, move |lines| {
        let store = store.clone();
        async move {
            let Some(last) = lines.last().cloned() else { return Ok(None) };
            let rows = lines.iter().map(|line| cells(line).into_iter().map(Cell::encode).collect::<Vec<_>>());
            let rows = encode(rows);
            Ok(Some((Bytes::from(rows), read(store, Some(last)).await?)))
        }
    });
    let rest = rest.inspect_err(|error: &store::Error| tracing::error!(%error, "an export broke off"));
    Ok(Body::from_stream(stream::once(async { Ok(Bytes::from(head)) }).chain(rest)))
}

/// Encodes rows. Writing to a `Vec` cannot fail.
fn encode<R, C>(rows: impl IntoIterator<Item = R>) -> Vec<u8>
where
    R: IntoIterator<Item = C>,
    C: AsRef<[u8]>,
{
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).expect("rows of one length, written to memory");
    }
    writer.into_inner().expect("flushing to memory cannot fail")
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
    fn rows_follow_rfc_4180() {
        let rows = [["a", "b \"c\", d"], ["è\r\nf", ""]];
        assert_eq!(encode(rows), "a,\"b \"\"c\"\", d\"\r\n\"è\r\nf\",\r\n".as_bytes());
    }

    #[test]
    fn only_text_cells_are_escaped() {
        assert_eq!(Cell::plain(&"-12.50").encode(), "-12.50");
        assert_eq!(Cell::text(&"-12.50").encode(), "'-12.50");
        assert_eq!(Cell::optional(None::<String>).encode(), "");
    }
}
