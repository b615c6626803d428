//! The list of deliverables over all projects.

use domain::id::MemberId;
use domain::overview::DeliverableLine;
use domain::{Cursor, DeliverableStatus, Page, Timestamp};
use sqlx::AssertSqlSafe;

use crate::db::keyset::{Conditions, Keyset};
use crate::db::query::row;
use crate::people::assigned::{is_project_assigned, quoted};
use crate::{Result, Store};

/// 0 where it is not known: those come first.
pub(super) const SINCE: &str = "COALESCE(deliverable.status_since, deliverable.approved_at, 0)";

/// The project of a deliverable.
pub(super) const PROJECT: &str = "(SELECT phase.project_id FROM task JOIN phase ON phase.id = task.phase_id \
     WHERE task.id = deliverable.task_id)";

/// Whether a client may still approve it: nobody is asked for what is in an archived project.
pub(crate) const NOT_ARCHIVED: &str = "(SELECT project.status <> 'archived' FROM task JOIN phase ON phase.id = task.phase_id \
     JOIN project ON project.id = phase.project_id WHERE task.id = deliverable.task_id)";

impl Store {
    /// A page of deliverables by when they got their status, after the cursor `after`; with `status`, only
    /// those that have it, in review only those that a client may still approve; of the clients that `assigned_to` looks after, if
    /// given.
    pub async fn deliverable_list(
        &self,
        assigned_to: Option<&MemberId>,
        status: Option<DeliverableStatus>,
        newest_first: bool,
        after: Option<&Cursor>,
    ) -> Result<Page<DeliverableLine>> {
        let keyset = Keyset::by_number(SINCE, "deliverable.id", newest_first, after);
        let mut conditions = Conditions::default();
        if let Some(status) = status {
            conditions.add("deliverable.status = $1", [status]);
        }
        if status == Some(DeliverableStatus::InReview) {
            conditions.add(NOT_ARCHIVED, ());
        }
        if let Some(member) = assigned_to {
            conditions.add(&is_project_assigned(PROJECT), [quoted(member)]);
        }
        keyset.add_to(&mut conditions);
        let direction = keyset.direction();
        let sql = format!(
            "SELECT found.id, found.title, found.status, NULLIF(found.since, 0) AS since, project.id AS project_id, \
             project.name AS project_name, client.id AS client_id, client.name AS client_name \
             FROM (SELECT deliverable.id, deliverable.task_id, deliverable.title, deliverable.status, \
               {SINCE} AS since FROM deliverable{}{}) AS found \
             JOIN task ON task.id = found.task_id JOIN phase ON phase.id = task.phase_id \
             JOIN project ON project.id = phase.project_id JOIN client ON client.id = project.client_id \
             ORDER BY found.since{direction}, found.id{direction}",
            conditions.filter(),
            keyset.order()
        );
        let lines: Vec<DeliverableLine> = self.db.readers().fetch_all(AssertSqlSafe(sql), conditions.values).await?;
        Ok(Page::of(lines, |line| Cursor::new(line.since.map_or(0, Timestamp::as_millis), &line.id)))
    }
}

row! {
    DeliverableLine { id, title, status, since, project_id, project_name, client_id, client_name }
}
