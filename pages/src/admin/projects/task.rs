//! A task on the board.

use std::sync::Arc;

use app::dates;
use domain::projects::board::{BoardDeliverable, BoardItem, BoardTask};
use domain::{Task, TaskDraft, TaskStatus};
use leptos::either::EitherOf3;
use leptos::prelude::*;

use super::add::AddDeliverableForm;
use super::buttons::{DeleteSection, MoveButtons, MoveSteps, MoveToForm, TaskSwitch};
use super::context::BoardContext;
use super::deliverable::DeliverableRow;
use super::edit::TaskForm;

/// A task with its status, actions and deliverables.
#[component]
pub fn TaskRow(task: BoardTask, steps: MoveSteps, context: Arc<BoardContext>) -> impl IntoView {
    let BoardTask { task, version, deliverables, new_deliverable } = task;
    let item = BoardItem::Task(task.id.clone());
    let form = match context.deletion_of(&item) {
        Some(deletion) => {
            let name = task.title.clone();
            EitherOf3::A(view! { <DeleteSection deletion name context=context.clone()/> })
        }
        None if context.is_editing(&item) => {
            let (id, draft) = (task.id.clone(), TaskDraft::from(&task));
            let phase = task.phase_id.clone();
            EitherOf3::B(view! {
                <div class="board__form">
                    <TaskForm id=id.clone() draft version context=context.clone()/>
                    <MoveToForm id phase context=context.clone()/>
                </div>
            })
        }
        None => EitherOf3::C(()),
    };
    let add = (context.focus.add.as_ref() == Some(&item)).then(|| {
        view! { <AddDeliverableForm id=new_deliverable task=task.id.clone() context=context.clone()/> }
    });
    let (class, anchor) = (format!("board-task board-task--{}", task.status), item.to_string());
    view! {
        <li class=class id=anchor.clone() data-drag=anchor data-kind="task">
            <Line task=task.clone() item steps context=context.clone()/>
            {task.description.map(|text| view! { <p class="board-task__text" dir="auto">{text}</p> })}
            {form}
            <Deliverables deliverables phase=task.phase_id context/>
            {add}
        </li>
    }
}

#[component]
fn Line(task: Task, item: BoardItem, steps: MoveSteps, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let Task { id, title, status, due_on, .. } = task;
    let due = due_on.filter(|_| status != TaskStatus::Done).map(|due| {
        let late = context.is_late(due);
        view! {
            <span class="board-task__due" class:late=late>
                {i18n.due(&dates::day(due, i18n.0))} {late.then(|| format!(" · {}", i18n.board_late()))}
            </span>
        }
    });
    let add = context.address().with("add", &item.to_string()).at(&format!("add-deliverable-{id}"));
    let named = |label: &'static str| {
        let title = title.clone();
        view! { {label} <span class="sr-only">" "{title}</span> }
    };
    view! {
        <div class="board-task__line">
            <TaskSwitch id title=title.clone() status context=context.clone()/>
            <h3 class="board-task__title" dir="auto">{title.clone()}</h3>
            {due}
            <span class="board-task__tools">
                <a class="board-task__add" href=add>{named(i18n.add_deliverable_link())}</a>
                <a href=context.edit(&item)>{named(i18n.edit())}</a>
                <MoveButtons item name=title.clone() steps context=context.clone()/>
            </span>
        </div>
    }
}

#[component]
fn Deliverables(
    deliverables: Vec<BoardDeliverable>,
    phase: domain::id::PhaseId,
    context: Arc<BoardContext>,
) -> impl IntoView {
    let row = |deliverable| {
        view! { <DeliverableRow deliverable phase=phase.clone() context=context.clone()/> }
    };
    (!deliverables.is_empty()).then(
        || view! { <ul class="board-deliverables">{deliverables.into_iter().map(row).collect_view()}</ul> },
    )
}
