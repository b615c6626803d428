//! The lines that add a phase, a task or a deliverable: a title and Enter. After that the same line has the focus.

use std::sync::Arc;

use domain::Form;
use domain::id::{DeliverableId, PhaseId, TaskId};
use domain::projects::board::BoardItem;
use domain::projects::project_draft::NAME;

use super::context::BoardContext;
use super::edit::DeliverableFields;
use crate::admin::prelude::*;
use crate::admin::projects::actions::{AddDeliverable, AddPhase, AddTask};

/// A form of one field.
#[component]
fn AddLine(
    fields: Fields,
    action: &'static str,
    name: String,
    /// The field, its label, and what it says while it is empty.
    field: (&'static str, &'static str, &'static str),
    arguments: Vec<(&'static str, String)>,
    autofocus: bool,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let i18n = fields.i18n;
    let (field, label, placeholder) = field;
    let argument = |(name, value)| view! { <input type="hidden" name=name value=value/> };
    let form_name = name.clone();
    view! {
        <form id=fields.id() class="add-line" method="post" action=action aria-label=form_name>
            <FormHead fields=fields.clone() keeps_draft=false/>
            {arguments.into_iter().map(argument).collect_view()}
            <TextField fields=fields.clone() name=field label placeholder required=true most=NAME autofocus/>
            <span class="add-line__more">
                <button class="button button--quiet button--small">
                    {i18n.add()} <span class="sr-only">" "{name}</span>
                </button>
                {children.map(|children| children())}
            </span>
        </form>
    }
}

#[component]
pub fn AddPhaseForm(id: PhaseId, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    view! {
        <AddLine
            fields=Fields::of_new(&context.admin, "add-phase", Form::default())
            action=AddPhase::PATH
            name=i18n.new_phase_label().to_owned()
            field=("name", i18n.new_phase_label(), i18n.add_phase_prompt())
            arguments=vec![("project", context.project.clone()), ("id", id.to_string())]
            autofocus=context.focus.added.as_deref() == Some("phases")
        />
    }
}

/// Adds a task at the end of a phase.
#[component]
pub fn AddTaskForm(id: TaskId, phase: PhaseId, phase_name: String, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let place = [("project", context.project.clone()), ("phase", phase.to_string()), ("id", id.to_string())];
    view! {
        <AddLine
            fields=Fields::of_new(&context.admin, format!("add-task-{phase}"), Form::default())
            action=AddTask::PATH
            name=i18n.new_task_in(&phase_name)
            field=("title", i18n.new_task_label(), i18n.add_task_prompt())
            arguments=place.to_vec()
            autofocus=context.focus.added == Some(format!("phase-{phase}"))
        />
    }
}

/// Adds a deliverable to a task: a line for its title, or the whole form.
#[component]
pub fn AddDeliverableForm(
    id: DeliverableId,
    task: TaskId,
    task_title: String,
    context: Arc<BoardContext>,
) -> impl IntoView {
    let i18n = context.admin.i18n;
    let item = BoardItem::Task(task.clone());
    let name = format!("add-deliverable-{task}");
    let fields = Fields::of_new(&context.admin, name.clone(), Form::default());
    let back = context.back_to(&item);
    let place = [("project", context.project.clone()), ("task", task.to_string()), ("id", id.to_string())];
    if context.focus.is_full {
        let argument = |(name, value)| view! { <input type="hidden" name=name value=value/> };
        return Either::Left(view! {
            <form id=name class="form board__form" method="post" action=AddDeliverable::PATH>
                <h4>{i18n.add_deliverable()}</h4>
                <FormHead fields=fields.clone()/>
                {place.map(argument).collect_view()}
                <DeliverableFields fields i18n/>
                <p class="actions">
                    <button class="button">{i18n.add()}</button>
                    <a class="button button--quiet" href=back>{i18n.cancel()}</a>
                </p>
            </form>
        });
    }
    let full = context.address().with("add", &item.to_string()).with("full", "1").with_fragment(&name);
    let line = [("line", "1".to_owned())];
    Either::Right(view! {
        <AddLine
            fields
            action=AddDeliverable::PATH
            name=i18n.new_deliverable_for(&task_title)
            field=("title", i18n.add_deliverable(), i18n.add_deliverable_prompt())
            arguments=place.into_iter().chain(line).collect()
            autofocus=true
        >
            <a href=full>{i18n.add_deliverable_full()}</a>
            <a href=back>{i18n.close()}</a>
        </AddLine>
    })
}
