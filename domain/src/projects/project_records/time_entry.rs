//! Time spent on a project, never shown to the client.

use serde::{Deserialize, Serialize};

use super::{PROSE, ProjectRecord};
use crate::audit::{Action, Actor};
use crate::form::{Form, FormParser, Problem, Problems};
use crate::id::{MemberId, ProjectId, TaskId, TimeEntryId};
use crate::{Date, Language, Timestamp, minutes};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeEntry {
    pub id: TimeEntryId,
    pub project_id: ProjectId,
    /// The task it was spent on, if any.
    pub task_id: Option<TaskId>,
    pub spent_on: Date,
    pub minutes: i64,
    pub description: Option<String>,
    /// Who spent it; none for the account of the environment.
    pub member_id: Option<MemberId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeEntryDraft {
    pub spent_on: Date,
    /// From 1 to [`minutes::MAX`].
    pub minutes: i64,
    /// The task of the project, if any.
    pub task_id: Option<TaskId>,
    pub description: Option<String>,
}

/// Parses the field `task`. The store checks that it belongs to the project.
pub(super) fn task(parser: &mut FormParser) -> Option<TaskId> {
    parser.parsed("task", Problem::Missing, |id| TaskId::parse(id).ok())
}

impl ProjectRecord for TimeEntry {
    type Id = TimeEntryId;
    type Draft = TimeEntryDraft;
    const DELETED: Action = Action::TimeEntryDeleted;

    fn parse_form(form: &Form) -> Result<TimeEntryDraft, Problems> {
        let mut parser = FormParser::of(form);
        let spent_on = parser.date("spent_on");
        let minutes =
            parser.needed("minutes", |parser, field| parser.parsed(field, Problem::NotMinutes, minutes::typed));
        if minutes.is_some_and(|minutes| !(1..=minutes::MAX).contains(&minutes)) {
            parser.reject("minutes", Problem::OutOfRange(1, minutes::MAX));
        }
        let task_id = task(&mut parser);
        let description = parser.optional_prose("description", PROSE);
        parser.done(|| TimeEntryDraft { spent_on, minutes: minutes.unwrap_or(1), task_id, description })
    }

    fn new(id: TimeEntryId, project_id: ProjectId, draft: TimeEntryDraft, _: Timestamp) -> Self {
        let TimeEntryDraft { spent_on, minutes, task_id, description } = draft;
        Self { id, project_id, task_id, spent_on, minutes, description, member_id: None }
    }

    fn form(&self, _: Language) -> Form {
        Form::default()
            .with("spent_on", Some(self.spent_on))
            .with("minutes", Some(minutes::written(self.minutes)))
            .with("task", self.task_id.clone())
            .with("description", self.description.as_deref())
    }

    fn id(&self) -> &TimeEntryId {
        &self.id
    }

    fn sign(&mut self, by: &Actor) {
        self.member_id = by.member().cloned();
    }

    fn keep(&mut self, current: &Self) {
        self.member_id.clone_from(&current.member_id);
    }
}
