//! Material that a client is asked for, and what became of it.

use domain::id::ProjectId;
use domain::notifications::{MaterialEvent, NotificationEvent, SkipReason};
use domain::{Author, Date, MaterialStatus, Person};

use super::context::{ComposeContext, NotComposed, UnseenEvents};
use crate::Fault;
use crate::db::Tx;
use crate::db::query::row;

row! {
    struct Request {
        title: String,
        description: Option<String>,
        due_on: Option<Date>,
        status: MaterialStatus,
        reason: Option<String>,
        answered_by: Option<String>,
    }
}

/// A checklist is listed whole.
const MAX_LISTED: usize = 50;

/// To the client: what is still needed of what was asked for or opened again, and what was accepted. To the agency: what came
/// and was not looked at.
pub(super) async fn unseen(
    tx: &mut Tx,
    context: &ComposeContext<'_>,
    person: &Person,
    project: &ProjectId,
) -> Result<UnseenEvents, NotComposed> {
    let name = project_name(tx, person, project).await?;
    let (condition, time) = match context.recipient.side() {
        Author::Admin => ("status = 'received'", "answered_at"),
        Author::Client => ("status IN ('open', 'accepted')", "COALESCE(decided_at, created_at)"),
    };
    let condition = format!("{condition} AND {time} >= $2 AND {time} < $3");
    let times = (project, context.since, context.until);
    // What is needed comes first: one of those names the subject.
    let order = format!("CASE WHEN status = 'accepted' THEN 1 ELSE 0 END, {time}");
    let requests: Vec<Request> = tx.fetch_all(list(&condition, &order), times).await?;
    let client = &person.client.name;
    let event = |Request { title, description, due_on, status, reason, answered_by, .. }: Request| match status {
        MaterialStatus::Open => MaterialEvent::Needed { title, description, due_on, reason },
        MaterialStatus::Accepted => MaterialEvent::Accepted { title },
        MaterialStatus::Received => {
            let person = answered_by.filter(|name| name != client);
            MaterialEvent::Received { title, by: client.clone(), person }
        }
    };
    let events: Vec<_> = requests.into_iter().map(event).map(NotificationEvent::Material).collect();
    if events.is_empty() {
        return Err(skip_reason(tx, context, project).await?.into());
    }
    Ok(found(context, person, (project, name), events))
}

/// What is due soon and still missing.
pub(super) async fn due(
    tx: &mut Tx,
    context: &ComposeContext<'_>,
    person: &Person,
    project: &ProjectId,
) -> Result<UnseenEvents, NotComposed> {
    let name = project_name(tx, person, project).await?;
    let days = context.reminder_days();
    let (first, last) = days.material_range();
    let values = (project, context.today().max(first), last);
    let open = "status = 'open' AND due_on >= $2 AND due_on <= $3 \
         AND (SELECT project.status = 'active' FROM project WHERE project.id = material_request.project_id)";
    let requests: Vec<Request> = tx.fetch_all(list(open, "due_on, created_at"), values).await?;
    let event = |Request { title, description, due_on, .. }: Request| {
        let due_on = due_on.filter(|on| days.material_reminder_day(*on).is_some())?;
        Some(NotificationEvent::Material(MaterialEvent::Due { title, description, due_on }))
    };
    let events: Vec<_> = requests.into_iter().filter_map(event).collect();
    if events.is_empty() {
        return Err(SkipReason::Stale.into());
    }
    Ok(found(context, person, (project, name), events))
}

fn found(
    context: &ComposeContext<'_>,
    person: &Person,
    (project, name): (&ProjectId, String),
    events: Vec<NotificationEvent>,
) -> UnseenEvents {
    let target = context.target(person, Some(project.clone()), None, None);
    UnseenEvents { project_name: Some(name), topic_name: None, target, events }
}

async fn project_name(tx: &mut Tx, person: &Person, project: &ProjectId) -> Result<String, NotComposed> {
    let sql = "SELECT name FROM project WHERE id = $1 AND client_id = $2 AND status <> 'archived'";
    let name: Option<String> = tx.fetch_optional_value(sql, (project, &person.client.id)).await?;
    Ok(name.ok_or(SkipReason::Deleted)?)
}

fn list(condition: &str, order: &str) -> sqlx::AssertSqlSafe<String> {
    sqlx::AssertSqlSafe(format!(
        "SELECT title, description, due_on, status, reason, answered_by FROM material_request \
         WHERE project_id = $1 AND {condition} ORDER BY {order}, id LIMIT {MAX_LISTED}"
    ))
}

/// The client has answered, or the agency has looked at it; else it is gone.
async fn skip_reason(tx: &mut Tx, context: &ComposeContext<'_>, project: &ProjectId) -> Result<SkipReason, Fault> {
    let time = match context.recipient.side() {
        Author::Admin => "decided_at",
        Author::Client => "answered_at",
    };
    let sql = format!("SELECT COUNT(*) FROM material_request WHERE project_id = $1 AND {time} >= $2");
    let count: i64 = tx.fetch_value(sqlx::AssertSqlSafe(sql), (project, context.since)).await?;
    Ok(match (count, context.recipient.side()) {
        (0, _) => SkipReason::Deleted,
        (_, Author::Admin) => SkipReason::Read,
        (_, Author::Client) => SkipReason::Answered,
    })
}
