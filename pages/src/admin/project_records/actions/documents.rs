//! Actions about documents.

use app::error::AppError;
use domain::Form;
use domain::projects::project_records::DocumentDraft;
use leptos::prelude::*;

use crate::admin::projects::ProjectPart;
use crate::form_action::{act, actor, store, submit};
use crate::ui::Done;

/// Adds a document to a project.
///
/// # Errors
/// [`AppError::Invalid`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "add_document")]
pub async fn add_document(
    /// The project's id.
    project: String,
    /// What it will be called, as the page was given it.
    id: String,
    /// Name and address.
    form: Form,
) -> Result<(), AppError> {
    let (form, page) = (form.as_typed(), ProjectPart::Documents.address(&project));
    submit("document-new", &form, page.clone(), async {
        let draft = DocumentDraft::read(&form)?;
        store().add_document(&project, &id, &draft).await?;
        Ok(page.done(Done::Created).top())
    })
    .await
}

/// Saves name and address of a document.
///
/// # Errors
/// [`AppError::Invalid`]; [`AppError::Stale`]; [`AppError::Missing`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "save_document")]
pub async fn save_document(
    /// The project's id.
    project: String,
    /// The document's.
    id: String,
    /// The version the form was filled from.
    version: String,
    /// Name and address.
    form: Form,
) -> Result<(), AppError> {
    let (form, page) = (form.as_typed(), ProjectPart::Documents.address(&project));
    let back = page.clone().with("edit", &id);
    submit(&format!("document-{id}"), &form, back, async {
        let draft = DocumentDraft::read(&form)?;
        store().save_document(&project, &id, &draft, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

/// Deletes a document.
///
/// # Errors
/// [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "delete_document")]
pub async fn delete_document(
    /// The project's id.
    project: String,
    /// The document's.
    id: String,
) -> Result<(), AppError> {
    let page = ProjectPart::Documents.address(&project);
    act(page.clone(), async {
        store().delete_document(&actor(), &project, &id).await?;
        Ok(page.done(Done::Deleted).top())
    })
    .await
}
