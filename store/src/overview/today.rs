//! The page of today.

use domain::id::{ClientId, MemberId};
use domain::overview::{FirstSteps, MaterialLine, Today};
use domain::{Agency, Date};
use futures_util::future::try_join5;
use sqlx::AssertSqlSafe;

use super::deliverables::{NOT_ARCHIVED, PROJECT};
use super::{agenda, month_start, news};
use crate::conversation::inbox;
use crate::db::batch::renumbered;
use crate::db::keyset::Conditions;
use crate::db::query::Values as _;
use crate::db::query::row;
use crate::db::saturating_sum::saturating_sum;
use crate::db::{Connection, Tx};
use crate::people::assigned::{IS_ASSIGNED, is_project_assigned, quoted};
use crate::settings::agency::agency;
use crate::{Error, Fault, Result, Store};

impl Store {
    /// What the agency needs to know when it signs in: of all clients, or of those that `assigned_to` looks after.
    pub async fn today_page(&self, assigned_to: Option<&MemberId>) -> Result<Today> {
        let (zone, now) = (self.zone().await?, self.clock.now());
        let date = zone.date(now);
        let end = zone.midnight(date.days_later(Today::DAYS + 1));
        let (month, next_month) = (month_start(date, 0).to_string(), month_start(date, 1).to_string());
        let waiting = Box::pin(async {
            let mut tx = self.db.snapshot().await?;
            let most = (Today::WAITING, Today::SET_ASIDE);
            let read = (
                counts(&mut tx, (date, month, next_month), assigned_to).await?,
                inbox::waiting_and_set_aside(&mut tx, date, most, assigned_to).await?,
            );
            tx.commit().await?;
            Ok::<_, Error>(read)
        });
        let in_review = Box::pin(self.count_in_review(assigned_to));
        let overdue = Box::pin(self.overdue_groups(assigned_to, Today::OVERDUE));
        let billing = Box::pin(self.billing(date, None, assigned_to));
        let rest = Box::pin(async {
            let mut tx = self.db.snapshot().await?;
            let read = (
                agenda::upcoming(self, &mut tx, (date, Today::DAYS), Today::SHOWN, assigned_to, None).await?,
                agenda::appointments(&mut tx, zone.midnight(date), end, assigned_to).await?,
                agenda::lead_steps(&mut tx, date, assigned_to).await?,
                material(&mut tx, assigned_to).await?,
                news::since(&mut tx, zone.midnight(date.days_later(-1)), assigned_to).await?,
                first_steps(&mut tx).await?,
            );
            tx.commit().await?;
            Ok(read)
        });
        // Each on a connection of its own: together they take the time of the longest.
        let (waiting, in_review, overdue, billing, rest) =
            try_join5(waiting, in_review, overdue, billing, rest).await?;
        let ((to_answer, month_minutes), (waiting, set_aside)) = waiting;
        let (agenda, appointments, steps, material, news, first_steps) = rest;
        Ok(Today {
            date,
            waiting,
            set_aside,
            to_answer,
            in_review,
            material,
            overdue,
            billing,
            agenda,
            appointments,
            steps,
            news,
            month_minutes,
            first_steps,
        })
    }

    /// How many deliverables wait for their clients.
    async fn count_in_review(&self, assigned_to: Option<&MemberId>) -> Result<i64> {
        let mut conditions = Conditions::default();
        conditions.add("deliverable.status = 'in_review'", ());
        conditions.add(NOT_ARCHIVED, ());
        if let Some(member) = assigned_to {
            conditions.add(&is_project_assigned(PROJECT), [quoted(member)]);
        }
        let sql = format!("SELECT COUNT(*) FROM deliverable{}", conditions.filter());
        Ok(self.db.readers().fetch_value(AssertSqlSafe(sql), conditions.values).await?)
    }
}

/// How many clients wait, and the minutes spent from the second day to the third. `$1` is today.
async fn counts(
    tx: &mut Tx,
    days: (Date, String, String),
    assigned_to: Option<&MemberId>,
) -> Result<(i64, i64), Fault> {
    let mut values = days.into_cells();
    let mut and = |condition: &str| match assigned_to {
        Some(member) => {
            let and = format!(" AND {}", renumbered(condition, values.len()));
            values.extend([quoted(member)].into_cells());
            and
        }
        None => String::new(),
    };
    let sql = format!(
        "SELECT {}, (SELECT {} FROM time_entry WHERE spent_on >= $2 AND spent_on < $3{})",
        inbox::waiting_count(&and(IS_ASSIGNED)),
        saturating_sum("minutes"),
        and(&is_project_assigned("time_entry.project_id"))
    );
    tx.fetch_one(AssertSqlSafe(sql), values).await
}

/// What waits for the agency and what is missing, in projects that are under way.
async fn material(tx: &mut Tx, assigned_to: Option<&MemberId>) -> Result<Vec<MaterialLine>, Fault> {
    let mut conditions = Conditions::default();
    if let Some(member) = assigned_to {
        conditions.add(&is_project_assigned("project.id"), [quoted(member)]);
    }
    let sql = format!(
        "SELECT project.id AS project, project.name AS project_name, client.name AS client_name, \
         COUNT(CASE WHEN request.status = 'received' THEN 1 END) AS received, \
         COUNT(CASE WHEN request.status = 'open' THEN 1 END) AS missing FROM material_request request \
         JOIN project ON project.id = request.project_id JOIN client ON client.id = project.client_id \
         WHERE request.status <> 'accepted' AND project.status = 'active'{} \
         GROUP BY project.id, project.name, client.name ORDER BY received DESC, missing DESC, project.id",
        conditions.and()
    );
    tx.fetch_all(AssertSqlSafe(sql), conditions.values).await
}

row! { MaterialLine { project, project_name, client_name, received, missing } }

/// `None` as soon as there is a second client, or the first has opened the portal.
async fn first_steps(connection: &mut Connection) -> Result<Option<FirstSteps>, Fault> {
    let sql = "SELECT id, last_visit_at FROM client ORDER BY id LIMIT 2";
    let clients: Vec<(ClientId, Option<i64>)> = connection.fetch_all(sql, ()).await?;
    if clients.len() > 1 || clients.iter().any(|(_, visit)| visit.is_some()) {
        return Ok(None);
    }
    let sql = "SELECT id FROM project ORDER BY id LIMIT 1";
    let project: Option<String> = connection.fetch_optional_value(sql, ()).await?;
    Ok(Some(FirstSteps {
        has_brand: agency(connection).await? != Agency::default(),
        client: clients.into_iter().next().map(|(id, _)| id),
        has_project: project.is_some(),
    }))
}
