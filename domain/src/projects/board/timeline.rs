//! The course of a project in time: when each phase begins and ends, as far as its dates tell.

use super::{Board, BoardPhase};
use crate::id::PhaseId;
use crate::{Date, DeliverableStatus, PhaseStatus, ProjectStatus};

/// The phases of a project in time. Only due dates are recorded: a phase begins where the one before it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeline {
    pub rows: Vec<TimelineRow>,
    /// The first and the last day to show.
    pub first: Date,
    pub last: Date,
}

/// A phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineRow {
    pub phase: PhaseId,
    pub name: String,
    pub status: PhaseStatus,
    /// `None` if neither the phase nor one of its tasks has a due date.
    pub span: Option<Span>,
    /// The deliverables of tasks with a due date.
    pub milestones: Vec<Milestone>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub starts: Date,
    pub ends: Date,
}

/// A deliverable, due when its task is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Milestone {
    pub title: String,
    pub status: DeliverableStatus,
    pub due_on: Date,
}

impl Timeline {
    /// `begins` is when the first phase begins. `None` without a phase that has an end.
    pub fn of(board: &Board, begins: Date, today: Date) -> Option<Self> {
        let mut previous = Span { starts: begins, ends: begins };
        let mut rows = Vec::with_capacity(board.phases.len());
        for (index, phase) in board.phases.iter().enumerate() {
            let span = span_of(phase, previous, index == 0);
            // A phase beside the others does not move the next one back.
            previous = span.filter(|span| span.ends >= previous.ends).unwrap_or(previous);
            rows.push(row(phase, span));
        }
        let spans = rows.iter().filter_map(|row| row.span);
        let first = spans.clone().map(|span| span.starts).min()?;
        let milestones = rows.iter().flat_map(|row| row.milestones.iter().map(|one| one.due_on));
        let ends = spans.map(|span| span.ends).chain(milestones).chain(board.project.due_on);
        let last = ends.max()?;
        let is_open = matches!(board.project.status, ProjectStatus::Active | ProjectStatus::Paused);
        let (first, last) = if is_open { with_today(first, last, today) } else { (first, last) };
        Some(Self { rows, first, last })
    }
}

/// Ends at its due date, or with its last task. Begins after the previous phase, or with it when it ends before that
/// does; earlier if one of its tasks is due earlier.
fn span_of(phase: &BoardPhase, previous: Span, is_first: bool) -> Option<Span> {
    let tasks = || phase.tasks.iter().filter_map(|task| task.task.due_on);
    let ends = phase.phase.due_on.or_else(|| tasks().max())?;
    let after = Date::from_days_since_1970(previous.ends.days_since_1970() + i64::from(!is_first));
    let begins = if after <= ends { after } else { previous.starts };
    let starts = tasks().min().map_or(begins, |task| task.min(begins)).min(ends);
    Some(Span { starts, ends })
}

fn row(phase: &BoardPhase, span: Option<Span>) -> TimelineRow {
    let milestones = phase.tasks.iter().flat_map(|task| {
        let deliverables = task.deliverables.iter().map(|one| &one.deliverable);
        deliverables.filter_map(|one| {
            let due_on = task.task.due_on?;
            Some(Milestone { title: one.title.clone(), status: one.status, due_on })
        })
    });
    let phase = &phase.phase;
    let (id, name, status) = (phase.id.clone(), phase.name.clone(), phase.status);
    TimelineRow { phase: id, name, status, span, milestones: milestones.collect() }
}

/// Extends a period to today, unless that would leave less than half of the picture to the period itself.
fn with_today(first: Date, last: Date, today: Date) -> (Date, Date) {
    let days = |from: Date, to: Date| to.days_since_1970() - from.days_since_1970();
    let most = days(first, last).max(14);
    if days(last, today) > most || days(today, first) > most {
        return (first, last);
    }
    (first.min(today), last.max(today))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn date(text: &str) -> Date {
        text.parse().expect("a date")
    }

    /// A board of phases given by their due date and those of their tasks.
    fn board(phases: &[(&str, &[&str])]) -> Board {
        let due = |date: &str| if date.is_empty() { json!(null) } else { json!(date) };
        let task = |due_on: &&str| {
            let task = json!({"id": "t", "phase_id": "p", "title": "T", "status": "todo", "position": 0, "due_on": due(due_on)});
            json!({"task": task, "version": "", "deliverables": [], "new_deliverable": "n"})
        };
        let phase = |(due_on, tasks): &(&str, &[&str])| {
            let phase = json!({"id": "p", "project_id": "p", "name": "P", "status": "pending", "position": 0, "due_on": due(due_on)});
            let tasks: Vec<_> = tasks.iter().map(task).collect();
            json!({"phase": phase, "version": "", "tasks": tasks, "new_task": "n"})
        };
        let phases: Vec<_> = phases.iter().map(phase).collect();
        let project = json!({"id": "p", "client_id": "c", "name": "P", "status": "active", "created_at": "2026-01-01T00:00:00.000Z"});
        serde_json::from_value(json!({
            "project": project, "version": "", "client_name": "C", "client_slug": "c-a1b2", "phases": phases, "new_phase": "n"
        }))
        .expect("a board")
    }

    /// The spans, written without the year.
    fn spans(phases: &[(&str, &[&str])]) -> Vec<String> {
        let timeline = Timeline::of(&board(phases), date("2026-03-02"), date("2026-03-10")).expect("dates");
        let written = |date: Date| date.to_string()[5..].to_owned();
        let span = |row: &TimelineRow| row.span.map(|span| [written(span.starts), written(span.ends)].join(" "));
        timeline.rows.iter().map(|row| span(row).unwrap_or_default()).collect()
    }

    #[test]
    fn phase_begins_where_the_one_before_it_ends() {
        let phases: [(&str, &[&str]); 4] =
            [("2026-03-15", &[]), ("", &[]), ("", &["2026-03-20", "2026-03-31"]), ("2026-04-30", &["2026-03-25"])];
        assert_eq!(spans(&phases), ["03-02 03-15", "", "03-16 03-31", "03-25 04-30"]);
    }

    #[test]
    fn phase_beside_another_begins_with_it() {
        let phases: [(&str, &[&str]); 4] =
            [("2026-03-15", &[]), ("2026-04-30", &[]), ("2026-04-10", &[]), ("2026-05-10", &[])];
        assert_eq!(spans(&phases), ["03-02 03-15", "03-16 04-30", "03-16 04-10", "05-01 05-10"]);
        assert_eq!(spans(&[("2026-02-20", &[])]), ["02-20 02-20"], "due before the project begins");
    }

    #[test]
    fn without_due_dates_there_is_no_timeline() {
        assert_eq!(Timeline::of(&board(&[("", &[""])]), date("2026-03-02"), date("2026-03-10")), None);
        assert_eq!(Timeline::of(&board(&[]), date("2026-03-02"), date("2026-03-10")), None);
    }

    #[test]
    fn today_is_shown_unless_it_is_far_away() {
        let period = |today: &str| {
            let timeline = Timeline::of(&board(&[("2026-03-31", &[])]), date("2026-03-02"), date(today));
            timeline.map(|timeline| (timeline.first, timeline.last)).expect("dates")
        };
        assert_eq!(period("2026-03-10"), (date("2026-03-02"), date("2026-03-31")));
        assert_eq!(period("2026-04-20"), (date("2026-03-02"), date("2026-04-20")));
        assert_eq!(period("2026-02-20"), (date("2026-02-20"), date("2026-03-31")));
        assert_eq!(period("2028-01-01"), (date("2026-03-02"), date("2026-03-31")));
    }
}
