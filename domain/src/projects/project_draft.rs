//! The form of a project.

use serde::{Deserialize, Serialize};

use crate::form::{Form, FormParser, Problem, Problems};
use crate::id::{ClientId, ProjectId};
use crate::{Date, Project, ProjectStatus, Timestamp, minutes};

/// The longest name, in characters (docs/REFERENCE.md#records).
pub const NAME: usize = 200;
/// The longest description, in characters; the same limit as in an import.
pub const DESCRIPTION: usize = 10_000;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectDraft {
    pub name: String,
    pub description: Option<String>,
    pub status: ProjectStatus,
    pub starts_on: Option<Date>,
    /// Not before `starts_on`.
    pub due_on: Option<Date>,
    pub estimate_minutes: Option<i64>,
}

/// The field `estimate`: from a minute to [`MAX_ESTIMATE`].
pub(super) fn estimate(parser: &mut FormParser<'_>) -> Option<i64> {
    let estimate = parser.parsed("estimate", Problem::NotMinutes, minutes::typed);
    if estimate.is_some_and(|estimate| !(1..=MAX_ESTIMATE).contains(&estimate)) {
        parser.reject("estimate", Problem::OutOfRange(1, MAX_ESTIMATE));
    }
    estimate
}

/// 100,000 hours.
const MAX_ESTIMATE: i64 = 6_000_000;

impl ProjectDraft {
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let name = parser.line("name", NAME);
        let description = parser.optional_prose("description", DESCRIPTION);
        let status = parser.enum_value("status", ProjectStatus::Active);
        let starts_on = parser.optional_date("starts_on");
        let due_on = parser.optional_date("due_on");
        if starts_on.zip(due_on).is_some_and(|(start, due)| due < start) {
            parser.reject("due_on", Problem::BeforeStart);
        }
        let estimate_minutes = estimate(&mut parser);
        parser.done(|| Self { name, description, status, starts_on, due_on, estimate_minutes })
    }

    pub fn project(&self, id: ProjectId, client_id: ClientId, created_at: Timestamp) -> Project {
        Project {
            id,
            client_id,
            name: self.name.clone(),
            description: self.description.clone(),
            status: self.status,
            starts_on: self.starts_on,
            due_on: self.due_on,
            created_at,
            estimate_minutes: self.estimate_minutes,
        }
    }
}

filled_from! { ProjectDraft: Project { name, description, status, starts_on, due_on, estimate_minutes } }

impl From<&ProjectDraft> for Form {
    fn from(draft: &ProjectDraft) -> Self {
        Self::default()
            .with("name", Some(draft.name.as_str()))
            .with("description", draft.description.as_deref())
            .with("status", Some(draft.status.as_str()))
            .with("starts_on", draft.starts_on)
            .with("due_on", draft.due_on)
            .with("estimate", draft.estimate_minutes.map(minutes::written))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(fields: &[(&str, &str)]) -> Form {
        fields.iter().fold(Form::default(), |form, (name, value)| form.with(name, Some(*value)))
    }

    #[test]
    fn only_project_name_is_required() {
        let draft = ProjectDraft::read(&form(&[("name", "  Sito ")])).expect("a draft");
        assert_eq!(draft.name, "Sito");
        assert_eq!((draft.status, draft.starts_on, draft.due_on), (ProjectStatus::Active, None, None));
        assert_eq!(ProjectDraft::read(&Form::default()).expect_err("no name").of("name"), Some(Problem::Empty));
    }

    #[test]
    fn due_date_cannot_precede_start() {
        let due = |due| {
            let dates = form(&[("name", "Sito"), ("starts_on", "2026-05-02"), ("due_on", due)]);
            ProjectDraft::read(&dates).err().and_then(|problems| problems.of("due_on"))
        };
        assert_eq!(due("2026-05-02"), None);
        assert_eq!(due("2026-05-01"), Some(Problem::BeforeStart));
        assert_eq!(due("domani"), Some(Problem::NotDate));
    }

    #[test]
    fn each_field_reports_its_limit() {
        let wrong =
            form(&[("name", &"è".repeat(NAME + 1)), ("description", &"è".repeat(DESCRIPTION + 1)), ("status", "lost")]);
        let problems = ProjectDraft::read(&wrong).expect_err("three problems");
        assert_eq!(problems.of("name"), Some(Problem::TooLong(NAME)));
        assert_eq!(problems.of("description"), Some(Problem::TooLong(DESCRIPTION)));
        assert_eq!(problems.of("status"), Some(Problem::NotOneOf));
    }

    #[test]
    fn draft_form_round_trips() {
        let draft = ProjectDraft {
            name: "Sito".to_owned(),
            description: Some("Due\nrighe".to_owned()),
            status: ProjectStatus::Paused,
            starts_on: "2026-01-02".parse().ok(),
            due_on: None,
            estimate_minutes: Some(90),
        };
        assert_eq!(ProjectDraft::read(&Form::from(&draft)), Ok(draft));
    }
}
