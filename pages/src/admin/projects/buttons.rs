//! The buttons of a board. Each belongs to one of three forms at the end of the page and carries its action in
//! its value, so that a board of sixty tasks does not need sixty times six forms.

use std::sync::Arc;

use domain::id::{DeliverableId, PhaseId, TaskId};
use domain::projects::board::{BoardItem, Deletion, Direction, Step, Switch};
use domain::{DeliverableStatus, TaskStatus};

use super::context::BoardContext;
use crate::admin::prelude::*;
use crate::admin::projects::actions::{DeleteItem, DeleteProject, SetDeliverableStatus, SetTaskStatus, TakeStep};

/// The form that moves items: buttons send `step`, drag and drop sends `id`, `to` and `before`.
const MOVE_FORM: &str = "move-form";
const TASK_FORM: &str = "task-form";
pub(super) const DELIVERABLE_FORM: &str = "deliverable-form";

#[component]
pub fn ActionForms(project: String) -> impl IntoView {
    view! {
        <form id=MOVE_FORM method="post" action=TakeStep::PATH hidden>
            <input type="hidden" name="project" value=project.clone()/>
            <input type="hidden" name="id"/>
            <input type="hidden" name="to"/>
            <input type="hidden" name="before"/>
        </form>
        <form id=TASK_FORM method="post" action=SetTaskStatus::PATH hidden>
            <input type="hidden" name="project" value=project.clone()/>
        </form>
        <form id=DELIVERABLE_FORM method="post" action=SetDeliverableStatus::PATH hidden>
            <input type="hidden" name="project" value=project/>
        </form>
    }
}

/// The moves one position up and down; `None` at the ends of the list.
#[derive(Debug, Clone)]
pub struct MoveSteps {
    up: Option<Step>,
    down: Option<Step>,
}

impl MoveSteps {
    /// The moves of the phase at `index`.
    pub fn of_phase(phases: &[PhaseId], index: usize) -> Self {
        let id = &phases[index];
        Self::of(phases, index, |before| Step::Phase { id: id.clone(), before })
    }

    /// The moves of the task at `index` of `tasks`, all of `phase`.
    pub fn of_task(phase: &PhaseId, tasks: &[TaskId], index: usize) -> Self {
        let id = &tasks[index];
        Self::of(tasks, index, |before| Step::Task { id: id.clone(), to: phase.clone(), before })
    }

    fn of<I: Clone>(ids: &[I], index: usize, step: impl Fn(Option<I>) -> Step) -> Self {
        Self {
            up: index.checked_sub(1).map(|above| step(ids.get(above).cloned())),
            down: (index + 1 < ids.len()).then(|| step(ids.get(index + 2).cloned())),
        }
    }
}

/// The buttons that move an item one position. After a move the pressed button gets the focus; at the end of
/// the list, the opposite one.
#[component]
pub fn MoveButtons(item: BoardItem, name: String, steps: MoveSteps, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let moved = context.focus.moved.as_ref() == Some(&item);
    let focus = moved.then(|| match context.focus.direction {
        Some(Direction::Down) if steps.down.is_some() => Direction::Down,
        _ if steps.up.is_some() => Direction::Up,
        _ => Direction::Down,
    });
    let button = |step: Option<Step>, direction: Direction| {
        let (sign, label) = match direction {
            Direction::Down => ("↓", i18n.move_down()),
            _ => ("↑", i18n.move_up()),
        };
        view! {
            <button
                class="tool"
                form=MOVE_FORM
                name="step"
                value=step.as_ref().map(|step| step.written(direction))
                disabled=step.is_none()
                aria-label=format!("{label} {name}")
                title=label
                autofocus=focus == Some(direction)
            >
                {sign} <span class="tool__word">{label}</span>
            </button>
        }
    };
    view! {
        <span class="tools">
            {button(steps.up, Direction::Up)}
            {button(steps.down, Direction::Down)}
        </span>
    }
}

#[component]
pub fn MoveToForm(id: TaskId, phase: PhaseId, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let select = format!("move-to-{id}");
    let option = |(target, name): &(PhaseId, String)| {
        let value = BoardItem::Phase(target.clone()).to_string();
        (*target != phase).then(|| view! { <option value=value>{name.clone()}</option> })
    };
    (context.phases.len() > 1).then(|| {
        view! {
            <form class="board__move" method="post" action=TakeStep::PATH>
                <input type="hidden" name="project" value=context.project.clone()/>
                <input type="hidden" name="id" value=BoardItem::Task(id.clone()).to_string()/>
                <p class="field">
                    <label for=select.clone()>{i18n.move_to()}</label>
                    <select id=select name="to" dir="auto">
                        {context.phases.iter().map(option).collect_view()}
                    </select>
                </p>
                <button class="button button--quiet">{i18n.move_there()}</button>
            </form>
        }
    })
}

/// The status of a task: three toggle buttons, one of them pressed.
#[component]
pub fn TaskSwitch(id: TaskId, title: String, status: TaskStatus, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let switched = context.focus.switched == Some(BoardItem::Task(id.clone()));
    let button = |one: &TaskStatus| {
        let is_current = *one == status;
        view! {
            <button
                class=format!("switch switch--{one}")
                form=TASK_FORM
                name="set"
                value=Switch::of(&id, status, *one).to_string()
                aria-pressed=if is_current { "true" } else { "false" }
                aria-label=i18n.task_status(*one)
                title=i18n.task_status(*one)
                autofocus=switched && is_current
            ></button>
        }
    };
    view! {
        <span class="switches" role="group" aria-label=i18n.task_status_of(&title)>
            {TaskStatus::ALL.iter().map(button).collect_view()}
        </span>
    }
}

/// Sends a deliverable to its client, or takes it back.
#[component]
pub fn ApprovalButton(
    id: DeliverableId,
    title: String,
    seen: DeliverableStatus,
    to: DeliverableStatus,
    label: &'static str,
    /// Whether it is one of several actions, not the next step.
    #[prop(optional)]
    is_quiet: bool,
) -> impl IntoView {
    view! {
        <button
            class=if is_quiet { "card-menu__button" } else { "button button--small button--quiet" }
            form=DELIVERABLE_FORM
            name="set"
            value=Switch::of(&id, seen, to).to_string()
        >
            {label}
            <span class="sr-only">" "{title}</span>
        </button>
    }
}

/// Asks for confirmation to delete an item, and lists what is deleted with it.
#[component]
pub fn DeleteSection(deletion: Deletion, name: String, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let Deletion { item, deletion_impact, version } = deletion;
    let back = context.back_to(&item);
    let mut arguments = vec![("project", context.project.clone()), ("version", version)];
    let action = if item == BoardItem::Project {
        DeleteProject::PATH
    } else {
        arguments.push(("item", item.to_string()));
        DeleteItem::PATH
    };
    view! {
        <DeleteForm
            question=i18n.delete_named(&name)
            impact=i18n.deletion_impact(&deletion_impact)
            action
            arguments
            back
            i18n
        />
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_move_one_place_within_the_list() {
        let id = |id: &str| TaskId::parse(id).expect("an id");
        let phase = PhaseId::parse("p").expect("an id");
        let tasks = ["a", "b", "c", "d"].map(id);
        let before = |step: Option<Step>| match step {
            Some(Step::Task { before: Some(before), .. }) => before.to_string(),
            Some(Step::Task { before: None, .. }) => "the end".to_owned(),
            other => format!("{other:?}"),
        };
        let targets = |index| {
            let MoveSteps { up, down } = MoveSteps::of_task(&phase, &tasks, index);
            (before(up), before(down))
        };
        assert_eq!(targets(0), ("None".to_owned(), "c".to_owned()));
        assert_eq!(targets(1), ("a".to_owned(), "d".to_owned()));
        assert_eq!(targets(2), ("b".to_owned(), "the end".to_owned()));
        assert_eq!(targets(3), ("c".to_owned(), "None".to_owned()));
    }
}
