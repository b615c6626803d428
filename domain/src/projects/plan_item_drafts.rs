//! The forms of a project's plan: phases, tasks and deliverables.

use serde::{Deserialize, Serialize};

use crate::form::{Form, FormParser, Problem, Problems};
use crate::id::{DeliverableId, PhaseId, ProjectId, TaskId};
use crate::projects::project_draft::{DESCRIPTION, NAME, estimate};
use crate::{Date, Deliverable, DeliverableStatus, Phase, PhaseStatus, Task, TaskStatus, minutes};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseDraft {
    pub name: String,
    pub description: Option<String>,
    pub due_on: Option<Date>,
    /// Only while the phase has no task: otherwise the status follows from its tasks (docs/REFERENCE.md#phase-status).
    pub status: Option<PhaseStatus>,
}

impl PhaseDraft {
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let name = parser.line("name", NAME);
        let description = parser.optional_prose("description", DESCRIPTION);
        let due_on = parser.optional_date("due_on");
        let status = parser.parsed("status", Problem::NotOneOf, |word| word.parse().ok());
        parser.done(|| Self { name, description, due_on, status })
    }

    pub fn phase(&self, id: PhaseId, project_id: ProjectId, status: PhaseStatus, position: i64) -> Phase {
        Phase {
            id,
            project_id,
            name: self.name.clone(),
            description: self.description.clone(),
            status,
            position,
            due_on: self.due_on,
        }
    }

    /// The form of a phase with or without tasks.
    pub fn of(phase: &Phase, has_tasks: bool) -> Self {
        Self {
            name: phase.name.clone(),
            description: phase.description.clone(),
            due_on: phase.due_on,
            status: (!has_tasks).then_some(phase.status),
        }
    }
}

impl From<&PhaseDraft> for Form {
    fn from(draft: &PhaseDraft) -> Self {
        Self::default()
            .with("name", Some(draft.name.as_str()))
            .with("description", draft.description.as_deref())
            .with("due_on", draft.due_on)
            .with("status", draft.status.map(PhaseStatus::as_str))
    }
}

/// The values of a task's form; the status has its own form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskDraft {
    pub title: String,
    pub description: Option<String>,
    pub due_on: Option<Date>,
    pub estimate_minutes: Option<i64>,
}

impl TaskDraft {
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let title = parser.line("title", NAME);
        let description = parser.optional_prose("description", DESCRIPTION);
        let due_on = parser.optional_date("due_on");
        let estimate_minutes = estimate(&mut parser);
        parser.done(|| Self { title, description, due_on, estimate_minutes })
    }

    pub fn task(&self, id: TaskId, phase_id: PhaseId, status: TaskStatus, position: i64) -> Task {
        Task {
            id,
            phase_id,
            title: self.title.clone(),
            description: self.description.clone(),
            status,
            position,
            due_on: self.due_on,
            estimate_minutes: self.estimate_minutes,
        }
    }
}

filled_from! { TaskDraft: Task { title, description, due_on, estimate_minutes } }

impl From<&TaskDraft> for Form {
    fn from(draft: &TaskDraft) -> Self {
        Self::default()
            .with("title", Some(draft.title.as_str()))
            .with("description", draft.description.as_deref())
            .with("due_on", draft.due_on)
            .with("estimate", draft.estimate_minutes.map(minutes::written))
    }
}

/// The values of a deliverable's form. An approved deliverable cannot be edited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliverableDraft {
    pub title: String,
    pub description: Option<String>,
    /// Link to view it.
    pub url: Option<String>,
}

impl DeliverableDraft {
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let title = parser.line("title", NAME);
        let description = parser.optional_prose("description", DESCRIPTION);
        let url = parser.optional_url("url");
        parser.done(|| Self { title, description, url })
    }

    /// The deliverable with these values, not approved.
    pub fn deliverable(&self, id: DeliverableId, task_id: TaskId, status: DeliverableStatus) -> Deliverable {
        Deliverable {
            id,
            task_id,
            title: self.title.clone(),
            description: self.description.clone(),
            url: self.url.clone(),
            status,
            approved_at: None,
            approved_by: None,
        }
    }
}

filled_from! { DeliverableDraft: Deliverable { title, description, url } }

impl From<&DeliverableDraft> for Form {
    fn from(draft: &DeliverableDraft) -> Self {
        Self::default()
            .with("title", Some(draft.title.as_str()))
            .with("description", draft.description.as_deref())
            .with("url", draft.url.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draft_form_round_trips() {
        let phase = PhaseDraft {
            name: "Design".to_owned(),
            description: None,
            due_on: "2026-02-03".parse().ok(),
            status: Some(PhaseStatus::Completed),
        };
        assert_eq!(PhaseDraft::read(&Form::from(&phase)), Ok(phase));
        let task = TaskDraft {
            title: "Bozze".to_owned(),
            description: Some("Tre".to_owned()),
            due_on: None,
            estimate_minutes: Some(60),
        };
        assert_eq!(TaskDraft::read(&Form::from(&task)), Ok(task));
        let url = Some("https://example.com/a?b=c".to_owned());
        let deliverable = DeliverableDraft { title: "Logo".to_owned(), description: None, url };
        assert_eq!(DeliverableDraft::read(&Form::from(&deliverable)), Ok(deliverable));
    }

    #[test]
    fn deliverable_url_must_be_http() {
        for bad in ["javascript:alert(1)", "https://", "due parole", "mailto:a@b.it", "/file"] {
            let form = Form::default().with("title", Some("Logo")).with("url", Some(bad));
            let problems = DeliverableDraft::read(&form).expect_err(bad);
            assert_eq!(problems.of("url"), Some(Problem::NotUrl), "{bad}");
        }
    }

    #[test]
    fn phase_status_field_is_optional_and_validated() {
        let status = |word| PhaseDraft::read(&Form::default().with("name", Some("A")).with("status", Some(word)));
        assert_eq!(status("").expect("a draft").status, None);
        assert_eq!(status("in_progress").expect("a draft").status, Some(PhaseStatus::InProgress));
        assert_eq!(status("done").expect_err("no phase's").of("status"), Some(Problem::NotOneOf));
    }

    #[test]
    fn title_is_one_line() {
        let form = Form::default().with("title", Some(" a\r\n b\t"));
        assert_eq!(TaskDraft::read(&form).expect("a draft").title, "a b");
    }
}
