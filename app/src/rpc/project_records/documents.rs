//! Documents.

use domain::{Document, Form};
use leptos::prelude::*;

use super::RecordList;
use crate::error::AppError;

/// The documents of a project, newest first.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "documents")]
pub async fn load_documents(
    /// The project's id.
    project: String,
) -> Result<RecordList<Document>, AppError> {
    crate::viewer::Admin::signed_in()?;
    let (folder, items) = expect_context::<store::Store>().documents(&project).await?;
    Ok(RecordList { folder, items, next: None, new_id: store::new_id() })
}

/// Adds a document to a project.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "add_document")]
pub async fn add_document(
    /// The project's id.
    project: String,
    /// What it will be called, as the page was given it.
    id: String,
    /// Name and address.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use domain::project_records::DocumentDraft;

    let (form, page) = (form.as_typed(), Address::path(ProjectPart::Documents.path(&project)));
    crate::rpc::submit("document-new", &form, page.clone(), async {
        let draft = DocumentDraft::read(&form)?;
        expect_context::<store::Store>().add_document(&project, &id, &draft).await?;
        Ok(page.done(Done::Created).top())
    })
    .await
}

/// Saves name and address of a document.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Stale`]; [`AppError::Missing`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "save_document")]
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
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use domain::project_records::DocumentDraft;

    let (form, page) = (form.as_typed(), Address::path(ProjectPart::Documents.path(&project)));
    let back = page.clone().with("edit", &id);
    crate::rpc::submit(&format!("document-{id}"), &form, back, async {
        let draft = DocumentDraft::read(&form)?;
        expect_context::<store::Store>().save_document(&project, &id, &draft, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

/// Deletes a document.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "delete_document")]
pub async fn delete_document(
    /// The project's id.
    project: String,
    /// The document's.
    id: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use crate::viewer::Admin;

    let page = Address::path(ProjectPart::Documents.path(&project));
    crate::rpc::act(page.clone(), async {
        expect_context::<store::Store>().delete_document(&Admin::actor()?, &project, &id).await?;
        Ok(page.done(Done::Deleted).top())
    })
    .await
}
