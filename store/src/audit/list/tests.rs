use std::sync::Arc;

use domain::Timestamp;
use domain::audit::{Action, ActorFilter, ActorKind};

use super::*;
use crate::SystemClock;
use crate::db::Connection;
use crate::db::query::arguments;

/// Every combination of filters, with and without a cursor.
fn combinations() -> Vec<(String, Vec<Cell>)> {
    let moment = Timestamp::from_millis(0);
    let cursor = Cursor::new(0, "a");
    let times = [(None, None), (Some(moment), None), (None, Some(moment)), (Some(moment), Some(moment))];
    let mut all = Vec::new();
    for action in [None, Some(Action::Approved)] {
        for who in [None, Some(None), Some(Some("anna".to_owned()))] {
            for (from, until) in times {
                for after in [None, Some(&cursor)] {
                    let who = who.clone().map(|key| ActorFilter { kind: ActorKind::Client, key });
                    all.push(select(&Filter { action, who, from, until }, after));
                }
            }
        }
    }
    all
}

async fn plan(
    connection: &mut Connection,
    explain: &str,
    column: usize,
    (statement, values): (String, Vec<Cell>),
) -> String {
    let sql = AssertSqlSafe(format!("{explain} {statement}"));
    let rows = sqlx::query_with(sql, arguments(values).expect("values")).fetch_all(connection).await.expect("a plan");
    let lines = rows.iter().map(|row| sqlx::Row::get::<String, _>(row, column));
    format!("{statement}\n{}", lines.collect::<Vec<_>>().join("\n"))
}

#[tokio::test]
async fn audit_queries_use_indexes_on_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}/atrio.db", folder.path().display());
    let store = Store::connect(&url, Arc::new(SystemClock)).await.expect("a database");
    let mut connection = store.db.readers().acquire().await.expect("a connection");
    for one in combinations() {
        let plan = plan(&mut connection, "EXPLAIN QUERY PLAN", 3, one).await;
        assert!(plan.contains("USING INDEX audit_") && !plan.contains("TEMP B-TREE"), "{plan}");
    }
    drop(connection);
    store.close().await;
}
