//! The fields of a time entry and of the timer.

use domain::projects::project_records::TaskChoice;

use crate::admin::prelude::*;

#[component]
pub fn TimeFields(fields: Fields, tasks: Vec<TaskChoice>, i18n: I18n) -> impl IntoView {
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
