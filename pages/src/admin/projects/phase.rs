//! A phase on the board.

use std::sync::Arc;

use domain::projects::board::{BoardItem, BoardPhase, BoardTask, Progress};
use domain::{PhaseStatus, Timestamp};

use super::add::AddTaskForm;
use super::buttons::{DeleteSection, MoveButtons, MoveSteps};
use super::card_menu::CardMenu;
use super::card_menu::{Due, Waiting};
use super::context::BoardContext;
use super::edit::PhaseForm;
use super::list::ProgressBar;
use super::task::TaskRow;
use crate::admin::prelude::*;

/// A phase with its tasks and the form that adds one.
#[component]
pub fn PhaseSection(phase: BoardPhase, steps: MoveSteps, context: Arc<BoardContext>) -> impl IntoView {
    let item = BoardItem::Phase(phase.phase.id.clone());
    let open = is_open(&phase, &context);
    let form = match context.deletion_of(&item) {
        Some(deletion) => {
            let name = phase.phase.name.clone();
            EitherOf3::A(view! { <DeleteSection deletion name context=context.clone()/> })
        }
        None if context.is_editing(&item) => {
            EitherOf3::B(view! { <PhaseForm phase=phase.clone() context=context.clone()/> })
        }
        None => EitherOf3::C(view! { <Tools phase=phase.clone() steps context=context.clone()/> }),
    };
    let in_review = phase.in_review();
    let BoardPhase { phase, tasks, new_task, .. } = phase;
    let (class, anchor) = (format!("board-phase board-phase--{}", phase.status), item.to_string());
    let progress = Progress::of(&tasks);
    let head = view! { <Head phase=phase.clone() progress in_review context=context.clone()/> };
    let description = phase.description.map(|text| view! { <p class="prose muted" dir="auto">{text}</p> });
    view! {
        <li class=class id=anchor.clone() data-drag=anchor.clone() data-kind="phase">
            <details open=open>
                {head}
                <div class="board-phase__body">
                    {form}
                    {description}
                    <Tasks tasks target=anchor.clone() context=context.clone()/>
                    <AddTaskForm id=new_task phase=phase.id phase_name=phase.name context/>
                </div>
            </details>
        </li>
    }
}

/// With more phases than this, pending ones are collapsed.
const MAX_OPEN_PHASES: usize = 6;

/// Whether a phase is expanded. Completed phases, and pending ones on a long board, are collapsed, unless the
/// address names an item in them.
fn is_open(phase: &BoardPhase, context: &BoardContext) -> bool {
    let is_about = |item: BoardItem| context.is_about(&item);
    let task = |one: &BoardTask| {
        let mut deliverables = one.deliverables.iter().map(|one| &one.deliverable.id);
        is_about(BoardItem::Task(one.task.id.clone()))
            || deliverables.any(|id| is_about(BoardItem::Deliverable(id.clone())))
    };
    let item = BoardItem::Phase(phase.phase.id.clone());
    let is_active = match phase.phase.status {
        PhaseStatus::InProgress => true,
        PhaseStatus::Pending => context.phases.len() <= MAX_OPEN_PHASES,
        PhaseStatus::Completed => phase.tasks.is_empty(),
    };
    is_active
        || context.focus.added == Some(item.to_string())
        || context.is_refused(&format!("add-task-{}", phase.phase.id))
        || is_about(item)
        || phase.tasks.iter().any(task)
}

#[component]
fn Head(
    phase: domain::Phase,
    progress: Progress,
    in_review: (i64, Option<Timestamp>),
    context: Arc<BoardContext>,
) -> impl IntoView {
    let i18n = context.admin.i18n;
    let is_done = phase.status == PhaseStatus::Completed;
    let due = phase.due_on.filter(|_| !is_done).map(|due| {
        view! { <Due due context=context.clone()/> }
    });
    let (count, since) = in_review;
    let waiting = (count > 0).then(|| {
        view! { <Waiting text=i18n.some_waiting(count) since context=context.clone()/> }
    });
    view! {
        <summary class="board-phase__head">
            <h2 dir="auto">{phase.name}</h2>
            <span class="board__facts">
                <span class=format!("status status--{}", phase.status)>{i18n.phase_status(phase.status)}</span>
                " "
                <ProgressBar progress i18n/>
                " "
                {due}
                " "
                {waiting}
            </span>
        </summary>
    }
}

#[component]
fn Tools(phase: BoardPhase, steps: MoveSteps, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let BoardPhase { phase, tasks, .. } = phase;
    let item = BoardItem::Phase(phase.id.clone());
    let is_moved = context.focus.moved.as_ref() == Some(&item);
    let channel = address::thread(&context.client).with("channel", phase.id.as_str()).into_string();
    let empty = tasks.is_empty().then(|| view! { <p class="muted board-phase__none">{i18n.no_tasks_yet()}</p> });
    let name = phase.name.clone();
    let named = move |label: &'static str| {
        let name = name.clone();
        view! { {label} <span class="sr-only">" "{name}</span> }
    };
    view! {
        <p class="board-phase__tools">
            <CardMenu item=item.clone() name=phase.name.clone() is_moved has_handle=true i18n>
                <a href=channel>{named(i18n.phase_conversation())}</a>
                <a href=context.edit(&item)>{named(i18n.edit())}</a>
                <MoveButtons item=item.clone() name=phase.name.clone() steps context=context.clone()/>
            </CardMenu>
        </p>
        {empty}
    }
}

#[component]
fn Tasks(tasks: Vec<BoardTask>, target: String, context: Arc<BoardContext>) -> impl IntoView {
    let ids: Vec<_> = tasks.iter().map(|one| one.task.id.clone()).collect();
    let is_empty = tasks.is_empty();
    let row = |(index, task): (usize, BoardTask)| {
        let steps = MoveSteps::of_task(&task.task.phase_id, &ids, index);
        view! { <TaskRow task steps context=context.clone()/> }
    };
    let rows =
        if is_empty { Either::Left(()) } else { Either::Right(tasks.into_iter().enumerate().map(row).collect_view()) };
    view! {
        <ul class="board-tasks" data-drop=target data-kind="task">
            {rows}
        </ul>
    }
}
