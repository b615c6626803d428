//! What is due, over all projects in progress.

use domain::id::{MemberId, ProjectId};
use domain::overview::{AgendaItem, AgendaKind, Appointment, LeadStep, OverdueGroup};
use domain::{Cursor, Date, Page, Timestamp, Zone, paging};
use sqlx::AssertSqlSafe;

use super::deliverables::{PROJECT, SINCE};
use crate::db::batch::renumbered;
use crate::db::column::read;
use crate::db::keyset::{Conditions, Keyset};
use crate::db::query::{Values, row};
use crate::db::{Connection, Tx};
use crate::people::assigned::{IS_LEAD_OWN, is_project_assigned, quoted};
use crate::{Fault, Result, Store};

/// Before every date that is stored.
const EARLIEST: &str = "0000-01-01";

/// A deliverable is late once it has waited for its client for so many days.
const PATIENCE: i64 = 3;

impl Store {
    /// A page of what is overdue of one kind, the oldest first. With `assigned_to`, here and below only of the clients
    /// that the member looks after.
    pub async fn overdue(
        &self,
        assigned_to: Option<&MemberId>,
        kind: AgendaKind,
        after: Option<&Cursor>,
    ) -> Result<Page<AgendaItem>> {
        let zone = self.zone().await?;
        let today = zone.date(self.clock.now());
        let connection = &mut self.db.readers().acquire().await?;
        Ok(match part(kind) {
            Some(part) => {
                let until = (EARLIEST, &*today.to_string());
                due(self, connection, &[part], paging::MAX_ITEMS, until, assigned_to, after).await?
            }
            None => waiting(self, connection, &zone, today, assigned_to, after).await?,
        })
    }

    /// The first `most` of what is overdue of each kind that has some, and how many there are.
    pub async fn overdue_groups(&self, assigned_to: Option<&MemberId>, most: usize) -> Result<Vec<OverdueGroup>> {
        let zone = self.zone().await?;
        let today = zone.date(self.clock.now());
        let mut tx = self.db.snapshot().await?;
        let groups = overdue_groups(self, &mut tx, &zone, today, assigned_to, most).await?;
        tx.commit().await?;
        Ok(groups)
    }

    /// A page of what is due within `days` days, today included.
    pub async fn agenda(
        &self,
        assigned_to: Option<&MemberId>,
        days: i64,
        after: Option<&Cursor>,
    ) -> Result<Page<AgendaItem>> {
        let today = self.today().await?;
        Ok(upcoming(self, &mut self.db.readers().acquire().await?, today, days, assigned_to, after).await?)
    }

    /// 1 if the client gets e-mails and wants those reminders. Nobody can be reminded by a server that sends nothing.
    pub(super) fn can_remind(&self, switch: &str) -> String {
        if self.notifications.get().is_none() {
            return "0".to_owned();
        }
        format!(
            "CASE WHEN client.email IS NOT NULL AND client.notify <> 'never' AND client.{switch} = 1 THEN 1 ELSE 0 END"
        )
    }
}

pub(super) async fn overdue_groups(
    store: &Store,
    tx: &mut Tx,
    zone: &Zone,
    today: Date,
    assigned_to: Option<&MemberId>,
    most: usize,
) -> Result<Vec<OverdueGroup>, Fault> {
    let mine = assigned_to.map(|_| 3);
    let counts = PARTS.each_ref().map(|part| part.count(OverdueGroup::MAX_COUNTED, mine)).join(", ");
    let sql = format!("SELECT {counts}, {}", count_waiting(mine));
    let mut values = (today, waiting_before(zone, today)).into_cells();
    values.extend(assigned_to.map(quoted).into_iter().flat_map(|member| [member].into_cells()));
    let (payments, phases, projects, tasks, deliverables): (i64, i64, i64, i64, i64) =
        tx.fetch_one(AssertSqlSafe(sql), values).await?;
    let parts = PARTS.each_ref();
    let mut items = due(store, tx, &parts, most, (EARLIEST, &today.to_string()), assigned_to, None).await?.items;
    items.extend(waiting(store, tx, zone, today, assigned_to, None).await?.items);
    let group = |kind: AgendaKind| {
        let count = match kind {
            AgendaKind::Deliverable => deliverables,
            AgendaKind::Payment => payments,
            AgendaKind::Phase => phases,
            AgendaKind::Project => projects,
            AgendaKind::Task => tasks,
        };
        let items = items.iter().filter(|item| item.kind == kind).take(most).cloned().collect();
        OverdueGroup { kind, items, count }
    };
    Ok(AgendaKind::BY_WEIGHT.map(group).into_iter().filter(|group| group.count > 0).collect())
}

/// The deliverables that have waited for their clients for long, and since when.
async fn waiting(
    store: &Store,
    connection: &mut Connection,
    zone: &Zone,
    today: Date,
    assigned_to: Option<&MemberId>,
    after: Option<&Cursor>,
) -> Result<Page<AgendaItem>, Fault> {
    let mut conditions = Conditions::default();
    conditions.add(WAITING, [waiting_before(zone, today)]);
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

/// Since when it is not known is not late.
const WAITING: &str = "deliverable.status = 'in_review' AND COALESCE(deliverable.status_since, deliverable.approved_at, 0) > 0 \
     AND COALESCE(deliverable.status_since, deliverable.approved_at, 0) < $1";
fn waiting_before(zone: &Zone, today: Date) -> Timestamp {
    zone.midnight(today.days_later(1 - PATIENCE))
}

/// Counts what has waited since before `$2`, as [`Part::count`] does.
fn count_waiting(mine: Option<usize>) -> String {
    format!(
        "(SELECT COUNT(*) FROM (SELECT 1 AS one FROM deliverable WHERE {}{} ORDER BY {SINCE} LIMIT {}) AS waiting)",
        WAITING.replace("$1", "$2"),
        and_mine(PROJECT, mine),
        OverdueGroup::MAX_COUNTED
    )
}

/// The condition that the client of the project is assigned to the member in the parameter of this number, if there is one.
fn and_mine(project: &str, mine: Option<usize>) -> String {
    mine.map_or_else(String::new, |number| format!(" AND {}", renumbered(&is_project_assigned(project), number - 1)))
}

/// What is due from `today` on, within `days` days.
pub(super) async fn upcoming(
    store: &Store,
    connection: &mut Connection,
    today: Date,
    days: i64,
    assigned_to: Option<&MemberId>,
    after: Option<&Cursor>,
) -> Result<Page<AgendaItem>, Fault> {
    let end = today.days_later(days + 1).to_string();
    let between = (&*today.to_string(), &*end);
    due(store, connection, &PARTS.each_ref(), paging::MAX_ITEMS, between, assigned_to, after).await
}

/// What is due from `from` on and before `end`, at least the first `each` of each part. The key of a cursor is the date and the kind: `2026-11-20 task`.
async fn due(
    store: &Store,
    connection: &mut Connection,
    parts: &[&Part],
    each: usize,
    (from, end): (&str, &str),
    assigned_to: Option<&MemberId>,
    after: Option<&Cursor>,
) -> Result<Page<AgendaItem>, Fault> {
    let after = after.and_then(|after| Some((after.key.split_once(' ')?, after.id.as_str())));
    let mut values = match after {
        // From the day of the cursor on, so that an index finds it.
        Some(((day, kind), id)) => [day, end, kind, id].into_cells(),
        None => [from, end].into_cells(),
    };
    let mine = assigned_to.map(|member| {
        values.extend([quoted(member)].into_cells());
        values.len()
    });
    let parts =
        parts.iter().map(|part| part.sql(after.is_some(), each + 1, mine)).collect::<Vec<_>>().join(" UNION ALL ");
    let sql = format!(
        "SELECT dated.kind, dated.id, dated.due_on, dated.title, dated.project_id, project.name AS project_name, \
         client.name AS client_name, dated.amount_cents, dated.currency, dated.task_status, dated.reminded_at, \
         {} AS can_remind FROM (SELECT * FROM ({parts}) AS parts ORDER BY due_on, kind, id LIMIT {}) AS dated \
         JOIN project ON project.id = dated.project_id JOIN client ON client.id = project.client_id \
         ORDER BY dated.due_on, dated.kind, dated.id",
        store.can_remind("remind_payments"),
        paging::MAX_ITEMS + 1
    );
    let items = connection.fetch_all::<AgendaItem>(AssertSqlSafe(sql), values).await?;
    Ok(Page::of(items, |item| Cursor::new(format!("{} {}", item.due_on, item.kind), &item.id)))
}

/// One kind of record. The status of the project is a subquery, so that both databases begin with the index on
/// the due date. The subquery is the condition itself: PostgreSQL expects every second row to meet it and walks the index;
/// of `(SELECT project.status …) = 'active'` it expects one row of 200, and reads and sorts all that is late.
struct Part {
    kind: AgendaKind,
    table: &'static str,
    due_on: &'static str,
    title: &'static str,
    project: &'static str,
    open: &'static str,
    /// Amount, currency, status of a task, and when the client was reminded.
    more: &'static str,
}

const NOTHING: &str = "CAST(NULL AS BIGINT) AS amount_cents, CAST(NULL AS TEXT) AS currency, \
     CAST(NULL AS TEXT) AS task_status, CAST(NULL AS BIGINT) AS reminded_at";

/// How a kind of dated records is read; `None` for deliverables, which have a time.
fn part(kind: AgendaKind) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.kind == kind)
}

static PARTS: [Part; 4] = [
    Part {
        kind: AgendaKind::Payment,
        table: "payment",
        due_on: "COALESCE(payment.due_on, '9999-12-31')",
        title: "payment.label",
        project: "payment.project_id",
        open: "payment.paid_at IS NULL",
        more: "payment.amount_cents, payment.currency, CAST(NULL AS TEXT) AS task_status, payment.reminded_at",
    },
    Part {
        kind: AgendaKind::Phase,
        table: "phase",
        due_on: "phase.due_on",
        title: "phase.name",
        project: "phase.project_id",
        open: "phase.status <> 'completed' AND \
             (SELECT project.status = 'active' FROM project WHERE project.id = phase.project_id)",
        more: NOTHING,
    },
    Part {
        kind: AgendaKind::Project,
        table: "project",
        due_on: "COALESCE(project.due_on, '9999-12-31')",
        title: "project.name",
        project: "project.id",
        open: "project.status = 'active'",
        more: NOTHING,
    },
    Part {
        kind: AgendaKind::Task,
        table: "task",
        due_on: "task.due_on",
        title: "task.title",
        project: "(SELECT phase.project_id FROM phase WHERE phase.id = task.phase_id)",
        open: "task.status <> 'done' AND (SELECT project.status = 'active' FROM phase JOIN project \
             ON project.id = phase.project_id WHERE phase.id = task.phase_id)",
        more: "CAST(NULL AS BIGINT) AS amount_cents, CAST(NULL AS TEXT) AS currency, task.status AS task_status, \
             CAST(NULL AS BIGINT) AS reminded_at",
    },
];

impl Part {
    /// What is due from `$1` on and before `$2`, after the kind `$3` and the id `$4` on the first day; `mine` is the
    /// number of the member's parameter.
    fn sql(&self, has_cursor: bool, most: usize, mine: Option<usize>) -> String {
        let Self { kind, table, due_on, title, project, open, more } = self;
        let position = if has_cursor {
            format!(" AND ({due_on}, '{kind}', {table}.id) > ($1, CAST($3 AS TEXT), $4)")
        } else {
            String::new()
        };
        let mine = and_mine(project, mine);
        format!(
            "SELECT * FROM (SELECT '{kind}' AS kind, {table}.id AS id, {due_on} AS due_on, {title} AS title, \
             {project} AS project_id, {more} FROM {table} WHERE {open} AND {due_on} >= $1 AND {due_on} < $2{position}{mine} \
             ORDER BY {due_on}, {table}.id LIMIT {most}) AS {kind}_part"
        )
    }

    /// Counts what is due from `$1` on and before `$2`.
    fn count_between(&self) -> String {
        let Self { table, due_on, open, .. } = self;
        format!("(SELECT COUNT(*) FROM {table} WHERE {open} AND {due_on} >= $1 AND {due_on} < $2)")
    }

    /// Counts what is due before `$1`, up to `most`; `mine` as for [`Part::sql`].
    fn count(&self, most: i64, mine: Option<usize>) -> String {
        let Self { kind, table, due_on, open, project, .. } = self;
        let mine = and_mine(project, mine);
        format!(
            "(SELECT COUNT(*) FROM (SELECT 1 AS one FROM {table} WHERE {open} AND {due_on} < $1{mine} \
             ORDER BY {due_on} LIMIT {most}) AS {kind}_part)"
        )
    }
}

/// How much is due on `day`.
pub(crate) async fn count_on(connection: &mut Connection, day: Date) -> Result<i64, Fault> {
    let sql = format!("SELECT {}", PARTS.each_ref().map(Part::count_between).join(" + "));
    connection.fetch_value(AssertSqlSafe(sql), (&day, day.days_later(1).to_string())).await
}

/// The calls with leads from `from` on and before `end`.
pub(super) async fn appointments(
    connection: &mut Connection,
    from: Timestamp,
    end: Timestamp,
    assigned_to: Option<&MemberId>,
) -> Result<Vec<Appointment>, Fault> {
    let own = own_leads((from, end), assigned_to);
    let sql = format!(
        "SELECT id AS lead_id, name, call_date AS at FROM lead \
         WHERE call_date >= $1 AND call_date < $2{} ORDER BY call_date, id LIMIT 20",
        own.and()
    );
    connection.fetch_all(AssertSqlSafe(sql), own.values).await
}

/// The next steps with open leads that are due until `day`, the oldest first.
pub(super) async fn lead_steps(
    connection: &mut Connection,
    day: Date,
    assigned_to: Option<&MemberId>,
) -> Result<Vec<LeadStep>, Fault> {
    let own = own_leads([day], assigned_to);
    let sql = format!(
        "SELECT id AS lead_id, name, next_step AS step, next_step_on AS due_on, value_cents FROM lead \
         WHERE next_step_on <= $1 AND next_step_on IS NOT NULL AND next_step IS NOT NULL \
         AND status NOT IN ('won', 'lost'){} ORDER BY next_step_on, id LIMIT 20",
        own.and()
    );
    connection.fetch_all(AssertSqlSafe(sql), own.values).await
}

/// The condition on the leads of a member, if one is given, after those with `values`.
fn own_leads(values: impl Values, assigned_to: Option<&MemberId>) -> Conditions {
    let mut own = Conditions::after(values);
    if let Some(member) = assigned_to {
        own.add(IS_LEAD_OWN, [quoted(member)]);
    }
    own
}

row! { LeadStep { lead_id, name, step, due_on, value_cents } }
row! {
    row => AgendaItem {
        kind, id, due_on, title, project_id, project_name, client_name, task_status, reminded_at;
        amount: read::<Option<i64>>(row, "amount_cents")?.zip(read(row, "currency")?),
        can_remind: read::<i64>(row, "can_remind")? == 1,
    }
}
row! { Appointment { lead_id, name, at } }
