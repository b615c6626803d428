//! Keyset paging in either direction: the condition after a cursor, and the order.

use domain::{Cursor, paging};
use sqlx::Any;
use sqlx::any::AnyArguments;
use sqlx::query::QueryAs;

/// The order of a list and the position of a page in it.
#[derive(Debug, Clone)]
pub(crate) struct Keyset {
    /// An expression that is never null, with an index on it and the id.
    key: &'static str,
    id: &'static str,
    descending: bool,
    after: Option<Position>,
}

#[derive(Debug, Clone)]
enum Position {
    Number(i64, String),
    Text(String, String),
}

impl Keyset {
    /// By a number. A malformed cursor gives the first page.
    pub(crate) fn by_number(
        key: &'static str,
        id: &'static str,
        descending: bool,
        after: Option<&Cursor>,
    ) -> Self {
        let after = after.and_then(|after| Some(Position::Number(after.number()?, after.id.clone())));
        Self { key, id, descending, after }
    }

    pub(crate) fn by_text(
        key: &'static str,
        id: &'static str,
        descending: bool,
        after: Option<&Cursor>,
    ) -> Self {
        let after = after.map(|after| Position::Text(after.key.clone(), after.id.clone()));
        Self { key, id, descending, after }
    }

    /// The condition on a row after the position; [`Self::bind`] binds its two placeholders from `$next` on,
    /// and `next` goes on after them.
    pub(crate) fn condition(&self, next: &mut usize) -> Option<String> {
        self.after.as_ref()?;
        let (Self { key, id, .. }, first) = (self, *next);
        *next += 2;
        let after = if self.descending { '<' } else { '>' };
        // SQLite finds an expression in an index by the first comparison only.
        Some(format!("{key} {after}= ${first} AND ({key}, {id}) {after} (${first}, ${})", first + 1))
    }

    pub(crate) fn bind<'q, O>(
        &self,
        query: QueryAs<'q, Any, O, AnyArguments>,
    ) -> QueryAs<'q, Any, O, AnyArguments> {
        match self.after.clone() {
            None => query,
            Some(Position::Number(key, id)) => query.bind(key).bind(id),
            Some(Position::Text(key, id)) => query.bind(key).bind(id),
        }
    }

    /// ` ORDER BY … LIMIT …`, for one row more than a page has.
    pub(crate) fn order(&self) -> String {
        let Self { key, id, .. } = self;
        let direction = if self.descending { " DESC" } else { "" };
        format!(" ORDER BY {key}{direction}, {id}{direction} LIMIT {}", paging::MAX_ITEMS + 1)
    }
}

/// ` WHERE …` of all conditions; empty without any.
pub(crate) fn filter(conditions: &[String]) -> String {
    if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) }
}
