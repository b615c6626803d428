//! Copying the plan of a project to a new one.

use std::collections::HashMap;

use domain::{Date, Deliverable, DeliverableStatus, Phase, PhaseStatus, Project, Task, TaskStatus};

use crate::Fault;
use crate::db::Tx;
use crate::db::rows::stored;
use crate::projects::plan;
use crate::search_index::{Index, index_records};
use crate::secrets;
use crate::tables::insert;

/// Copies phases, tasks and deliverables of `source` into the project `into`, with the initial statuses. Due
/// dates keep their distance from the start date if both projects have one, and are left out otherwise. Links
/// are left out: they lead to work for another client.
pub(super) async fn copy(tx: &mut Tx, source: &Project, into: &Project) -> Result<(), Fault> {
    let shift = Shift::between(source.starts_on, into.starts_on);
    let mut new_phases = HashMap::new();
    let mut new_deliverables = Vec::new();
    for (position, phase) in (0_i64..).zip(plan::phases(tx, &source.id).await?) {
        let copy = Phase {
            id: stored(secrets::id())?,
            project_id: into.id.clone(),
            status: PhaseStatus::Pending,
            position,
            due_on: shift.apply(phase.due_on),
            ..phase
        };
        insert(tx, &copy).await?;
        new_phases.insert(phase.id, (copy.id, 0_i64));
    }
    let mut new_tasks = HashMap::new();
    for task in plan::tasks(tx, &source.id).await? {
        let Some((phase, position)) = new_phases.get_mut(&task.phase_id) else { continue };
        let copy = Task {
            id: stored(secrets::id())?,
            phase_id: phase.clone(),
            status: TaskStatus::Todo,
            position: *position,
            due_on: shift.apply(task.due_on),
            ..task
        };
        insert(tx, &copy).await?;
        *position += 1;
        new_tasks.insert(task.id, copy.id);
    }
    for deliverable in plan::deliverables(tx, &source.id).await? {
        let Some(task) = new_tasks.get(&deliverable.task_id) else { continue };
        let copy = Deliverable {
            id: stored(secrets::id())?,
            task_id: task.clone(),
            url: None,
            status: DeliverableStatus::Pending,
            approved_at: None,
            approved_by: None,
            ..deliverable
        };
        insert(tx, &copy).await?;
        new_deliverables.push(copy.id.to_string());
    }
    let phases = new_phases.into_values().map(|(id, _)| id.to_string()).collect();
    let tasks = new_tasks.into_values().map(|id| id.to_string()).collect();
    for (index, ids) in [(Index::Phase, phases), (Index::Task, tasks), (Index::Deliverable, new_deliverables)] {
        index_records(tx, index, &ids).await?;
    }
    Ok(())
}

/// The days by which due dates are shifted; `None` clears them.
#[derive(Debug, Clone, Copy)]
struct Shift(Option<i64>);

impl Shift {
    fn between(source: Option<Date>, new: Option<Date>) -> Self {
        Self(source.zip(new).map(|(source, new)| new.days_since_1970() - source.days_since_1970()))
    }

    /// The shifted date; `None` when it is out of range.
    fn apply(self, due_on: Option<Date>) -> Option<Date> {
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
        assert_eq!(shift.apply(date("2026-01-31")), date("2026-03-31"));
        assert_eq!(shift.apply(None), None);
    }

    #[test]
    fn missing_start_date_clears_due_dates() {
        assert_eq!(Shift::between(None, date("2026-03-01")).apply(date("2026-01-31")), None);
        assert_eq!(Shift::between(date("2026-03-01"), None).apply(date("2026-03-31")), None);
    }

    #[test]
    fn shifted_date_out_of_range_is_none() {
        let shift = Shift::between(date("0000-01-01"), date("9999-12-31"));
        assert_eq!(shift.apply(date("2026-01-31")), None);
        assert_eq!(shift.apply(date("0000-01-01")), date("9999-12-31"));
    }
}
