//! The plan of one project as the beginning of another.

use std::collections::HashMap;

use domain::id::ProjectId;
use domain::{Date, DeliverableStatus, PhaseStatus, Project, ProjectDraft, TaskStatus};

use super::rows;
use crate::db::Tx;
use crate::{Fault, secrets};

/// Copies phases, tasks and deliverables of `model` into the project `into`, as work not begun. Due
/// dates keep their distance from the beginning when both projects have one, and are left out
/// otherwise. Links are left out too: they lead to what was made for another client.
pub(super) async fn copy(
    tx: &mut Tx,
    model: &Project,
    into: &ProjectId,
    draft: &ProjectDraft,
) -> Result<(), Fault> {
    let shift = Shift::between(model.starts_on, draft.starts_on);
    let mut new_phases = HashMap::new();
    for (position, phase) in (0_i64..).zip(rows::phases(tx, &model.id).await?) {
        let id = secrets::id();
        sqlx::query(PHASE)
            .bind(&id)
            .bind(into.as_str())
            .bind(phase.name)
            .bind(phase.description)
            .bind(PhaseStatus::Pending.as_str())
            .bind(position)
            .bind(shift.of(phase.due_on))
            .execute(&mut **tx)
            .await?;
        new_phases.insert(phase.id, (id, 0_i64));
    }
    let mut new_tasks = HashMap::new();
    for task in rows::tasks(tx, &model.id).await? {
        let Some((phase, position)) = new_phases.get_mut(&task.phase_id) else { continue };
        let id = secrets::id();
        sqlx::query(TASK)
            .bind(&id)
            .bind(phase.as_str())
            .bind(task.title)
            .bind(task.description)
            .bind(TaskStatus::Todo.as_str())
            .bind(*position)
            .bind(shift.of(task.due_on))
            .execute(&mut **tx)
            .await?;
        *position += 1;
        new_tasks.insert(task.id, id);
    }
    for deliverable in rows::deliverables(tx, &model.id).await? {
        let Some(task) = new_tasks.get(&deliverable.task_id) else { continue };
        sqlx::query(DELIVERABLE)
            .bind(secrets::id())
            .bind(task)
            .bind(deliverable.title)
            .bind(deliverable.description)
            .bind(DeliverableStatus::Pending.as_str())
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}

const PHASE: &str = "INSERT INTO phase (id, project_id, name, description, status, position, due_on) \
     VALUES ($1, $2, $3, $4, $5, $6, $7)";
const TASK: &str = "INSERT INTO task (id, phase_id, title, description, status, position, due_on) \
     VALUES ($1, $2, $3, $4, $5, $6, $7)";
const DELIVERABLE: &str = "INSERT INTO deliverable (id, task_id, title, description, status) \
     VALUES ($1, $2, $3, $4, $5)";

/// By how many days due dates move; none: they have nothing to hold on to.
#[derive(Debug, Clone, Copy)]
struct Shift(Option<i64>);

impl Shift {
    fn between(model: Option<Date>, new: Option<Date>) -> Self {
        Self(model.zip(new).map(|(model, new)| new.days_since_1970() - model.days_since_1970()))
    }

    /// The date as it is stored; none when it would lie outside the calendar.
    fn of(self, due_on: Option<Date>) -> Option<String> {
        let days = due_on?.days_since_1970() + self.0?;
        let shifted = Date::from_days_since_1970(days).to_string();
        shifted.parse::<Date>().ok().map(String::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Option<Date> {
        text.parse().ok()
    }

    #[test]
    fn due_dates_keep_their_distance_from_the_beginning() {
        let shift = Shift::between(date("2026-01-01"), date("2026-03-01"));
        assert_eq!(shift.of(date("2026-01-31")).as_deref(), Some("2026-03-31"));
        assert_eq!(shift.of(None), None);
    }

    #[test]
    fn without_two_beginnings_there_is_no_due_date() {
        assert_eq!(Shift::between(None, date("2026-03-01")).of(date("2026-01-31")), None);
        assert_eq!(Shift::between(date("2026-03-01"), None).of(date("2026-03-31")), None);
    }

    #[test]
    fn no_date_leaves_the_calendar() {
        let shift = Shift::between(date("0000-01-01"), date("9999-12-31"));
        assert_eq!(shift.of(date("2026-01-31")), None);
        assert_eq!(shift.of(date("0000-01-01")).as_deref(), Some("9999-12-31"));
    }
}
