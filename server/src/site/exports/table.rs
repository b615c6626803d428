//! Streams a table, one batch of rows at a time, so that memory does not grow with the table.

use std::pin::Pin;

use axum::body::{Body, Bytes};
use futures_util::{StreamExt, TryStreamExt, stream};
use pages::i18n::I18n;
use store::Store;

use super::cell::Cell;
use super::format::Format;

/// Excel recognises UTF-8 by it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The name of a column for scripts, and its heading in the agency's language.
pub(super) type Column = (&'static str, fn(I18n) -> &'static str);

/// The columns of a table, and how its rows are loaded and written.
pub(super) struct Table<L> {
    pub(super) columns: &'static [Column],
    /// The next batch of rows after the given one; empty after the last.
    pub(super) read: fn(Store, Option<L>) -> RowBatch<L>,
    /// The cells of a row.
    pub(super) cells: fn(&L) -> Vec<Cell>,
}

/// A batch of rows being loaded.
pub(super) type RowBatch<L> = Pin<Box<dyn Future<Output = store::Result<Vec<L>>> + Send>>;

/// The table as a response body. The first batch is loaded before the response begins, so that a database
/// error can still become an error response. A later error aborts the body, and the browser reports a failed
/// download.
pub(super) async fn stream<L>(store: Store, table: Table<L>, format: Format) -> store::Result<Body>
where
    L: Clone + Send + 'static,
{
    let Table { columns, read, cells } = table;
    let first = read(store.clone(), None).await?;
    let heading = |&(name, heading): &Column| match &format {
        Format::Rfc4180 => name,
        Format::Spreadsheet(language, _) => heading(I18n::from(*language)),
    };
    let head = [BYTE_ORDER_MARK, &format.encode([columns.iter().map(heading)])].concat();
    let rest = stream::try_unfold(first, move |lines| {
        let (store, format) = (store.clone(), format.clone());
        async move {
            let Some(last) = lines.last().cloned() else { return Ok(None) };
            let row = |line| cells(line).into_iter().map(|cell| cell.encode(&format)).collect::<Vec<_>>();
            let rows = format.encode(lines.iter().map(row));
            Ok(Some((Bytes::from(rows), read(store, Some(last)).await?)))
        }
    });
    let rest = rest.inspect_err(|error: &store::Error| tracing::error!(%error, "an export broke off"));
    Ok(Body::from_stream(stream::once(async { Ok(Bytes::from(head)) }).chain(rest)))
}
