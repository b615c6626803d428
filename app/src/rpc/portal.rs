//! The client's side.

use domain::portal::Portal;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::Mishap;

/// A portal, with what its live parts need to call the API.
#[derive(Clone, Serialize, Deserialize)]
pub struct OpenPortal {
    /// What the client sees.
    pub portal: Portal,
    /// The client's secret.
    pub token: String,
}

/// The portal at `/c/{key}`, opened on `project` if it is one of the client's.
///
/// # Errors
/// [`Mishap::Missing`] when nobody has this key or the project is another's; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "portal")]
pub async fn load_portal(
    /// The token or slug in the address.
    key: String,
    /// The id of a project of the client.
    project: Option<String>,
) -> Result<OpenPortal, Mishap> {
    let store = expect_context::<store::Store>();
    let scope = store.client_by_key(&key).await?;
    let portal = store.portal(&scope, project.as_deref()).await?;
    Ok(OpenPortal { portal, token: scope.client().token.reveal().to_owned() })
}

/// Writes a message of the client, and brings a browser back to the channel.
///
/// # Errors
/// As [`load_portal`], and what is wrong with the text.
#[server(prefix = "/rpc", endpoint = "comment")]
pub async fn write_message(
    /// The token or slug in the address.
    key: String,
    /// The id of a project of the client.
    project: String,
    /// The key of a channel.
    channel: String,
    /// What was written, as the form sent it.
    text: String,
) -> Result<(), Mishap> {
    use crate::address::{Address, CONVERSATION};
    use domain::{Channel, MessageText, Refusal};

    let text = super::as_typed(&text);
    let outcome = async {
        let store = expect_context::<store::Store>();
        let scope = store.client_by_key(&key).await?;
        let aim = Channel::named(&channel, scope.id()).ok_or(Refusal::UnknownChannel)?;
        store.post_message(&scope, &aim, &MessageText::parse(&text)?).await?;
        Ok(())
    }
    .await;
    let page = Address::portal(&key).with("project", &project).with("channel", &channel);
    leptos_axum::redirect(&page.after(outcome, &text).at(CONVERSATION), false);
    outcome
}

/// Approves a deliverable of the client, and brings a browser back to it.
///
/// # Errors
/// As [`load_portal`]; approving twice is none.
#[server(prefix = "/rpc", endpoint = "approve")]
pub async fn approve(
    /// The token or slug in the address.
    key: String,
    /// The id of a project of the client.
    project: String,
    /// The key of a channel.
    channel: String,
    /// The id of the deliverable.
    deliverable: String,
) -> Result<(), Mishap> {
    use crate::address::Address;

    let outcome = async {
        let store = expect_context::<store::Store>();
        store.approve(&store.client_by_key(&key).await?, &deliverable).await?;
        Ok(())
    }
    .await;
    let page = Address::portal(&key).with("project", &project).with("channel", &channel);
    leptos_axum::redirect(&page.after(outcome, "").at(&format!("deliverable-{deliverable}")), false);
    outcome
}

/// Records that the client has read a channel, and brings a browser back to it.
///
/// # Errors
/// As [`load_portal`].
#[server(prefix = "/rpc", endpoint = "read")]
pub async fn mark_read(
    /// The token or slug in the address.
    key: String,
    /// The id of a project of the client.
    project: String,
    /// The key of a channel.
    channel: String,
    /// Up to when, a timestamp; now if absent.
    up_to: Option<String>,
) -> Result<(), Mishap> {
    use crate::address::{Address, CONVERSATION};

    let outcome = async {
        let store = expect_context::<store::Store>();
        let up_to = up_to.map(|up_to| up_to.parse().map_err(|_| Mishap::Garbled)).transpose()?;
        store.mark_read(&store.client_by_key(&key).await?, &channel, up_to).await?;
        Ok(())
    }
    .await;
    let page = Address::portal(&key).with("project", &project).with("channel", &channel);
    leptos_axum::redirect(&page.after(outcome, "").at(CONVERSATION), false);
    outcome
}
