//! The edit forms of a board: project, phase, task, deliverable.

use std::sync::Arc;

use domain::id::{DeliverableId, TaskId};
use domain::projects::board::{BoardItem, BoardPhase};
use domain::projects::project_draft::{DESCRIPTION, NAME};
use domain::{DeliverableDraft, Form, PhaseDraft, PhaseStatus, ProjectDraft, ProjectStatus, TaskDraft};

use super::context::BoardContext;
use crate::admin::prelude::*;
use crate::admin::projects::actions::{SaveDeliverable, SavePhase, SaveProject, SaveTask};

#[component]
fn DescriptionField(fields: Fields) -> impl IntoView {
    let (label, hint) = (fields.i18n.board_description(), fields.i18n.board_description_hint());
    view! { <ProseField fields name="description" label most=DESCRIPTION hint/> }
}

#[component]
pub fn ProjectFields(fields: Fields, i18n: I18n) -> impl IntoView {
    let statuses = options(ProjectStatus::ALL, |one| i18n.project_status(one));
    view! {
        <TextField fields=fields.clone() name="name" label=i18n.board_name() required=true most=NAME/>
        <DescriptionField fields=fields.clone()/>
        <SelectField
            fields=fields.clone()
            name="status"
            label=i18n.project_status_label()
            options=statuses
        />
        <div class="form__pair">
            <TextField fields=fields.clone() name="starts_on" label=i18n.project_starts() kind="date"/>
            <TextField fields=fields.clone() name="due_on" label=i18n.board_due() kind="date"/>
        </div>
        <EstimateField fields/>
    }
}

#[component]
fn EstimateField(fields: Fields) -> impl IntoView {
    let (label, hint) = (fields.i18n.estimate_field(), fields.i18n.estimate_hint());
    view! { <TextField fields name="estimate" label hint most=40/> }
}

#[component]
pub fn ProjectForm(draft: ProjectDraft, version: String, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let fields = Fields::new(&context.admin, "edit-project", Form::from(&draft));
    view! {
        <form id=fields.id() class="form board__form" method="post" action=SaveProject::PATH>
            <h2>{i18n.edit_project()}</h2>
            <FormHead fields=fields.clone() version/>
            <input type="hidden" name="project" value=context.project.clone()/>
            <ProjectFields fields=fields.clone() i18n/>
            <FormActions item=BoardItem::Project context/>
        </form>
    }
}

/// The form of a phase. The status can be edited only while the phase has no tasks, which determine it.
#[component]
pub fn PhaseForm(phase: BoardPhase, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let (id, has_tasks) = (phase.phase.id.clone(), !phase.tasks.is_empty());
    let item = BoardItem::Phase(id.clone());
    let saved = Form::from(&PhaseDraft::of(&phase.phase, has_tasks));
    let fields = Fields::new(&context.admin, format!("edit-{item}"), saved);
    let status = if has_tasks {
        Either::Left(view! { <p class="muted">{i18n.status_follows()}</p> })
    } else {
        let options = options(PhaseStatus::ALL, |one| i18n.phase_status(one));
        Either::Right(view! {
            <SelectField fields=fields.clone() name="status" label=i18n.project_status_label() options/>
        })
    };
    view! {
        <form id=fields.id() class="form board__form" method="post" action=SavePhase::PATH>
            <h3>{i18n.edit_phase()}</h3>
            <FormHead fields=fields.clone() version=phase.version/>
            <input type="hidden" name="project" value=context.project.clone()/>
            <input type="hidden" name="id" value=id.to_string()/>
            <TextField fields=fields.clone() name="name" label=i18n.board_name() required=true most=NAME/>
            <DescriptionField fields=fields.clone()/>
            <TextField fields=fields.clone() name="due_on" label=i18n.board_due() kind="date"/>
            {status}
            <FormActions item context/>
        </form>
    }
}

#[component]
pub fn TaskForm(id: TaskId, draft: TaskDraft, version: String, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let item = BoardItem::Task(id.clone());
    let fields = Fields::new(&context.admin, format!("edit-{item}"), Form::from(&draft));
    view! {
        <form id=fields.id() class="form" method="post" action=SaveTask::PATH>
            <h4>{i18n.edit_task()}</h4>
            <FormHead fields=fields.clone() version/>
            <input type="hidden" name="project" value=context.project.clone()/>
            <input type="hidden" name="id" value=id.to_string()/>
            <TextField fields=fields.clone() name="title" label=i18n.board_title() required=true most=NAME/>
            <DescriptionField fields=fields.clone()/>
            <TextField fields=fields.clone() name="due_on" label=i18n.board_due() kind="date"/>
            <EstimateField fields=fields.clone()/>
            <FormActions item context/>
        </form>
    }
}

#[component]
pub fn DeliverableFields(fields: Fields, i18n: I18n) -> impl IntoView {
    view! {
        <TextField fields=fields.clone() name="title" label=i18n.board_title() required=true most=NAME/>
        <TextField
            fields=fields.clone()
            name="url"
            label=i18n.deliverable_url()
            inputmode="url"
            most=2000
            hint=i18n.deliverable_url_hint()
        />
        <DescriptionField fields=fields.clone()/>
    }
}

/// The form of a deliverable that is not approved.
#[component]
pub fn DeliverableForm(
    id: DeliverableId,
    draft: DeliverableDraft,
    version: String,
    context: Arc<BoardContext>,
) -> impl IntoView {
    let i18n = context.admin.i18n;
    let item = BoardItem::Deliverable(id.clone());
    let fields = Fields::new(&context.admin, format!("edit-{item}"), Form::from(&draft));
    view! {
        <form id=fields.id() class="form board__form" method="post" action=SaveDeliverable::PATH>
            <h4>{i18n.edit_deliverable()}</h4>
            <FormHead fields=fields.clone() version/>
            <input type="hidden" name="project" value=context.project.clone()/>
            <input type="hidden" name="id" value=id.to_string()/>
            <DeliverableFields fields=fields.clone() i18n/>
            <FormActions item context/>
        </form>
    }
}

/// The buttons of a form: save, cancel, delete.
#[component]
fn FormActions(item: BoardItem, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let delete = (item != BoardItem::Project || is_for_owner())
        .then(|| view! { <a class="board__delete" href=context.delete(&item)>{i18n.delete()} "…"</a> });
    view! {
        <p class="actions">
            <button class="button">{i18n.save()}</button>
            <a class="button button--quiet" href=context.back_to(&item)>{i18n.cancel()}</a>
            {delete}
        </p>
    }
}
