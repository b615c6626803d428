//! Clients: the list, one of them, what is done with them.

use domain::client::{ClientCard, ClientDeletionImpact, ClientLine};
use domain::paging::Page;
use domain::{Form, Language};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::AppError;

/// The clients by name.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "clients")]
pub async fn load_clients(
    /// What is looked for; empty: everybody.
    q: String,
    /// Where the page begins; what is no place is the beginning.
    after: Option<String>,
) -> Result<Page<ClientLine>, AppError> {
    crate::viewer::Admin::signed_in()?;
    let after = after.and_then(|after| after.parse().ok());
    Ok(expect_context::<store::Store>().client_list(&q, after.as_ref()).await?)
}

/// The id of a client to be added, so that a form sent twice adds one; and the language they most likely
/// speak, the agency's own.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "client_to_be")]
pub async fn load_client_to_be() -> Result<(String, Language), AppError> {
    crate::viewer::Admin::signed_in()?;
    Ok((store::new_id(), expect_context::<store::Store>().language().await?))
}

/// A client as their page shows them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenClient {
    /// The client and their projects.
    pub card: ClientCard,
    /// What goes with them, when it is asked whether to delete them.
    pub takes: Option<ClientDeletionImpact>,
}

/// A client, with what goes with them if they are to be deleted.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "client")]
pub async fn load_client(
    /// Which.
    client: String,
    /// Whether it is asked to delete them.
    deleting: bool,
) -> Result<OpenClient, AppError> {
    crate::viewer::Admin::signed_in()?;
    let store = expect_context::<store::Store>();
    let card = store.client_card(&client).await?;
    let takes = if deleting { Some(store.client_deletion_impact(&client).await?) } else { None };
    Ok(OpenClient { card, takes })
}

/// Adds a client and leads to their page.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Missing`] for an id that can be none;
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "create_client")]
pub async fn create_client(
    /// The id the page made for them.
    client: String,
    /// What was typed.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;

    super::submit("client", &form, Address::path("/admin/clients/new".to_owned()), async {
        let draft = domain::ClientDraft::read(&form)?;
        let client = expect_context::<store::Store>().create_client(&client, &draft).await?;
        Ok(Address::client(client.as_str()).done(Done::Created).top())
    })
    .await
}

/// Saves what was typed about a client.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Stale`]; [`AppError::Missing`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "save_client")]
pub async fn save_client(
    /// Which.
    client: String,
    /// What the form was filled with.
    version: String,
    /// What was typed.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;

    let page = Address::client(&client);
    super::submit("client", &form, page.clone().with("edit", "client"), async {
        let draft = domain::ClientDraft::read(&form)?;
        expect_context::<store::Store>().save_client(&client, &draft, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

/// Deletes a client with all that is theirs.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "delete_client")]
pub async fn delete_client(
    /// Which.
    client: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;

    super::act(Address::clients(), async {
        let by = crate::viewer::Admin::actor()?;
        expect_context::<store::Store>().delete_client(&by, &client).await?;
        Ok(Address::clients().done(Done::Deleted).top())
    })
    .await
}

/// Gives a client a new token; the old address and all that was opened with it stop.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "rotate_token")]
pub async fn rotate_token(
    /// Whose.
    client: String,
    /// The version of the token that was seen.
    seen: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;

    super::act(Address::client(&client), async {
        let by = crate::viewer::Admin::actor()?;
        expect_context::<store::Store>().rotate_token(&by, &client, &seen).await?;
        Ok(Address::client(&client).done(Done::Saved).at("portal"))
    })
    .await
}

/// Gives a client a new slug; the old address and all that was opened with it stop.
///
/// # Errors
/// As [`rotate_token`].
#[server(prefix = "/rpc", endpoint = "new_slug")]
pub async fn make_new_slug(
    /// Whose.
    client: String,
    /// The version of the slug that was seen.
    seen: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;

    super::act(Address::client(&client), async {
        let by = crate::viewer::Admin::actor()?;
        expect_context::<store::Store>().new_slug(&by, &client, &seen).await?;
        Ok(Address::client(&client).done(Done::Saved).at("portal"))
    })
    .await
}
