//! What the lines of the inbox say: the message or approval of each, and how much is unread.

use std::collections::HashMap;

use domain::conversation::inbox::{PhasePlace, ThreadState, ThreadSummary};
use domain::id::{ClientId, PhaseId};
use domain::{Channel, ChannelDeliverable, Comment};
use sqlx::AssertSqlSafe;

use super::{LineRow, found};
use crate::Fault;
use crate::conversation::unread;
use crate::db::Tx;
use crate::db::keyset::placeholders;
use crate::db::rows::{CommentRow, comment_columns, comment_joins};
use crate::search_index::Search;

/// Adds messages and unread counts to the lines.
pub(super) async fn of(tx: &mut Tx, search: Option<&Search>, lines: Vec<LineRow>) -> Result<Vec<ThreadSummary>, Fault> {
    let clients: Vec<&ClientId> = lines.iter().map(|line| &line.id).collect();
    let mut unread = unread::by_client(tx, &clients).await?;
    let mut found = match search {
        Some(search) => found::recent(tx, search, &clients).await?,
        None => HashMap::new(),
    };
    // A line shows the message that was found, else one that waits, else the newest.
    let without = lines.iter().filter(|line| !found.contains_key(&line.id));
    let waiting = without.clone().filter(|line| matches!(line.state(), ThreadState::Waits(_)));
    let waiting: Vec<&ClientId> = waiting.map(|line| &line.id).collect();
    let without: Vec<&ClientId> = without.map(|line| &line.id).collect();
    let mut last = messages(tx, WAITING_MESSAGES, &waiting).await?;
    let others: Vec<&ClientId> = without.iter().filter(|client| !last.contains_key(**client)).copied().collect();
    last.extend(messages(tx, NEWEST_MESSAGES, &others).await?);
    let mut approvals = approvals(tx, &without).await?;
    let summary = |line: LineRow| {
        let state = line.state();
        let LineRow { id, name: client_name, company, last_comment_at: newest_at, .. } = line;
        let is_named = |search: &Search| search.matches(&format!("{client_name} {}", company.as_deref().unwrap_or("")));
        let is_found_elsewhere = !found.contains_key(&id) && search.is_some_and(|search| !is_named(search));
        let (message, found_at) = match found.remove(&id) {
            Some((message, at)) => (Some(message), Some(at)),
            None => (last.remove(&id), None),
        };
        let is_waiting = matches!(state, ThreadState::Waits(_));
        let approval = approvals.remove(&id).filter(|_| found_at.is_none() && (!is_waiting || message.is_none()));
        let unread = unread.remove(&id).unwrap_or(0);
        let place = None;
        ThreadSummary {
            client_id: id,
            client_name,
            company,
            state,
            newest_at,
            message,
            place,
            approval,
            found_at,
            is_found_elsewhere,
            unread,
        }
    };
    let mut threads: Vec<ThreadSummary> = lines.into_iter().map(summary).collect();
    add_places(tx, &mut threads).await?;
    Ok(threads)
}

/// Adds the names of phase and project of each message.
async fn add_places(tx: &mut Tx, threads: &mut [ThreadSummary]) -> Result<(), Fault> {
    let phase = |thread: &ThreadSummary| match Channel::named(
        thread.message.as_ref()?.channel_key.as_str(),
        &thread.client_id,
    )? {
        Channel::Phase(phase) => Some(phase),
        Channel::General(_) => None,
    };
    let phases: Vec<PhaseId> = threads.iter().filter_map(phase).collect();
    if phases.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "SELECT phase.id, (SELECT project.name FROM project WHERE project.id = phase.project_id), phase.name FROM phase \
         WHERE phase.id IN ({})",
        placeholders(phases.len())
    );
    let rows: Vec<(PhaseId, String, String)> = tx.fetch_all(AssertSqlSafe(sql), &*phases).await?;
    let places: HashMap<_, _> =
        rows.into_iter().map(|(id, project, phase)| (id, PhasePlace { project, phase })).collect();
    for thread in threads {
        thread.place = phase(thread).and_then(|phase| places.get(&phase).cloned());
    }
    Ok(())
}

/// One message of each client, by client id.
async fn messages(tx: &mut Tx, select: &str, clients: &[&ClientId]) -> Result<HashMap<ClientId, Comment>, Fault> {
    if clients.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = AssertSqlSafe(format!("{select} ({})", placeholders(clients.len())));
    let rows: Vec<CommentRow> = tx.fetch_all(sql, clients).await?;
    Ok(rows.into_iter().map(|row| (row.client_id, row.comment)).collect())
}

/// The approval that is the newest event, of each client that has one.
async fn approvals(tx: &mut Tx, clients: &[&ClientId]) -> Result<HashMap<ClientId, ChannelDeliverable>, Fault> {
    if clients.is_empty() {
        return Ok(HashMap::new());
    }
    // Without the + SQLite compares by the type of the column, for which the index has no order.
    let newest = format!(
        "SELECT (SELECT newest.id FROM deliverable newest WHERE newest.status = 'approved' \
           AND COALESCE(newest.status_since, newest.approved_at, 0) = +client.last_comment_at \
           AND (SELECT project.client_id FROM task JOIN phase ON phase.id = task.phase_id \
             JOIN project ON project.id = phase.project_id WHERE task.id = newest.task_id) = client.id \
           ORDER BY newest.id LIMIT 1) \
         FROM client WHERE client.id IN ({})",
        placeholders(clients.len())
    );
    let newest: Vec<Option<String>> = tx.fetch_values(AssertSqlSafe(newest), clients).await?;
    let newest: Vec<String> = newest.into_iter().flatten().collect();
    if newest.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT project.client_id, deliverable.id, deliverable.title, deliverable.approved_at, \
         NULLIF(deliverable.approved_by, client.name) FROM deliverable \
         JOIN task ON task.id = deliverable.task_id JOIN phase ON phase.id = task.phase_id \
         JOIN project ON project.id = phase.project_id JOIN client ON client.id = project.client_id \
         WHERE deliverable.id IN ({})",
        placeholders(newest.len())
    );
    let approval = |(client, id, title, approved_at, approved_by)| {
        (client, ChannelDeliverable { id, title, approved_at, approved_by })
    };
    Ok(tx.fetch_all(AssertSqlSafe(sql), &*newest).await?.into_iter().map(approval).collect())
}

/// The message that a client waits with.
const WAITING_MESSAGES: &str = concat!(
    "SELECT ",
    comment_columns!(),
    " FROM client JOIN comment c ON c.client_id = client.id AND c.created_at = client.turn_since \
     AND (c.unanswered = 1 OR c.unseen = 1)",
    comment_joins!(),
    "WHERE client.id IN",
);

const NEWEST_MESSAGES: &str = concat!(
    "SELECT ",
    comment_columns!(),
    " FROM client JOIN comment c ON c.id = (\
       SELECT newest.id FROM comment newest WHERE newest.client_id = client.id \
       ORDER BY newest.created_at DESC, newest.id DESC LIMIT 1)",
    comment_joins!(),
    "WHERE client.id IN",
);
