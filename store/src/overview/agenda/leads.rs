//! What is due with leads.

use domain::id::MemberId;
use domain::overview::{Appointment, LeadStep};
use domain::{Date, Timestamp};
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::Connection;
use crate::db::keyset::Conditions;
use crate::db::query::{Values, row};
use crate::people::assigned::{IS_LEAD_OWN, quoted};

/// The calls with leads from `from` on and before `end`.
pub(crate) async fn appointments(
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
pub(crate) async fn lead_steps(
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

row! { Appointment { lead_id, name, at } }
row! { LeadStep { lead_id, name, step, due_on, value_cents } }
