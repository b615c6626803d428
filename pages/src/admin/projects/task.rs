//! A task on the board.

use std::sync::Arc;

use domain::projects::board::{BoardDeliverable, BoardItem, BoardTask};
use domain::{Task, TaskDraft, TaskStatus, minutes};

use super::add::AddDeliverableForm;
use super::buttons::{DeleteSection, MoveButtons, MoveSteps, MoveToForm, TaskSwitch};
use super::card_menu::CardMenu;
use super::card_menu::Due;
use super::context::BoardContext;
use super::deliverable::DeliverableRow;
use super::edit::TaskForm;
use crate::admin::prelude::*;
use crate::admin::project_records::timer::StartTimerForm;

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
    let add = if context.focus.add.as_ref() == Some(&item) {
        let (task, task_title) = (task.id.clone(), task.title.clone());
        EitherOf3::A(view! { <AddDeliverableForm id=new_deliverable task task_title context=context.clone()/> })
    } else if task.status == TaskStatus::Done {
        EitherOf3::B(())
    } else {
        EitherOf3::C(view! { <AddDeliverableLink task=task.clone() context=context.clone()/> })
    };
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
    let Task { id, title, status, due_on, estimate_minutes, .. } = task;
    let estimate = estimate_minutes.map(|estimate| {
        view! { <span class="muted">{i18n.in_hours(&minutes::written(estimate))}</span> }
    });
    let due = due_on.filter(|_| status != TaskStatus::Done).map(|due| {
        view! { <span class="board-task__due"><Due due context=context.clone()/></span> }
    });
    let add = (status == TaskStatus::Done).then(|| context.add_deliverable(&item, &id));
    let timer = (status != TaskStatus::Done).then(|| {
        let project = context.project.clone();
        view! { <StartTimerForm project task=Some(id.to_string()) i18n/> }
    });
    let is_moved = context.focus.moved.as_ref() == Some(&item);
    let name = title.clone();
    let named = move |label: &'static str| {
        let title = name.clone();
        view! { {label} <span class="sr-only">" "{title}</span> }
    };
    view! {
        <div class="board-task__line">
            <TaskSwitch id title=title.clone() status context=context.clone()/>
            <h3 class="board-task__title" dir="auto">{title.clone()}</h3>
            {estimate}
            {due}
            <CardMenu item=item.clone() name=title.clone() is_moved has_handle=true i18n>
                {add.map(|add| view! { <a href=add>{named(i18n.add_deliverable_link())}</a> })}
                <a href=context.edit(&item)>{named(i18n.edit())}</a>
                {timer}
                <MoveButtons item=item.clone() name=title.clone() steps context=context.clone()/>
            </CardMenu>
        </div>
    }
}

/// Below every open task.
#[component]
fn AddDeliverableLink(task: Task, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let href = context.add_deliverable(&BoardItem::Task(task.id.clone()), &task.id);
    let hint = (context.explained_at.as_ref() == Some(&task.id))
        .then(|| view! { <span class="muted">{i18n.deliverable_is()}</span> });
    view! {
        <p class="board-task__add">
            <a href=href>{i18n.add_deliverable_link()} <span class="sr-only">" "{task.title}</span></a>
            {hint}
        </p>
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
    (!deliverables.is_empty())
        .then(|| view! { <ul class="board-deliverables">{deliverables.into_iter().map(row).collect_view()}</ul> })
}
