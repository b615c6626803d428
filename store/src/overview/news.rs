//! What clients and leads did since a moment.

use domain::Timestamp;
use domain::audit::Action;
use domain::id::{DeliverableId, MemberId, ProjectId};
use domain::overview::News;
use domain::people;
use sqlx::AssertSqlSafe;

use crate::Fault;
use crate::db::Connection;
use crate::db::keyset::Conditions;
use crate::people::assigned::{IS_ASSIGNED, IS_LEAD_OWN, is_project_assigned, quoted};

/// The most of each kind.
const MAX_ITEMS: i64 = 20;

/// Newest first; of the clients that `assigned_to` looks after, if given.
pub(super) async fn since(
    connection: &mut Connection,
    since: Timestamp,
    assigned_to: Option<&MemberId>,
) -> Result<Vec<News>, Fault> {
    let mut news = messages(connection, since, assigned_to).await?;
    news.extend(decisions(connection, since, assigned_to).await?);
    news.extend(leads(connection, since, assigned_to).await?);
    news.sort_by_key(|one| std::cmp::Reverse(one.at()));
    Ok(news)
}

async fn messages(
    connection: &mut Connection,
    since: Timestamp,
    assigned_to: Option<&MemberId>,
) -> Result<Vec<News>, Fault> {
    let mut conditions = Conditions::after((since, MAX_ITEMS));
    if let Some(member) = assigned_to {
        conditions.add(IS_ASSIGNED, [quoted(member)]);
    }
    let sql = format!(
        "SELECT client.id, client.name, \
         (SELECT COUNT(*) FROM comment WHERE comment.client_id = client.id AND comment.created_at >= $1 \
           AND comment.author = 'client'), \
         (SELECT MAX(comment.created_at) FROM comment WHERE comment.client_id = client.id \
           AND comment.created_at >= $1 AND comment.author = 'client') \
         FROM client WHERE COALESCE(client.last_comment_at, 0) >= $1{} \
         ORDER BY COALESCE(client.last_comment_at, 0) DESC, client.id DESC LIMIT $2",
        conditions.and()
    );
    let rows = connection.fetch_all(AssertSqlSafe(sql), conditions.values).await?;
    let of = |(client, name, count, at): (_, _, _, Option<_>)| Some(News::Messages { client, name, count, at: at? });
    Ok(rows.into_iter().filter_map(of).collect())
}

/// Time, action, name of the person, and of the client if it has several, deliverable with its title and project.
type Decision = (Timestamp, Action, String, Option<String>, DeliverableId, String, Option<ProjectId>);

async fn decisions(
    connection: &mut Connection,
    since: Timestamp,
    assigned_to: Option<&MemberId>,
) -> Result<Vec<News>, Fault> {
    let mut conditions = Conditions::after((since, MAX_ITEMS));
    if let Some(member) = assigned_to {
        conditions.add(&is_project_assigned("phase.project_id"), [quoted(member)]);
    }
    let sql = format!(
        "SELECT audit.at, audit.action, audit.actor_name, client.name, audit.subject_id, audit.subject_name, phase.project_id \
         FROM audit LEFT JOIN client ON client.id = audit.actor \
           AND EXISTS (SELECT 1 FROM contact WHERE contact.client_id = client.id) \
         LEFT JOIN deliverable ON deliverable.id = audit.subject_id \
         LEFT JOIN task ON task.id = deliverable.task_id LEFT JOIN phase ON phase.id = task.phase_id \
         WHERE audit.action IN ('approved', 'changes_requested') AND audit.at >= $1{} \
         ORDER BY audit.at DESC, audit.id DESC LIMIT $2",
        conditions.and()
    );
    let rows: Vec<Decision> = connection.fetch_all(AssertSqlSafe(sql), conditions.values).await?;
    let of = |(at, action, name, client, deliverable, title, project): Decision| {
        let by = people::of_client(&name, client.as_deref());
        if action == Action::Approved {
            News::Approved { deliverable, title, project, by, at }
        } else {
            News::ChangesRequested { deliverable, title, project, by, at }
        }
    };
    Ok(rows.into_iter().map(of).collect())
}

async fn leads(
    connection: &mut Connection,
    since: Timestamp,
    assigned_to: Option<&MemberId>,
) -> Result<Vec<News>, Fault> {
    let mut conditions = Conditions::after((since, MAX_ITEMS));
    if let Some(member) = assigned_to {
        conditions.add(IS_LEAD_OWN, [quoted(member)]);
    }
    let sql = format!(
        "SELECT id, name, source, created_at FROM lead WHERE created_at >= $1{} \
         ORDER BY created_at DESC, id DESC LIMIT $2",
        conditions.and()
    );
    let rows = connection.fetch_all(AssertSqlSafe(sql), conditions.values).await?;
    Ok(rows.into_iter().map(|(id, name, source, at)| News::Lead { id, name, source, at }).collect())
}
