//! Reading the audit log, newest first.

use domain::audit::{Entry, Filter};
use domain::{Cursor, Page, paging};
use sqlx::AssertSqlSafe;

use crate::db::column::Cell;
use crate::db::keyset::Conditions;
use crate::db::query::row;
use crate::{Result, Store};

impl Store {
    /// A page of the audit log, after the cursor `after`.
    pub async fn audit(&self, filter: &Filter, after: Option<&Cursor>) -> Result<Page<Entry>> {
        let (sql, values) = select(filter, after);
        let entries: Vec<Entry> = self.db.readers().fetch_all(AssertSqlSafe(sql), values).await?;
        Ok(Page::of(entries, |entry| Cursor::new(entry.at.as_millis(), &entry.id)))
    }
}

/// The SELECT and its values. Every combination of filters has an index: the columns compared with `=`, then
/// the order of the list (`migrations/0012_audit.sql`).
fn select(filter: &Filter, after: Option<&Cursor>) -> (String, Vec<Cell>) {
    let mut conditions = Conditions::default();
    if let Some(action) = filter.action {
        conditions.add("action = $1", [action]);
    }
    if let Some(who) = &filter.who {
        conditions.add("actor_kind = $1", [who.kind]);
        if let Some(key) = &who.key {
            conditions.add("actor = $1", [key]);
        }
    }
    if let Some(from) = filter.from {
        conditions.add("at >= $1", [from]);
    }
    if let Some(until) = filter.until {
        conditions.add("at < $1", [until]);
    }
    if let Some((at, id)) = after.and_then(|after| Some((after.number()?, &after.id))) {
        conditions.add("(at, id) < ($1, $2)", (at, id));
    }
    let sql = format!(
        "SELECT id, at, actor_kind, actor, actor_name, action, subject_id, subject_name FROM audit{} \
         ORDER BY at DESC, id DESC LIMIT {}",
        conditions.filter(),
        paging::MAX_ITEMS + 1
    );
    (sql, conditions.values)
}

row! { Entry { id, at, actor_kind, actor, actor_name, action, subject_id, subject_name } }

#[cfg(test)]
mod tests;
