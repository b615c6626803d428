//! Time.

use domain::project_records::TimeSheet;
use domain::{Cursor, Form};
use leptos::prelude::*;

use crate::error::AppError;

/// The time spent on a project, latest day first, with all that belongs to it; and the id the next entry
/// will have.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "time_sheet")]
pub async fn load_time_sheet(
    /// The project's id.
    project: String,
    /// After which entry the page begins.
    after: Option<Cursor>,
    /// The id of the entry that is open on the page.
    open: Option<String>,
) -> Result<(TimeSheet, String), AppError> {
    crate::viewer::Admin::signed_in()?;
    let store = expect_context::<store::Store>();
    Ok((store.time_sheet(&project, after.as_ref(), open.as_deref()).await?, store::new_id()))
}

/// Adds time to a project.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "add_time_entry")]
pub async fn add_time_entry(
    /// The project's id.
    project: String,
    /// What it will be called, as the page was given it.
    id: String,
    /// How long, when and on what.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use domain::project_records::TimeEntryDraft;

    let (form, page) = (form.as_typed(), Address::path(ProjectPart::Times.path(&project)));
    crate::rpc::submit("time-new", &form, page.clone(), async {
        let draft = TimeEntryDraft::read(&form)?;
        expect_context::<store::Store>().add_time_entry(&project, &id, &draft).await?;
        Ok(page.done(Done::Created).top())
    })
    .await
}

/// Saves how long, when and on what in an entry.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Stale`]; [`AppError::Missing`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "save_time_entry")]
pub async fn save_time_entry(
    /// The project's id.
    project: String,
    /// The entry's.
    id: String,
    /// The version the form was filled from.
    version: String,
    /// How long, when and on what.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use domain::project_records::TimeEntryDraft;

    let (form, page) = (form.as_typed(), Address::path(ProjectPart::Times.path(&project)));
    let back = page.clone().with("edit", &id);
    crate::rpc::submit(&format!("time-{id}"), &form, back, async {
        let draft = TimeEntryDraft::read(&form)?;
        expect_context::<store::Store>().save_time_entry(&project, &id, &draft, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

/// Deletes an entry.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "delete_time_entry")]
pub async fn delete_time_entry(
    /// The project's id.
    project: String,
    /// The entry's.
    id: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use crate::viewer::Admin;

    let page = Address::path(ProjectPart::Times.path(&project));
    crate::rpc::act(page.clone(), async {
        expect_context::<store::Store>().delete_time_entry(&Admin::actor()?, &project, &id).await?;
        Ok(page.done(Done::Deleted).top())
    })
    .await
}
