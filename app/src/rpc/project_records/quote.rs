//! The quote.

use domain::{Form, QuoteItem};
use leptos::prelude::*;

use super::RecordList;
use crate::error::AppError;

/// The lines of a project's quote, in order.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "quote")]
pub async fn load_quote(
    /// The project's id.
    project: String,
) -> Result<RecordList<QuoteItem>, AppError> {
    crate::viewer::Admin::signed_in()?;
    let (folder, items) = expect_context::<store::Store>().quote(&project).await?;
    Ok(RecordList { folder, items, next: None, new_id: store::new_id() })
}

/// Adds a line to the end of a project's quote.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "add_quote_item")]
pub async fn add_quote_item(
    /// The project's id.
    project: String,
    /// What it will be called, as the page was given it.
    id: String,
    /// What is offered.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use domain::project_records::QuoteItemDraft;

    let (form, page) = (form.as_typed(), Address::path(ProjectPart::Quote.path(&project)));
    crate::rpc::submit("line-new", &form, page.clone(), async {
        let draft = QuoteItemDraft::read(&form)?;
        expect_context::<store::Store>().add_quote_item(&project, &id, &draft).await?;
        Ok(page.done(Done::Created).top())
    })
    .await
}

/// Saves what is offered in a line.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Stale`]; [`AppError::Missing`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "save_quote_item")]
pub async fn save_quote_item(
    /// The project's id.
    project: String,
    /// The line's.
    id: String,
    /// The version the form was filled from.
    version: String,
    /// What is offered.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use domain::project_records::QuoteItemDraft;

    let (form, page) = (form.as_typed(), Address::path(ProjectPart::Quote.path(&project)));
    let back = page.clone().with("edit", &id);
    crate::rpc::submit(&format!("line-{id}"), &form, back, async {
        let draft = QuoteItemDraft::read(&form)?;
        expect_context::<store::Store>().save_quote_item(&project, &id, &draft, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

/// Deletes a line.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "delete_quote_item")]
pub async fn delete_quote_item(
    /// The project's id.
    project: String,
    /// The line's.
    id: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use crate::viewer::Admin;

    let page = Address::path(ProjectPart::Quote.path(&project));
    crate::rpc::act(page.clone(), async {
        expect_context::<store::Store>().delete_quote_item(&Admin::actor()?, &project, &id).await?;
        Ok(page.done(Done::Deleted).top())
    })
    .await
}

/// Moves a line one place up or down.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "move_quote_item")]
pub async fn move_quote_item(
    /// The project's id.
    project: String,
    /// The line's.
    id: String,
    /// `up`, or anything else for down.
    to: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;

    let page = Address::path(ProjectPart::Quote.path(&project));
    crate::rpc::act(page.clone(), async {
        expect_context::<store::Store>().move_quote_item(&project, &id, to == "up").await?;
        Ok(page.with("moved", &id).with("to", &to).at(&format!("row-{id}")))
    })
    .await
}
