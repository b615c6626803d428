//! The plan of one project as the beginning of another.

use std::collections::HashMap;

use domain::{Date, Deliverable, DeliverableStatus, Phase, PhaseStatus, Project, Task, TaskStatus};

use crate::Fault;
use crate::auth::secrets;
use crate::db::Tx;
use crate::db::rows::stored;
use crate::projects::plan;
use crate::tables::insert;

/// Copies phases, tasks and deliverables of `model` into the project `into`, as work not begun. Due
/// dates keep their distance from the beginning when both projects have one, and are left out
/// otherwise. Links are left out too: they lead to what was made for another client.
pub(super) async fn copy(tx: &mut Tx, model: &Project, into: &Project) -> Result<(), Fault> {
    let shift = Shift::between(model.starts_on, into.starts_on);
    let mut new_phases = HashMap::new();
    for (position, phase) in (0_i64..).zip(plan::phases(tx, &model.id).await?) {
        let copy = Phase {
            id: stored(secrets::id())?,
            project_id: into.id.clone(),
            status: PhaseStatus::Pending,
            position,
            due_on: shift.of(phase.due_on),
            ..phase
        };
        insert(tx, &copy).await?;
        new_phases.insert(phase.id, (copy.id, 0_i64));
    }
    let mut new_tasks = HashMap::new();
    for task in plan::tasks(tx, &model.id).await? {
        let Some((phase, position)) = new_phases.get_mut(&task.phase_id) else { continue };
        let copy = Task {
            id: stored(secrets::id())?,
            phase_id: phase.clone(),
            status: TaskStatus::Todo,
            position: *position,
            due_on: shift.of(task.due_on),
            ..task
        };
        insert(tx, &copy).await?;
        *position += 1;
        new_tasks.insert(task.id, copy.id);
    }
    for deliverable in plan::deliverables(tx, &model.id).await? {
        let Some(task) = new_tasks.get(&deliverable.task_id) else { continue };
        let copy = Deliverable {
            id: stored(secrets::id())?,
            task_id: task.clone(),
            url: None,
            status: DeliverableStatus::Pending,
            approved_at: None,
            ..deliverable
        };
        insert(tx, &copy).await?;
    }
    Ok(())
}

/// By how many days due dates move; none: they have nothing to hold on to.
#[derive(Debug, Clone, Copy)]
struct Shift(Option<i64>);

impl Shift {
    fn between(model: Option<Date>, new: Option<Date>) -> Self {
        Self(model.zip(new).map(|(model, new)| new.days_since_1970() - model.days_since_1970()))
    }

    /// The shifted date; none when it would lie outside the calendar.
    fn of(self, due_on: Option<Date>) -> Option<Date> {
        let days = due_on?.days_since_1970() + self.0?;
        Date::from_days_since_1970(days).to_string().parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Option<Date> {
        text.parse().ok()
    }

    #[test]
    fn due_dates_shift_with_start_date() {
        let shift = Shift::between(date("2026-01-01"), date("2026-03-01"));
        assert_eq!(shift.of(date("2026-01-31")), date("2026-03-31"));
        assert_eq!(shift.of(None), None);
    }

    #[test]
    fn missing_start_date_clears_due_dates() {
        assert_eq!(Shift::between(None, date("2026-03-01")).of(date("2026-01-31")), None);
        assert_eq!(Shift::between(date("2026-03-01"), None).of(date("2026-03-31")), None);
    }

    #[test]
    fn shifted_date_out_of_range_is_none() {
        let shift = Shift::between(date("0000-01-01"), date("9999-12-31"));
        assert_eq!(shift.of(date("2026-01-31")), None);
        assert_eq!(shift.of(date("0000-01-01")), date("9999-12-31"));
    }
}
