//! Cursor-based paging. A page starts after the last entry of the previous one, so that insertions and
//! deletions do not shift it.

use std::fmt;
use std::str::FromStr;

/// A page of a list, with the cursor of the next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// The entries, in the order of the list.
    pub items: Vec<T>,
    /// The cursor of the next page; `None` on the last one.
    pub next: Option<Cursor>,
}

/// A position in a list: the sort key and id of the entry before the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// The sort key, as text.
    pub key: String,
    /// The id, which orders entries with the same key.
    pub id: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a key and an id, joined by ~")]
pub struct InvalidCursor;

/// How many entries a page has at most.
pub const MAX_ITEMS: usize = 50;

impl<T> Page<T> {
    /// A page of the first [`MAX_ITEMS`] entries of `found`. An additional entry means that there is a next page.
    pub fn of(mut found: Vec<T>, cursor: impl FnOnce(&T) -> Cursor) -> Self {
        let goes_on = found.len() > MAX_ITEMS;
        found.truncate(MAX_ITEMS);
        let next = found.last().filter(|_| goes_on).map(cursor);
        Self { items: found, next }
    }
}

impl Cursor {
    /// The position after the entry `id` with the sort key `key`.
    #[expect(clippy::needless_pass_by_value, reason = "numbers, words and ids, mostly made for the call")]
    pub fn new(key: impl ToString, id: impl ToString) -> Self {
        Self { key: key.to_string(), id: id.to_string() }
    }

    /// The key as a number, for lists sorted by one.
    pub fn number(&self) -> Option<i64> {
        self.key.parse().ok()
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}~{}", self.key, self.id)
    }
}

/// Ids contain no `~`, so the last one is the separator.
impl FromStr for Cursor {
    type Err = InvalidCursor;

    fn from_str(text: &str) -> Result<Self, InvalidCursor> {
        let (key, id) = text.rsplit_once('~').ok_or(InvalidCursor)?;
        if key.contains('\0') || id.contains('\0') { Err(InvalidCursor) } else { Ok(Self::new(key, id)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_page_has_next_cursor() {
        let of = |count: usize| Page::of((0..count).collect(), |n| Cursor::new(n, format!("id-{n}")));
        assert_eq!(of(MAX_ITEMS).next, None);
        let more = of(MAX_ITEMS + 1);
        assert_eq!(more.items.len(), MAX_ITEMS);
        assert_eq!(more.next, Some(Cursor::new(MAX_ITEMS - 1, format!("id-{}", MAX_ITEMS - 1))));
    }

    #[test]
    fn cursor_round_trips() {
        let cursor = Cursor::new("ca~fè", "id_1");
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        assert_eq!("nothing".parse::<Cursor>(), Err(InvalidCursor));
        assert_eq!("a\0~b".parse::<Cursor>(), Err(InvalidCursor));
    }
}
