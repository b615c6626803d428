//! Tables as comma-separated values (RFC 4180), a stretch of lines at a time, so that a long one takes
//! no more memory than a short one.

use std::pin::Pin;

use axum::body::{Body, Bytes};
use csv::{Terminator, WriterBuilder};
use futures_util::{StreamExt, TryStreamExt, stream};
use store::Store;

/// By this Excel knows that a file is UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What a table is made of.
pub(super) struct Table<L> {
    /// The names of its columns.
    pub(super) columns: &'static [&'static str],
    /// The lines after one, at most a stretch; none after the last.
    pub(super) read: fn(Store, Option<L>) -> Reading<L>,
    /// A line, cell by cell.
    pub(super) cells: fn(&L) -> Vec<Cell>,
}

/// Lines on their way.
pub(super) type Reading<L> = Pin<Box<dyn Future<Output = store::Result<Vec<L>>> + Send>>;

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    /// What somebody wrote.
    Text(String),
    /// What is a number, a day or a word of Atrio's, and nothing else.
    Plain(String),
}

impl Cell {
    pub(super) fn text(text: &impl ToString) -> Self {
        Self::Text(text.to_string())
    }

    pub(super) fn maybe(text: Option<impl ToString>) -> Self {
        Self::Text(text.map(|text| text.to_string()).unwrap_or_default())
    }

    pub(super) fn plain(value: &impl ToString) -> Self {
        Self::Plain(value.to_string())
    }

    pub(super) fn maybe_plain(value: Option<impl ToString>) -> Self {
        Self::Plain(value.map(|value| value.to_string()).unwrap_or_default())
    }

    fn written(self) -> String {
        match self {
            Self::Text(text) => harmless(&text),
            Self::Plain(value) => value,
        }
    }
}

/// The table as a body. Whether the database answers is known before it begins; where it fails in the
/// middle, the body breaks off, and a browser says that the file is not whole.
pub(super) async fn stream<L>(store: Store, table: Table<L>) -> store::Result<Body>
where
    L: Clone + Send + 'static,
{
    let Table { columns, read, cells } = table;
    let first = read(store.clone(), None).await?;
    let head = [BYTE_ORDER_MARK, &written([columns])].concat();
    let rest = stream::try_unfold(first, move |lines| {
        let store = store.clone();
        async move {
            let Some(last) = lines.last().cloned() else { return Ok(None) };
            let rows =
                lines.iter().map(|line| cells(line).into_iter().map(Cell::written).collect::<Vec<_>>());
            let rows = written(rows);
            Ok(Some((Bytes::from(rows), read(store, Some(last)).await?)))
        }
    });
    let rest = rest.inspect_err(|error: &store::Error| tracing::error!(%error, "an export broke off"));
    Ok(Body::from_stream(stream::once(async { Ok(Bytes::from(head)) }).chain(rest)))
}

/// Rows of cells; the only thing that can fail is writing, and a `Vec` takes everything.
fn written<R, C>(rows: impl IntoIterator<Item = R>) -> Vec<u8>
where
    R: IntoIterator<Item = C>,
    C: AsRef<[u8]>,
{
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).expect("rows of one length, written to memory");
    }
    writer.into_inner().expect("memory has no buffer to fail at")
}

/// The text, with an apostrophe wherever a spreadsheet would take it for a formula: where it begins
/// with `=`, `+`, `-`, `@`, a tab or a carriage return. Also where that follows a `;` or a line break:
/// where `;` stands between cells, as in Italy, a program may cut there.
fn harmless(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len());
    let mut begins = true;
    for character in text.chars() {
        if begins && matches!(character, '=' | '+' | '-' | '@' | '\t' | '\r') {
            harmless.push('\'');
        }
        harmless.push(character);
        begins = matches!(character, ';' | '\n' | '\r' | '\t');
    }
    harmless
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
            assert_eq!(harmless(text), safe);
        }
    }

    #[test]
    fn rows_follow_rfc_4180() {
        let rows = [["a", "b \"c\", d"], ["è\r\nf", ""]];
        assert_eq!(written(rows), "a,\"b \"\"c\"\", d\"\r\n\"è\r\nf\",\r\n".as_bytes());
    }

    #[test]
    fn only_text_cells_are_escaped() {
        assert_eq!(Cell::plain(&"-12.50").written(), "-12.50");
        assert_eq!(Cell::text(&"-12.50").written(), "'-12.50");
        assert_eq!(Cell::maybe(None::<String>).written(), "");
    }
}
