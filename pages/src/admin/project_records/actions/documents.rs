//! Actions about documents.

use app::error::AppError;
use domain::Form;
use domain::projects::project_records::DocumentDraft;
use leptos::prelude::*;

use crate::admin::projects::ProjectPart;
use crate::form_action::{act, actor, store, submit};
use crate::ui::{Done, Record};

#[server(prefix = "/rpc/admin", endpoint = "add_document")]
pub async fn add_document(project: String, id: String, form: Form) -> Result<(), AppError> {
    let (form, page) = (form.as_typed(), ProjectPart::Documents.address(&project));
    submit("document-new", &form, page.clone(), async {
        let draft = DocumentDraft::read(&form)?;
        store().add_document(&project, &id, &draft).await?;
        Ok(page.done(Done::Created(Record::Document)).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_document")]
pub async fn save_document(project: String, id: String, version: String, form: Form) -> Result<(), AppError> {
    let (form, page) = (form.as_typed(), ProjectPart::Documents.address(&project));
    let back = page.clone().with("edit", &id);
    submit(&format!("document-{id}"), &form, back, async {
        let draft = DocumentDraft::read(&form)?;
        store().save_document(&project, &id, &draft, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "delete_document")]
pub async fn delete_document(project: String, id: String) -> Result<(), AppError> {
    let page = ProjectPart::Documents.address(&project);
    act(page.clone(), async {
        store().delete_document(&actor(), &project, &id).await?;
        Ok(page.done(Done::Deleted).top())
    })
    .await
}
