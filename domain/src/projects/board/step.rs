//! A move on the board: a phase or a task to another position.

use crate::form::Form;
use crate::id::{InvalidId, PhaseId, TaskId};

use super::BoardItem;

/// A move. `before` is the item to insert before; `None` moves to the end. This makes a repeated move
/// idempotent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A phase, among the phases of its project.
    Phase { id: PhaseId, before: Option<PhaseId> },
    /// A task, in its phase or another one of the same project.
    Task {
        id: TaskId,
        /// The target phase.
        to: PhaseId,
        /// The task of that phase to insert before.
        before: Option<TaskId>,
    },
}

string_enum! {
    /// The direction of a move: its button gets the focus on the next page.
    pub enum Direction {
        /// Towards the beginning.
        Up = "up",
        /// Towards the end.
        Down = "down",
        /// To another list.
        Over = "over",
    }
}

impl Step {
    /// The list of phases, where a dragged phase can be dropped.
    pub const PHASES: &str = "phases";

    /// Parses `id`, `to` and `before`, or the button's `step`, which contains all of them.
    ///
    /// # Errors
    /// [`InvalidId`] when an id is invalid, or when a phase is moved into a list of tasks or the reverse.
    pub fn read(form: &Form) -> Result<(Self, Option<Direction>), InvalidId> {
        let mut parts = form.get("step").split('~');
        let mut part = |field| parts.next().filter(|part| !part.is_empty()).unwrap_or_else(|| form.get(field));
        let (id, to, before, direction) = (part("id"), part("to"), part("before"), part("way"));
        let before = Some(before).filter(|before| !before.is_empty()).map(str::parse).transpose()?;
        let step = match (id.parse()?, to, before) {
            (BoardItem::Phase(id), Self::PHASES, None) => Self::Phase { id, before: None },
            (BoardItem::Phase(id), Self::PHASES, Some(BoardItem::Phase(before))) => {
                Self::Phase { id, before: Some(before) }
            }
            (BoardItem::Task(id), to, before) => {
                let BoardItem::Phase(to) = to.parse()? else { return Err(InvalidId) };
                let before = match before {
                    None => None,
                    Some(BoardItem::Task(before)) => Some(before),
                    Some(_) => return Err(InvalidId),
                };
                Self::Task { id, to, before }
            }
            _ => return Err(InvalidId),
        };
        Ok((step, direction.parse().ok()))
    }

    /// The value of a button's `step`.
    pub fn written(&self, direction: Direction) -> String {
        let (to, before) = match self {
            Self::Phase { before, .. } => {
                (Self::PHASES.to_owned(), before.clone().map(|id| BoardItem::Phase(id).to_string()))
            }
            Self::Task { to, before, .. } => {
                (BoardItem::Phase(to.clone()).to_string(), before.clone().map(|id| BoardItem::Task(id).to_string()))
            }
        };
        format!("{}~{to}~{}~{direction}", self.item(), before.unwrap_or_default())
    }

    pub fn item(&self) -> BoardItem {
        match self {
            Self::Phase { id, .. } => BoardItem::Phase(id.clone()),
            Self::Task { id, .. } => BoardItem::Task(id.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phase(id: &str) -> PhaseId {
        PhaseId::parse(id).expect("an id")
    }

    fn task(id: &str) -> TaskId {
        TaskId::parse(id).expect("an id")
    }

    fn read(fields: &[(&str, &str)]) -> Result<Step, InvalidId> {
        let form = fields.iter().fold(Form::default(), |form, (name, value)| form.with(name, Some(*value)));
        Step::read(&form).map(|(step, _)| step)
    }

    #[test]
    fn button_and_drop_parse_to_same_step() {
        let steps = [
            Step::Phase { id: phase("a"), before: None },
            Step::Phase { id: phase("a"), before: Some(phase("b")) },
            Step::Task { id: task("t"), to: phase("a"), before: None },
            Step::Task { id: task("t"), to: phase("a"), before: Some(task("u")) },
        ];
        for step in steps {
            let form = Form::default().with("step", Some(step.written(Direction::Down)));
            assert_eq!(Step::read(&form), Ok((step, Some(Direction::Down))));
        }
        let dropped = [("id", "task-t"), ("to", "phase-a"), ("before", "task-u")];
        assert_eq!(read(&dropped), Ok(Step::Task { id: task("t"), to: phase("a"), before: Some(task("u")) }));
        let dropped = [("id", "phase-a"), ("to", "phases"), ("before", "")];
        assert_eq!(read(&dropped), Ok(Step::Phase { id: phase("a"), before: None }));
    }

    #[test]
    fn step_rejects_mismatched_targets() {
        for (id, to, before) in [
            ("", "", ""),
            ("phase-a", "phase-b", ""),
            ("phase-a", "phases", "task-b"),
            ("task-a", "phases", ""),
            ("task-a", "phase-b", "phase-c"),
            ("task-a", "phase-b", "\0"),
            ("deliverable-a", "phase-b", ""),
            ("project", "phases", ""),
        ] {
            assert_eq!(read(&[("id", id), ("to", to), ("before", before)]), Err(InvalidId), "{id} {to} {before}");
        }
    }
}
