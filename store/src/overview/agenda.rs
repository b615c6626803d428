//! What is due, over all projects in progress.

mod leads;
mod parts;
mod waiting;

use domain::id::MemberId;
use domain::overview::{AgendaItem, AgendaKind, OverdueGroup};
use domain::{Cursor, Date, Page, paging};
use sqlx::AssertSqlSafe;

pub(super) use self::leads::{appointments, lead_steps};
use self::parts::{PARTS, Part, part};
use self::waiting::{count_waiting, waiting, waiting_before};
use crate::db::Connection;
use crate::db::column::read;
use crate::db::query::{Values as _, row};
use crate::people::assigned::quoted;
use crate::{Fault, Result, Store};

/// Before every date that is stored.
const EARLIEST: &str = "0000-01-01";

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
        let mine = assigned_to.map(|_| 3);
        let counts = PARTS.each_ref().map(|part| part.count(OverdueGroup::MAX_COUNTED, mine)).join(", ");
        let sql = format!("SELECT {counts}, {}", count_waiting(mine));
        let mut values = (today, waiting_before(&zone, today)).into_cells();
        values.extend(assigned_to.map(quoted).into_iter().flat_map(|member| [member].into_cells()));
        let (material, payments, phases, projects, tasks, deliverables): (i64, i64, i64, i64, i64, i64) =
            tx.fetch_one(AssertSqlSafe(sql), values).await?;
        let parts = PARTS.each_ref();
        let mut items =
            due(self, &mut tx, &parts, most, (EARLIEST, &today.to_string()), assigned_to, None).await?.items;
        items.extend(waiting(self, &mut tx, &zone, today, assigned_to, None).await?.items);
        tx.commit().await?;
        let group = |kind: AgendaKind| {
            let count = match kind {
                AgendaKind::Deliverable => deliverables,
                AgendaKind::Material => material,
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

    /// A page of what is due within `days` days, today included.
    pub async fn agenda(
        &self,
        assigned_to: Option<&MemberId>,
        days: i64,
        after: Option<&Cursor>,
    ) -> Result<Page<AgendaItem>> {
        let today = self.today().await?;
        let connection = &mut self.db.readers().acquire().await?;
        Ok(upcoming(self, connection, (today, days), paging::MAX_ITEMS, assigned_to, after).await?)
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

/// What is due from `today` on, within `days` days: at least the first `most`.
pub(super) async fn upcoming(
    store: &Store,
    connection: &mut Connection,
    (today, days): (Date, i64),
    most: usize,
    assigned_to: Option<&MemberId>,
    after: Option<&Cursor>,
) -> Result<Page<AgendaItem>, Fault> {
    let end = today.days_later(days + 1).to_string();
    let between = (&*today.to_string(), &*end);
    due(store, connection, &PARTS.each_ref(), most, between, assigned_to, after).await
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

/// How much is due on `day`.
pub(crate) async fn count_on(connection: &mut Connection, day: Date) -> Result<i64, Fault> {
    let sql = format!("SELECT {}", PARTS.each_ref().map(Part::count_between).join(" + "));
    connection.fetch_value(AssertSqlSafe(sql), (&day, day.days_later(1).to_string())).await
}

row! {
    row => AgendaItem {
        kind, id, due_on, title, project_id, project_name, client_name, task_status, reminded_at;
        amount: read::<Option<i64>>(row, "amount_cents")?.zip(read(row, "currency")?),
        can_remind: read::<i64>(row, "can_remind")? == 1,
    }
}
