//! The counters of the page of today.

use domain::overview::{Counters, OpenPayments, Turn};
use domain::{Date, Timestamp};
use sqlx::AssertSqlSafe;

use super::agenda;
use crate::Fault;
use crate::clients::follow_up::IS_NOT_SNOOZED;
use crate::db::Connection;
use crate::db::saturating_sum::saturating_sum;

pub(super) async fn counters(connection: &mut Connection, today: Date) -> Result<Counters, Fault> {
    let (to_answer, unanswered) = waiting_clients(connection, today).await?;
    Ok(Counters {
        to_answer,
        unanswered,
        in_review: in_review(connection).await?,
        overdue: agenda::count_overdue(connection, today, Counters::MAX_COUNTED).await?,
        unpaid: unpaid(connection, today).await?,
    })
}

/// Those who wait for the agency, with the first moment, and the number of those it waits for.
async fn waiting_clients(connection: &mut Connection, today: Date) -> Result<((i64, Option<Timestamp>), i64), Fault> {
    let sql = format!(
        "SELECT client.turn, COUNT(*), MIN(client.turn_since) FROM client \
         LEFT JOIN follow_up ON follow_up.client_id = client.id \
         WHERE client.turn IN ('admin', 'client') AND {IS_NOT_SNOOZED} GROUP BY client.turn"
    );
    let rows: Vec<(Turn, i64, Option<Timestamp>)> = connection.fetch_all(AssertSqlSafe(sql), [today]).await?;
    let of = |turn| rows.iter().find(|row| row.0 == turn).map_or((0, None), |row| (row.1, row.2));
    Ok((of(Turn::Admin), of(Turn::Client).0))
}

/// How many deliverables wait for their clients, and since when the first of them does.
async fn in_review(connection: &mut Connection) -> Result<(i64, Option<Timestamp>), Fault> {
    // 0: it is not known of the oldest.
    let sql = "SELECT COUNT(*), NULLIF(MIN(COALESCE(status_since, approved_at, 0)), 0) FROM deliverable \
         WHERE status = 'in_review'";
    connection.fetch_one(sql, ()).await
}

/// What is unpaid, by currency.
pub(super) async fn unpaid(connection: &mut Connection, today: Date) -> Result<Vec<OpenPayments>, Fault> {
    let sql = format!(
        "SELECT currency, {}, COUNT(*), {} FROM payment WHERE paid_at IS NULL GROUP BY currency ORDER BY currency",
        saturating_sum("amount_cents"),
        saturating_sum("CASE WHEN due_on < $1 THEN amount_cents ELSE 0 END")
    );
    let rows = connection.fetch_all(AssertSqlSafe(sql), [today]).await?;
    let of = |(currency, cents, count, overdue_cents)| OpenPayments { currency, cents, count, overdue_cents };
    Ok(rows.into_iter().map(of).collect())
}
