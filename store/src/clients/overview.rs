//! What the page of a client shows besides their record.

use domain::clients::{ClientEventKind, ClientMoney, ClientOverview, EmailOwner};
use domain::id::{ClientId, LeadId};
use domain::overview::{Turn, Waiting};
use domain::{Currency, Date, DomainError, EmailAddress, Timestamp};
use sqlx::AssertSqlSafe;

use super::events;
use crate::db::Connection;
use crate::db::query::row;
use crate::db::saturating_sum::saturating_sum;
use crate::{Fault, Result, Store, form_version};

impl Store {
    /// The events are only those of `kind`, if there is one.
    pub async fn client_overview(&self, id: &ClientId, kind: Option<ClientEventKind>) -> Result<ClientOverview> {
        let zone = self.zone().await?;
        let date = zone.date(self.clock.now());
        let mut tx = self.db.snapshot().await?;
        let sql = format!("{FACTS}{} {OF_CLIENT}", saturating_sum("time_entry.minutes"));
        let month = date.to_string()[..7].to_owned();
        let values = (id, format!("{month}-01"), format!("{month}-31"));
        let facts: Option<Facts> = tx.fetch_optional(AssertSqlSafe(sql), values).await?;
        let facts = facts.ok_or(DomainError::UnknownClient)?;
        let waiting = facts.turn.zip(facts.turn_since).map(|(turn, since)| Waiting { turn, since });
        let question = match waiting {
            Some(Waiting { turn: Turn::Admin, .. }) => events::newest_question(&mut tx, id).await?,
            _ => None,
        };
        let lead = facts.lead_id.clone().zip(facts.source.clone());
        let mut same_email = match &facts.email {
            Some(email) => email_owners(&mut tx, email).await?,
            None => Vec::new(),
        };
        same_email.retain(|owner| match owner {
            EmailOwner::Client(other) => other != id,
            EmailOwner::Lead(other) => lead.as_ref().is_none_or(|(lead, _)| lead != other),
        });
        let overview = ClientOverview {
            date,
            invitation_version: form_version::of(&facts.invited_at.map(Timestamp::as_millis))?,
            waiting,
            question,
            deliverables: tx.fetch_all(DELIVERABLES, (id, ClientOverview::DELIVERABLES)).await?,
            money: money(&mut tx, id, date, zone.midnight(year_start(date))).await?,
            next_due: next_due(&mut tx, id, date).await?,
            month_minutes: facts.minutes,
            lead,
            same_email,
            events: events::newest(&mut tx, &zone, &client_dates(id, &facts), kind).await?,
            invited_at: facts.invited_at,
            invitation: facts.invitation,
            first_visit: facts.first_visit_at,
            last_visit: facts.last_visit_at,
        };
        tx.commit().await?;
        Ok(overview)
    }

    /// Who has this e-mail already; a few of them.
    pub async fn email_owners(&self, email: &EmailAddress) -> Result<Vec<EmailOwner>> {
        Ok(email_owners(&mut self.db.readers().acquire().await?, email.as_str()).await?)
    }
}

row! {
    struct Facts {
        email: Option<String>,
        created_at: Timestamp,
        turn: Option<Turn>,
        turn_since: Option<Timestamp>,
        invited_at: Option<Timestamp>,
        invitation: Option<String>,
        first_visit_at: Option<Timestamp>,
        last_visit_at: Option<Timestamp>,
        lead_id: Option<LeadId>,
        source: Option<String>,
        minutes: i64,
    }
}
row! { ClientMoney { currency, open_cents, overdue_cents, received_cents } }

/// The record, the first lead it came from, and the minutes from the day `$2` to `$3`.
const FACTS: &str = "SELECT client.email, client.created_at, client.turn, client.turn_since, client.invited_at, \
     client.invitation, client.first_visit_at, client.last_visit_at, lead.id AS lead_id, lead.source, (SELECT ";
const OF_CLIENT: &str = "FROM project JOIN time_entry ON time_entry.project_id = project.id \
       WHERE project.client_id = client.id AND time_entry.spent_on >= $2 AND time_entry.spent_on <= $3) AS minutes \
     FROM client LEFT JOIN lead ON lead.id = (SELECT first.id FROM lead first WHERE first.client_id = client.id \
       ORDER BY first.created_at, first.id LIMIT 1) WHERE client.id = $1";
/// `CROSS JOIN` makes SQLite begin with the client.
const DELIVERABLES: &str = "SELECT deliverable.id, deliverable.title, deliverable.status, \
     deliverable.status_since AS since, project.id AS project_id, project.name AS project_name, \
     client.id AS client_id, client.name AS client_name \
     FROM client CROSS JOIN project CROSS JOIN phase CROSS JOIN task CROSS JOIN deliverable \
     WHERE client.id = $1 AND project.client_id = client.id AND phase.project_id = project.id \
     AND task.phase_id = phase.id AND deliverable.task_id = task.id AND project.status <> 'archived' \
     AND deliverable.status IN ('in_review', 'changes_requested') \
     ORDER BY COALESCE(deliverable.status_since, 0), deliverable.id LIMIT $2";

fn client_dates(client: &ClientId, facts: &Facts) -> events::ClientDates {
    events::ClientDates {
        client: client.clone(),
        created_at: facts.created_at,
        invited_at: facts.invited_at,
        visits: [facts.first_visit_at, facts.last_visit_at],
    }
}

async fn email_owners(connection: &mut Connection, email: &str) -> Result<Vec<EmailOwner>, Fault> {
    let sql = "SELECT id, CAST(NULL AS TEXT) FROM client WHERE email = $1 \
         UNION ALL SELECT CAST(NULL AS TEXT), id FROM lead WHERE email = $1 LIMIT 4";
    let rows: Vec<(Option<ClientId>, Option<LeadId>)> = connection.fetch_all(sql, [email]).await?;
    let of = |(client, lead): (Option<ClientId>, Option<LeadId>)| {
        client.map(EmailOwner::Client).or_else(|| lead.map(EmailOwner::Lead))
    };
    Ok(rows.into_iter().filter_map(of).collect())
}

fn year_start(date: Date) -> Date {
    format!("{:04}-01-01", date.year()).parse().unwrap_or(date)
}

async fn money(
    connection: &mut Connection,
    client: &ClientId,
    today: Date,
    year: Timestamp,
) -> Result<Vec<ClientMoney>, Fault> {
    let sum = |condition: &str| saturating_sum(&format!("CASE WHEN {condition} THEN payment.amount_cents ELSE 0 END"));
    let sql = format!(
        "SELECT payment.currency, {} AS open_cents, {} AS overdue_cents, {} AS received_cents \
         FROM project JOIN payment ON payment.project_id = project.id WHERE project.client_id = $1 \
         GROUP BY payment.currency ORDER BY payment.currency",
        sum("payment.paid_at IS NULL"),
        sum("payment.paid_at IS NULL AND payment.due_on < $2"),
        sum("payment.paid_at >= $3")
    );
    connection.fetch_all(AssertSqlSafe(sql), (client, today, year)).await
}

async fn next_due(
    connection: &mut Connection,
    client: &ClientId,
    today: Date,
) -> Result<Option<(Date, i64, Currency)>, Fault> {
    let sql = "SELECT payment.due_on, payment.amount_cents, payment.currency \
         FROM project JOIN payment ON payment.project_id = project.id \
         WHERE project.client_id = $1 AND payment.paid_at IS NULL AND payment.due_on >= $2 \
         ORDER BY payment.due_on, payment.id LIMIT 1";
    connection.fetch_optional(sql, (client, today)).await
}
