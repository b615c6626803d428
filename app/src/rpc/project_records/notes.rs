//! Notes.

use domain::{Cursor, Form, Note};
use leptos::prelude::*;

use super::RecordList;
use crate::error::AppError;

/// The notes of a project, newest first.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "notes")]
pub async fn load_notes(
    /// The project's id.
    project: String,
    /// After which note the page begins.
    after: Option<Cursor>,
    /// The id of the note that is open on the page.
    open: Option<String>,
) -> Result<RecordList<Note>, AppError> {
    crate::viewer::Admin::signed_in()?;
    let store = expect_context::<store::Store>();
    let (folder, page) = store.notes(&project, after.as_ref(), open.as_deref()).await?;
    Ok(RecordList { folder, items: page.items, next: page.next, new_id: store::new_id() })
}

/// Adds a note to a project.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "add_note")]
pub async fn add_note(
    /// The project's id.
    project: String,
    /// What it will be called, as the page was given it.
    id: String,
    /// Its text.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use domain::project_records::NoteDraft;

    let (form, page) = (form.as_typed(), Address::path(ProjectPart::Notes.path(&project)));
    crate::rpc::submit("note-new", &form, page.clone(), async {
        let draft = NoteDraft::read(&form)?;
        expect_context::<store::Store>().add_note(&project, &id, &draft).await?;
        Ok(page.done(Done::Created).top())
    })
    .await
}

/// Saves the text of a note.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Stale`]; [`AppError::Missing`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "save_note")]
pub async fn save_note(
    /// The project's id.
    project: String,
    /// The note's.
    id: String,
    /// The version the form was filled from.
    version: String,
    /// Its text.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use domain::project_records::NoteDraft;

    let (form, page) = (form.as_typed(), Address::path(ProjectPart::Notes.path(&project)));
    let back = page.clone().with("edit", &id);
    crate::rpc::submit(&format!("note-{id}"), &form, back, async {
        let draft = NoteDraft::read(&form)?;
        expect_context::<store::Store>().save_note(&project, &id, &draft, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

/// Deletes a note.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "delete_note")]
pub async fn delete_note(
    /// The project's id.
    project: String,
    /// The note's.
    id: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use crate::viewer::Admin;

    let page = Address::path(ProjectPart::Notes.path(&project));
    crate::rpc::act(page.clone(), async {
        expect_context::<store::Store>().delete_note(&Admin::actor()?, &project, &id).await?;
        Ok(page.done(Done::Deleted).top())
    })
    .await
}
