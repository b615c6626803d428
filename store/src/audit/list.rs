//! Reading the audit log, newest first.

use domain::audit::{Entry, Filter};
use domain::{Cursor, Page, Timestamp, paging};
use sqlx::{AssertSqlSafe, FromRow};

use crate::db::rows::stored_enum;
use crate::{Fault, Result, Store};

impl Store {
    /// A page of the audit log, after the cursor `after`.
    pub async fn audit(&self, filter: &Filter, after: Option<&Cursor>) -> Result<Page<Entry>> {
        let (statement, values) = select(filter, after);
        let mut query = sqlx::query_as::<_, Row>(AssertSqlSafe(statement));
        for value in values {
            query = match value {
                Value::Text(text) => query.bind(text),
                Value::Number(number) => query.bind(number),
            };
        }
        let rows = query.fetch_all(self.db.readers()).await?;
        let entries = rows.into_iter().map(Entry::try_from).collect::<Result<Vec<_>, _>>()?;
        Ok(Page::of(entries, |entry| Cursor::new(entry.at.as_millis(), &entry.id)))
    }
}

/// A bound value of a condition.
enum Value {
    Text(String),
    Number(i64),
}

/// The SELECT and its values. Every combination of filters has an index: the columns compared with `=`, then
/// the order of the list (`migrations/0012_audit.sql`).
fn select(filter: &Filter, after: Option<&Cursor>) -> (String, Vec<Value>) {
    let mut values = Vec::new();
    let mut conditions = Vec::new();
    let mut condition = |text: &str, compared: Vec<Value>| {
        let mut text = text.to_owned();
        for value in compared {
            values.push(value);
            text = text.replacen('?', &format!("${}", values.len()), 1);
        }
        conditions.push(text);
    };
    if let Some(action) = filter.action {
        condition("action = ?", vec![Value::Text(action.to_string())]);
    }
    if let Some(who) = &filter.who {
        condition("actor_kind = ?", vec![Value::Text(who.kind.to_string())]);
        if let Some(key) = &who.key {
            condition("actor = ?", vec![Value::Text(key.clone())]);
        }
    }
    if let Some(from) = filter.from {
        condition("at >= ?", vec![Value::Number(from.as_millis())]);
    }
    if let Some(until) = filter.until {
        condition("at < ?", vec![Value::Number(until.as_millis())]);
    }
    if let Some((at, id)) = after.and_then(|after| Some((after.number()?, after.id.clone()))) {
        condition("(at, id) < (?, ?)", vec![Value::Number(at), Value::Text(id)]);
    }
    let conditions =
        if conditions.is_empty() { String::new() } else { format!("WHERE {} ", conditions.join(" AND ")) };
    let statement = format!(
        "SELECT id, at, actor_kind, actor, actor_name, action, subject_id, subject_name FROM audit \
         {conditions}ORDER BY at DESC, id DESC LIMIT {}",
        paging::MAX_ITEMS + 1
    );
    (statement, values)
}

#[derive(FromRow)]
struct Row {
    id: String,
    at: i64,
    actor_kind: String,
    actor: String,
    actor_name: String,
    action: String,
    subject_id: String,
    subject_name: String,
}

impl TryFrom<Row> for Entry {
    type Error = Fault;

    fn try_from(row: Row) -> Result<Self, Fault> {
        Ok(Self {
            id: row.id,
            at: Timestamp::from_millis(row.at),
            actor_kind: stored_enum(&row.actor_kind)?,
            actor: row.actor,
            actor_name: row.actor_name,
            action: stored_enum(&row.action)?,
            subject_id: row.subject_id,
            subject_name: row.subject_name,
        })
    }
}

#[cfg(test)]
mod tests;
