//! Actions about time entries.

use app::error::AppError;
use domain::Form;
use domain::projects::project_records::TimeEntryDraft;
use leptos::prelude::*;

use crate::admin::projects::ProjectPart;
use crate::form_action::{act, actor, store, submit};
use crate::ui::{Done, Record};

#[server(prefix = "/rpc/admin", endpoint = "add_time_entry")]
pub async fn add_time_entry(project: String, id: String, form: Form) -> Result<(), AppError> {
    let (form, page) = (form.as_typed(), ProjectPart::Times.address(&project));
    submit("time-new", &form, page.clone(), async {
        let draft = TimeEntryDraft::read(&form)?;
        store().add_time_entry(&project, &id, &draft).await?;
        Ok(page.done(Done::Created(Record::TimeEntry)).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_time_entry")]
pub async fn save_time_entry(
    project: String,
    id: String,
    version: String,
    form: Form,
) -> Result<(), AppError> {
    let (form, page) = (form.as_typed(), ProjectPart::Times.address(&project));
    let back = page.clone().with("edit", &id);
    submit(&format!("time-{id}"), &form, back, async {
        let draft = TimeEntryDraft::read(&form)?;
        store().save_time_entry(&project, &id, &draft, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "delete_time_entry")]
pub async fn delete_time_entry(project: String, id: String) -> Result<(), AppError> {
    let page = ProjectPart::Times.address(&project);
    act(page.clone(), async {
        store().delete_time_entry(&actor(), &project, &id).await?;
        Ok(page.done(Done::Deleted).top())
    })
    .await
}
