//! Deliverables that have waited for their clients for long.

use domain::id::{MemberId, ProjectId};
use domain::overview::{AgendaItem, AgendaKind, OverdueGroup};
use domain::{Cursor, Date, Page, Timestamp, Zone};
use sqlx::AssertSqlSafe;

use super::parts::and_mine;
use crate::db::Connection;
use crate::db::keyset::{Conditions, Keyset};
use crate::db::query::row;
use crate::overview::deliverables::{NOT_ARCHIVED, PROJECT, SINCE};
use crate::people::assigned::{is_project_assigned, quoted};
use crate::{Fault, Store};

/// A deliverable is late once it has waited for its client for so many days.
const PATIENCE: i64 = 3;

/// The deliverables that have waited for their clients for long, and since when.
pub(super) async fn waiting(
    store: &Store,
    connection: &mut Connection,
    zone: &Zone,
    today: Date,
    assigned_to: Option<&MemberId>,
    after: Option<&Cursor>,
) -> Result<Page<AgendaItem>, Fault> {
    let mut conditions = Conditions::default();
    conditions.add(WAITING, [waiting_before(zone, today)]);
    conditions.add(NOT_ARCHIVED, ());
    if let Some(member) = assigned_to {
        conditions.add(&is_project_assigned(PROJECT), [quoted(member)]);
    }
    let keyset = Keyset::by_number(SINCE, "deliverable.id", false, after);
    keyset.add_to(&mut conditions);
    let sql = format!(
        "SELECT 'deliverable' AS kind, found.id, found.since, found.title, project.id AS project_id, \
         project.name AS project_name, client.name AS client_name, found.reminded_at, {} AS can_remind \
         FROM (SELECT deliverable.id, deliverable.task_id, deliverable.title, deliverable.reminded_at, \
           {SINCE} AS since FROM deliverable{}{}) AS found \
         JOIN task ON task.id = found.task_id JOIN phase ON phase.id = task.phase_id \
         JOIN project ON project.id = phase.project_id JOIN client ON client.id = project.client_id \
         ORDER BY found.since, found.id",
        store.can_remind("remind_approvals"),
        conditions.filter(),
        keyset.order()
    );
    let rows: Vec<WaitingRow> = connection.fetch_all(AssertSqlSafe(sql), conditions.values).await?;
    let page = Page::of(rows, |row| Cursor::new(row.since.as_millis(), &row.id));
    let item = |row: WaitingRow| {
        let WaitingRow { id, since, title, project_id, project_name, client_name, reminded_at, can_remind } = row;
        AgendaItem {
            kind: AgendaKind::Deliverable,
            id,
            due_on: zone.date(since),
            title,
            project_id,
            project_name,
            client_name,
            amount: None,
            task_status: None,
            reminded_at,
            can_remind: can_remind == 1,
        }
    };
    Ok(Page { items: page.items.into_iter().map(item).collect(), next: page.next })
}

row! {
    struct WaitingRow {
        id: String,
        since: Timestamp,
        title: String,
        project_id: ProjectId,
        project_name: String,
        client_name: String,
        reminded_at: Option<Timestamp>,
        can_remind: i64,
    }
}

/// Of those that are [`NOT_ARCHIVED`]. Since when it is not known is not late.
const WAITING: &str = "deliverable.status = 'in_review' AND COALESCE(deliverable.status_since, deliverable.approved_at, 0) > 0 \
     AND COALESCE(deliverable.status_since, deliverable.approved_at, 0) < $1";
pub(super) fn waiting_before(zone: &Zone, today: Date) -> Timestamp {
    zone.midnight(today.days_later(1 - PATIENCE))
}

/// Counts what has waited since before `$2`, as [`super::Part::count`] does.
pub(super) fn count_waiting(mine: Option<usize>) -> String {
    format!(
        "(SELECT COUNT(*) FROM (SELECT 1 AS one FROM deliverable WHERE {} AND {NOT_ARCHIVED}{} ORDER BY {SINCE} LIMIT {}) AS waiting)",
        WAITING.replace("$1", "$2"),
        and_mine(PROJECT, mine),
        OverdueGroup::MAX_COUNTED
    )
}
