//! Long lists, page by page. A page begins where the one before it ended, not at a number: what is
//! added or deleted meanwhile shifts nothing.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A stretch of a list, and where the next one begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page<T> {
    /// The entries, in the order of the list.
    pub items: Vec<T>,
    /// After which entry the next page begins; none when this is the last.
    pub next: Option<Cursor>,
}

/// The entry after which a page begins: by what the list is sorted, and the entry's id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cursor {
    /// What the list is sorted by, as text.
    pub key: String,
    /// The id, which decides between equals.
    pub id: String,
}

/// Why a string is no cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a key and an id, joined by ~")]
pub struct InvalidCursor;

/// How many entries a page has at most.
pub const MOST: usize = 50;

impl<T> Page<T> {
    /// The page that `found` begins with; one more entry than [`MOST`] tells that there is a next.
    pub fn of(mut found: Vec<T>, cursor: impl FnOnce(&T) -> Cursor) -> Self {
        let goes_on = found.len() > MOST;
        found.truncate(MOST);
        let next = found.last().filter(|_| goes_on).map(cursor);
        Self { items: found, next }
    }
}

impl Cursor {
    /// After the entry `id` with this `key`.
    #[expect(clippy::needless_pass_by_value, reason = "numbers, words and ids, mostly made for the call")]
    pub fn new(key: impl ToString, id: impl ToString) -> Self {
        Self { key: key.to_string(), id: id.to_string() }
    }

    /// The key as a number, where the list is sorted by one.
    pub fn number(&self) -> Option<i64> {
        self.key.parse().ok()
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}~{}", self.key, self.id)
    }
}

/// An id has no `~`, so the last one is the joint.
impl FromStr for Cursor {
    type Err = InvalidCursor;

    fn from_str(text: &str) -> Result<Self, InvalidCursor> {
        let (key, id) = text.rsplit_once('~').ok_or(InvalidCursor)?;
        if key.contains('\0') || id.contains('\0') { Err(InvalidCursor) } else { Ok(Self::new(key, id)) }
    }
}

impl TryFrom<String> for Cursor {
    type Error = InvalidCursor;
    fn try_from(text: String) -> Result<Self, InvalidCursor> {
        text.parse()
    }
}

impl From<Cursor> for String {
    fn from(cursor: Cursor) -> Self {
        cursor.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_page_has_next_cursor() {
        let of = |count: usize| Page::of((0..count).collect(), |n| Cursor::new(n, format!("id-{n}")));
        assert_eq!(of(MOST).next, None);
        let more = of(MOST + 1);
        assert_eq!(more.items.len(), MOST);
        assert_eq!(more.next, Some(Cursor::new(MOST - 1, format!("id-{}", MOST - 1))));
    }

    #[test]
    fn cursor_round_trips() {
        let cursor = Cursor::new("ca~fè", "id_1");
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        assert_eq!("nothing".parse::<Cursor>(), Err(InvalidCursor));
        assert_eq!("a\0~b".parse::<Cursor>(), Err(InvalidCursor));
    }
}
