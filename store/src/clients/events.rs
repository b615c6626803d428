//! What happened with a client, from the tables that have it.

use domain::clients::{ClientEvent, ClientEventKind, ClientOverview};
use domain::id::{ClientId, PhaseId};
use domain::{Author, Date, Timestamp, Zone};
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::Connection;
use crate::db::rows::EXCERPT;

/// What the record of the client says.
pub(super) struct ClientDates {
    pub(super) client: ClientId,
    pub(super) created_at: Timestamp,
    pub(super) invited_at: Option<Timestamp>,
    pub(super) visits: [Option<Timestamp>; 2],
}

/// Newest first; only those of `kind`, if there is one.
pub(super) async fn newest(
    connection: &mut Connection,
    zone: &Zone,
    dates: &ClientDates,
    kind: Option<ClientEventKind>,
) -> Result<Vec<ClientEvent>, Fault> {
    let has = |wanted| kind.is_none_or(|kind| kind == wanted);
    let client = &dates.client;
    let mut events = Vec::new();
    if has(ClientEventKind::Messages) {
        events.extend(messages(connection, client, "", ClientOverview::EVENTS).await?);
    }
    if has(ClientEventKind::Approvals) {
        let rows: Vec<_> = connection.fetch_all(APPROVALS, (client, ClientOverview::EVENTS)).await?;
        let of = |(deliverable, title, project, by, at)| ClientEvent::Approved { deliverable, title, project, by, at };
        events.extend(rows.into_iter().map(of));
    }
    if has(ClientEventKind::Payments) {
        let rows: Vec<_> = connection.fetch_all(PAYMENTS, (client, ClientOverview::EVENTS)).await?;
        let of = |(label, cents, currency, project, at)| ClientEvent::Paid { label, cents, currency, project, at };
        events.extend(rows.into_iter().map(of));
    }
    if has(ClientEventKind::Hours) {
        let rows: Vec<(i64, String, _, Date)> = connection.fetch_all(HOURS, (client, ClientOverview::EVENTS)).await?;
        let of = |(minutes, what, project, day)| ClientEvent::Hours { minutes, what, project, at: zone.midnight(day) };
        events.extend(rows.into_iter().map(of));
    }
    if kind.is_none() {
        let [first, last] = dates.visits;
        events.extend(first.filter(|_| first != last).into_iter().chain(last).map(ClientEvent::Visited));
        events.extend(dates.invited_at.map(ClientEvent::Invited));
        events.push(ClientEvent::Created(dates.created_at));
    }
    events.sort_by_key(|event| std::cmp::Reverse(event.at()));
    events.truncate(ClientOverview::EVENTS);
    Ok(events)
}

/// The newest message of the client that waits for an answer.
pub(super) async fn newest_question(
    connection: &mut Connection,
    client: &ClientId,
) -> Result<Option<ClientEvent>, Fault> {
    Ok(messages(connection, client, " AND (comment.unanswered = 1 OR comment.unseen = 1)", 1).await?.pop())
}

type MessageRow = (Author, Option<String>, String, Option<PhaseId>, Option<String>, Timestamp);

async fn messages(
    connection: &mut Connection,
    client: &ClientId,
    condition: &str,
    most: usize,
) -> Result<Vec<ClientEvent>, Fault> {
    let sql = format!(
        "SELECT comment.author, comment.author_name, {EXCERPT}, comment.phase_id, phase.name, comment.created_at \
         FROM comment LEFT JOIN phase ON phase.id = comment.phase_id \
         WHERE comment.client_id = $1{condition} ORDER BY comment.created_at DESC LIMIT $2"
    );
    let rows: Vec<MessageRow> = connection.fetch_all(AssertSqlSafe(sql), (client, most)).await?;
    let of = |(by, name, text, phase, phase_name, at): MessageRow| {
        let phase = phase.zip(phase_name);
        ClientEvent::Message { by, name, text, phase, at }
    };
    Ok(rows.into_iter().map(of).collect())
}

const APPROVALS: &str = "SELECT deliverable.id, deliverable.title, project.id, \
     (SELECT deliverable.approved_by FROM client WHERE client.id = $1 AND client.name <> deliverable.approved_by), \
     deliverable.approved_at FROM project JOIN phase ON phase.project_id = project.id JOIN task ON task.phase_id = phase.id \
     JOIN deliverable ON deliverable.task_id = task.id \
     WHERE project.client_id = $1 AND deliverable.approved_at IS NOT NULL \
     ORDER BY deliverable.approved_at DESC, deliverable.id DESC LIMIT $2";
const PAYMENTS: &str = "SELECT payment.label, payment.amount_cents, payment.currency, project.id, payment.paid_at \
     FROM project JOIN payment ON payment.project_id = project.id \
     WHERE project.client_id = $1 AND payment.paid_at IS NOT NULL \
     ORDER BY payment.paid_at DESC, payment.id DESC LIMIT $2";
const HOURS: &str = "SELECT time_entry.minutes, COALESCE(time_entry.description, task.title, project.name), \
     project.id, time_entry.spent_on FROM project JOIN time_entry ON time_entry.project_id = project.id \
     LEFT JOIN task ON task.id = time_entry.task_id WHERE project.client_id = $1 \
     ORDER BY time_entry.spent_on DESC, time_entry.id DESC LIMIT $2";
