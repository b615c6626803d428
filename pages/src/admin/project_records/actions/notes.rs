//! Actions about notes.

use app::error::AppError;
use domain::Form;
use domain::projects::project_records::NoteDraft;
use leptos::prelude::*;

use crate::admin::projects::ProjectPart;
use crate::form_action::{act, actor, store, submit};
use crate::ui::{Done, Record};

#[server(prefix = "/rpc/admin", endpoint = "add_note")]
pub async fn add_note(project: String, id: String, form: Form) -> Result<(), AppError> {
    let (form, page) = (form.as_typed(), ProjectPart::Notes.address(&project));
    submit("note-new", &form, page.clone(), async {
        let draft = NoteDraft::read(&form)?;
        store().add_note(&project, &id, &draft).await?;
        Ok(page.done(Done::Created(Record::Note)).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_note")]
pub async fn save_note(project: String, id: String, version: String, form: Form) -> Result<(), AppError> {
    let (form, page) = (form.as_typed(), ProjectPart::Notes.address(&project));
    let back = page.clone().with("edit", &id);
    submit(&format!("note-{id}"), &form, back, async {
        let draft = NoteDraft::read(&form)?;
        store().save_note(&project, &id, &draft, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "delete_note")]
pub async fn delete_note(project: String, id: String) -> Result<(), AppError> {
    let page = ProjectPart::Notes.address(&project);
    act(page.clone(), async {
        store().delete_note(&actor(), &project, &id).await?;
        Ok(page.done(Done::Deleted).top())
    })
    .await
}
