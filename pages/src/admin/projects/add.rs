//! The forms that add a phase, a task or a deliverable.

use std::sync::Arc;

use domain::Form;
use domain::id::{DeliverableId, PhaseId, TaskId};
use domain::projects::board::BoardItem;
use domain::projects::project_draft::NAME;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::context::BoardContext;
use super::edit::DeliverableFields;
use crate::admin::projects::actions::{AddDeliverable, AddPhase, AddTask};
use crate::ui::{Fields, FormHead, TextField};

/// Adds a phase at the end.
#[component]
pub fn AddPhaseForm(id: PhaseId, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let fields = Fields::new(&context.admin, "add-phase", Form::default());
    let autofocus = context.focus.added.as_deref() == Some("phases");
    view! {
        <form id=fields.id() class="quick-add" method="post" action=AddPhase::PATH>
            <FormHead fields=fields.clone()/>
            <input type="hidden" name="project" value=context.project.clone()/>
            <input type="hidden" name="id" value=id.to_string()/>
            <TextField fields=fields.clone() name="name" label=i18n.new_phase_label() required=true most=NAME autofocus/>
            <button class="button button--quiet">
                {i18n.add()} <span class="sr-only">" "{i18n.new_phase_label()}</span>
            </button>
        </form>
    }
}

/// Adds a task at the end of a phase.
#[component]
pub fn AddTaskForm(
    id: TaskId,
    phase: PhaseId,
    phase_name: String,
    context: Arc<BoardContext>,
) -> impl IntoView {
    let i18n = context.admin.i18n;
    let fields = Fields::new(&context.admin, format!("add-task-{phase}"), Form::default());
    let autofocus = context.focus.added == Some(format!("phase-{phase}"));
    view! {
        <form
            id=fields.id()
            class="quick-add"
            method="post"
            action=AddTask::PATH
            aria-label=i18n.new_task_in(&phase_name)
        >
            <FormHead fields=fields.clone()/>
            <input type="hidden" name="project" value=context.project.clone()/>
            <input type="hidden" name="phase" value=phase.to_string()/>
            <input type="hidden" name="id" value=id.to_string()/>
            <TextField fields=fields.clone() name="title" label=i18n.new_task_label() required=true most=NAME autofocus/>
            <button class="button button--quiet">
                {i18n.add()} <span class="sr-only">" "{i18n.new_task_in(&phase_name)}</span>
            </button>
        </form>
    }
}

/// Adds a deliverable to a task.
#[component]
pub fn AddDeliverableForm(id: DeliverableId, task: TaskId, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let fields = Fields::new(&context.admin, format!("add-deliverable-{task}"), Form::default());
    let back = context.back_to(&BoardItem::Task(task.clone()));
    view! {
        <form id=fields.id() class="form board__form" method="post" action=AddDeliverable::PATH>
            <h4>{i18n.add_deliverable()}</h4>
            <FormHead fields=fields.clone()/>
            <input type="hidden" name="project" value=context.project.clone()/>
            <input type="hidden" name="task" value=task.to_string()/>
            <input type="hidden" name="id" value=id.to_string()/>
            <DeliverableFields fields=fields.clone() i18n/>
            <p class="actions">
                <button class="button">{i18n.add()}</button>
                <a class="button button--quiet" href=back>{i18n.cancel()}</a>
            </p>
        </form>
    }
}
