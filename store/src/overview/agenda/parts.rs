//! The kinds of records with a due date, and the SQL of each.

use domain::overview::AgendaKind;

use crate::db::batch::renumbered;
use crate::people::assigned::is_project_assigned;

/// One kind of record. The status of the project is a subquery, so that both databases begin with the index on
/// the due date. The subquery is the condition itself: PostgreSQL expects every second row to meet it and walks the index;
/// of `(SELECT project.status …) = 'active'` it expects one row of 200, and reads and sorts all that is late.
pub(super) struct Part {
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
pub(super) fn part(kind: AgendaKind) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.kind == kind)
}

pub(super) static PARTS: [Part; 5] = [
    Part {
        kind: AgendaKind::Material,
        table: "material_request",
        due_on: "material_request.due_on",
        title: "material_request.title",
        project: "material_request.project_id",
        open: "material_request.status = 'open' AND \
             (SELECT project.status = 'active' FROM project WHERE project.id = material_request.project_id)",
        more: NOTHING,
    },
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
    pub(super) fn sql(&self, has_cursor: bool, most: usize, mine: Option<usize>) -> String {
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
    pub(super) fn count_between(&self) -> String {
        let Self { table, due_on, open, .. } = self;
        format!("(SELECT COUNT(*) FROM {table} WHERE {open} AND {due_on} >= $1 AND {due_on} < $2)")
    }

    /// Counts what is due before `$1`, up to `most`; `mine` as for [`Part::sql`].
    pub(super) fn count(&self, most: i64, mine: Option<usize>) -> String {
        let Self { kind, table, due_on, open, project, .. } = self;
        let mine = and_mine(project, mine);
        format!(
            "(SELECT COUNT(*) FROM (SELECT 1 AS one FROM {table} WHERE {open} AND {due_on} < $1{mine} \
             ORDER BY {due_on} LIMIT {most}) AS {kind}_part)"
        )
    }
}

/// The condition that the client of the project is assigned to the member in the parameter of this number, if there is one.
pub(super) fn and_mine(project: &str, mine: Option<usize>) -> String {
    mine.map_or_else(String::new, |number| format!(" AND {}", renumbered(&is_project_assigned(project), number - 1)))
}
