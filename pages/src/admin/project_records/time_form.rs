//! The forms of a time entry.

use app::dates;
use domain::projects::project_records::{TaskChoice, TimeEntryDraft};
use domain::{Form, TimeEntry, Versioned};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::record::{AddSection, RecordForm, RecordRef};
use crate::admin::AdminView;
use crate::admin::project_records::actions::{AddTimeEntry, SaveTimeEntry};
use crate::admin::projects::ProjectPart;
use crate::i18n::I18n;
use crate::ui::{Fields, ProseField, SelectField, TextField};

/// Adds a time entry; the date defaults to today.
#[component]
pub fn AddTimeForm(
    record: RecordRef,
    name: String,
    tasks: Vec<TaskChoice>,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let initial = Form::default().with("spent_on", Some(dates::today(admin.now)));
    let fields = Fields::new(&admin, name, initial).focus_after_add(&admin, "minutes");
    view! {
        <AddSection label=i18n.time_new() open=fields.is_open()>
            <RecordForm fields=fields.clone() action=AddTimeEntry::PATH record>
                <TimeFields fields tasks i18n/>
            </RecordForm>
        </AddSection>
    }
}

#[component]
pub fn EditTimeForm(item: Versioned<TimeEntry>, tasks: Vec<TaskChoice>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record: entry, version } = item;
    let record = RecordRef::new(ProjectPart::Times, &entry.project_id, &entry.id);
    let saved = Form::from(&TimeEntryDraft::from(&entry));
    let fields = Fields::new(&admin, format!("time-{}", entry.id), saved);
    view! {
        <section class="panel" aria-labelledby="edit-heading">
            <h3 id="edit-heading">{i18n.edit()} " · " {dates::day(entry.spent_on, i18n.0)}</h3>
            <RecordForm fields=fields.clone() action=SaveTimeEntry::PATH record version>
                <TimeFields fields tasks i18n/>
            </RecordForm>
        </section>
    }
}

#[component]
fn TimeFields(fields: Fields, tasks: Vec<TaskChoice>, i18n: I18n) -> impl IntoView {
    view! {
        <div class="form__pair">
            <TextField
                fields=fields.clone()
                name="minutes"
                label=i18n.time_spent()
                hint=i18n.time_spent_hint()
                required=true
                most=40
            />
            <TextField fields=fields.clone() name="spent_on" label=i18n.time_day() kind="date" required=true/>
        </div>
        <WorkFields fields tasks i18n/>
    }
}

/// The fields for the work: a description and a task of the project.
#[component]
pub fn WorkFields(fields: Fields, tasks: Vec<TaskChoice>, i18n: I18n) -> impl IntoView {
    let task = |task: TaskChoice| (task.id.to_string(), format!("{} · {}", task.phase, task.title));
    let options: Vec<_> = std::iter::once((String::new(), i18n.time_no_task().to_owned()))
        .chain(tasks.into_iter().map(task))
        .collect();
    view! {
        <ProseField fields=fields.clone() name="description" label=i18n.time_what() rows=2 most=10_000/>
        {(options.len() > 1).then(|| view! { <SelectField fields name="task" label=i18n.time_task() options/> })}
    }
}
