//! The conditions of a list, and paging through it by keyset in either direction.

use domain::{Cursor, paging};

use super::batch::renumbered;
use super::column::Cell;
use super::query::Values;

/// Conditions that all must hold, with their values.
#[derive(Debug, Default)]
pub(crate) struct Conditions {
    sql: Vec<String>,
    pub(crate) values: Vec<Cell>,
}

impl Conditions {
    /// Conditions of a statement that has placeholders for `values` before them.
    pub(crate) fn after(values: impl Values) -> Self {
        Self { sql: Vec::new(), values: values.into_cells() }
    }

    /// Adds a condition with the values of its own `$1`, `$2` and so on.
    pub(crate) fn add(&mut self, sql: &str, values: impl Values) {
        self.sql.push(renumbered(sql, self.values.len()));
        self.values.extend(values.into_cells());
    }

    /// ` WHERE …`; empty without conditions.
    pub(crate) fn filter(&self) -> String {
        if self.sql.is_empty() { String::new() } else { format!(" WHERE {}", self.sql.join(" AND ")) }
    }

    /// The conditions of which one must hold, in place of all.
    pub(crate) fn any(&self) -> String {
        self.sql.iter().map(|condition| format!("({condition})")).collect::<Vec<_>>().join(" OR ")
    }

    /// ` AND …` for each condition.
    pub(crate) fn and(&self) -> String {
        self.sql.iter().flat_map(|condition| [" AND ", condition]).collect()
    }
}

/// The order of a list and the position of a page in it.
#[derive(Debug)]
pub(crate) struct Keyset {
    /// An expression that is never null, with an index on it and the id.
    key: &'static str,
    id: &'static str,
    descending: bool,
    /// Key and id of the row before the page.
    after: Option<(Cell, String)>,
}

impl Keyset {
    /// By a number. A malformed cursor gives the first page.
    pub(crate) fn by_number(key: &'static str, id: &'static str, descending: bool, after: Option<&Cursor>) -> Self {
        let after = after.and_then(|after| Some((Cell::Number(Some(after.number()?)), after.id.clone())));
        Self { key, id, descending, after }
    }

    pub(crate) fn by_text(key: &'static str, id: &'static str, descending: bool, after: Option<&Cursor>) -> Self {
        let after = after.map(|after| (Cell::Text(Some(after.key.clone())), after.id.clone()));
        Self { key, id, descending, after }
    }

    /// Adds the condition on a row after the position.
    pub(crate) fn add_to(&self, conditions: &mut Conditions) {
        let Self { key, id, descending, after: Some((position, last)) } = self else { return };
        let after = if *descending { '<' } else { '>' };
        // SQLite finds an expression in an index by the first comparison only.
        let condition = format!("{key} {after}= $1 AND ({key}, {id}) {after} ($1, $2)");
        conditions.add(&condition, vec![position.clone(), Cell::Text(Some(last.clone()))]);
    }

    /// ` ORDER BY … LIMIT …`, for one row more than a page has.
    pub(crate) fn order(&self) -> String {
        let Self { key, id, .. } = self;
        let direction = self.direction();
        format!(" ORDER BY {key}{direction}, {id}{direction} LIMIT {}", paging::MAX_ITEMS + 1)
    }

    /// ` DESC`, or nothing.
    pub(crate) fn direction(&self) -> &'static str {
        if self.descending { " DESC" } else { "" }
    }
}

/// `$1, $2, …` for so many values.
pub(crate) fn placeholders(count: usize) -> String {
    (1..=count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}
