//! What the agency does with a source of leads. Each of these brings the browser back to a page.

use domain::Form;
use leptos::prelude::*;

use crate::error::AppError;

/// Makes a source, with an address of its own.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Missing`] for what is no id;
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "create_source")]
pub async fn create_source(
    /// What it will be called, as the page was given it.
    id: String,
    /// What is known about it.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;
    use domain::lead::SourceDraft;

    let form = form.as_typed();
    crate::rpc::submit("source", &form, Address::path("/admin/leads/sources/new".to_owned()), async {
        let by = crate::viewer::Admin::actor()?;
        let draft = SourceDraft::read(&form)?;
        let id = expect_context::<store::Store>().create_source(&by, &id, &draft).await?;
        Ok(Address::source(id.as_str()).done(Done::Created).top())
    })
    .await
}

/// Saves what is known about a source.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Stale`]; [`AppError::Missing`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "save_source")]
pub async fn save_source(
    /// The source's id.
    id: String,
    /// The version the form was filled from.
    version: String,
    /// What is known about it.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;
    use domain::lead::SourceDraft;

    let form = form.as_typed();
    crate::rpc::submit("source", &form, Address::source(&id).with("edit", "1"), async {
        let by = crate::viewer::Admin::actor()?;
        let draft = SourceDraft::read(&form)?;
        expect_context::<store::Store>().save_source(&by, &id, &draft, &version).await?;
        Ok(Address::source(&id).done(Done::Saved).top())
    })
    .await
}

/// Switches a source on or off.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Changed`] when somebody changed it meanwhile; [`AppError::Missing`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "switch_source")]
pub async fn switch_source(
    /// The source's id.
    id: String,
    /// The version that was seen.
    version: String,
    /// `on` or `off`.
    to: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;
    use domain::lead::SourceDraft;

    crate::rpc::act(Address::source(&id), async {
        let by = crate::viewer::Admin::actor()?;
        let store = expect_context::<store::Store>();
        let draft = SourceDraft::from(&store.lead_source(&id).await?.line.source);
        store.save_source(&by, &id, &SourceDraft { active: to == "on", ..draft }, &version).await?;
        Ok(Address::source(&id).done(Done::Saved).top())
    })
    .await
}

/// Gives a source a new address; the old one stops at once.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Changed`] when somebody did meanwhile; [`AppError::Missing`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "rotate_source_key")]
pub async fn rotate_source_key(
    /// The source's id.
    id: String,
    /// The version of the key that was seen.
    seen: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;

    crate::rpc::act(Address::source(&id), async {
        let by = crate::viewer::Admin::actor()?;
        expect_context::<store::Store>().rotate_source_key(&by, &id, &seen).await?;
        Ok(Address::source(&id).done(Done::AddressChanged).top())
    })
    .await
}

/// Deletes a source with the deliveries kept of it.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "delete_source")]
pub async fn delete_source(
    /// The source's id.
    id: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;

    crate::rpc::act(Address::sources(), async {
        let by = crate::viewer::Admin::actor()?;
        expect_context::<store::Store>().delete_source(&by, &id).await?;
        Ok(Address::sources().done(Done::Deleted).top())
    })
    .await
}
