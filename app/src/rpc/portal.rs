//! The client's side.

use domain::portal::{MessagePage, Portal};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::AppError;

/// A portal, with what the page needs to act for the client.
#[derive(Clone, Serialize, Deserialize)]
pub struct OpenPortal {
    /// What the client sees.
    pub portal: Portal,
    /// The earlier page of a channel that was asked for.
    pub earlier: Option<MessagePage>,
    /// What the page's calls and forms carry in the token's place.
    pub pass: String,
}

/// The portal of the client whose address is being opened, on `project` if it is one of theirs. Only a
/// page at `/c/{key}` opens one: who it is for is found where the address is.
///
/// # Errors
/// [`AppError::Missing`] anywhere else, or when the project is another's; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "portal")]
pub async fn load_portal(
    /// The id of a project of the client.
    project: Option<String>,
    /// The key of the channel to show an earlier page of.
    channel: Option<String>,
    /// The moment that page ends before, a timestamp.
    before: Option<String>,
) -> Result<OpenPortal, AppError> {
    let scope = use_context::<store::ClientScope>().ok_or(AppError::Missing)?;
    let store = expect_context::<store::Store>();
    let portal = store.portal(&scope, project.as_deref()).await?;
    let earlier = match channel.zip(before.and_then(|before| before.parse().ok())) {
        Some((channel, before)) => Some(store.history(&scope, &channel, before).await?),
        None => None,
    };
    Ok(OpenPortal { portal, earlier, pass: scope.portal_credential() })
}

/// Writes a message of the client, and brings a browser back to the channel.
///
/// # Errors
/// [`AppError::Missing`] when the pass opens nothing or the channel is another's, what is wrong with the
/// text, and [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "comment")]
pub async fn write_message(
    /// The token or slug in the address to come back to.
    key: String,
    /// The page's pass.
    pass: String,
    /// The id of a project of the client.
    project: String,
    /// The key of a channel.
    channel: String,
    /// What was written, as the form sent it.
    text: String,
) -> Result<(), AppError> {
    use crate::address::{Address, CONVERSATION};
    use domain::{Channel, DomainError, MessageText};

    let text = super::as_typed(&text);
    let outcome = async {
        let store = expect_context::<store::Store>();
        let scope = store.client_by_credential(&pass).await?;
        let aim = Channel::named(&channel, scope.id()).ok_or(DomainError::UnknownChannel)?;
        store.post_message(&scope, &aim, &MessageText::parse(&text)?, None).await?;
        Ok(())
    }
    .await;
    let page = Address::project(&key, &project, &channel).after(outcome, &text);
    leptos_axum::redirect(&page.at(CONVERSATION), false);
    outcome
}

/// Approves a deliverable of the client, and brings a browser back to it.
///
/// # Errors
/// As [`write_message`]; approving twice is none.
#[server(prefix = "/rpc", endpoint = "approve")]
pub async fn approve(
    /// The token or slug in the address to come back to.
    key: String,
    /// The page's pass.
    pass: String,
    /// The id of a project of the client.
    project: String,
    /// The key of a channel.
    channel: String,
    /// The id of the deliverable.
    deliverable: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;

    let outcome = async {
        let store = expect_context::<store::Store>();
        store.approve(&store.client_by_credential(&pass).await?, &deliverable).await?;
        Ok(())
    }
    .await;
    let page = Address::project(&key, &project, &channel);
    leptos_axum::redirect(&page.about(&deliverable, outcome.map(|()| Done::Approved), ""), false);
    outcome
}

/// Asks for changes to a deliverable of the client: a message in its phase's channel says which. Brings
/// a browser back to it.
///
/// # Errors
/// As [`write_message`]; [`AppError::AlreadyApproved`] when it was approved meanwhile.
#[server(prefix = "/rpc", endpoint = "request-changes")]
pub async fn request_changes(
    /// The token or slug in the address to come back to.
    key: String,
    /// The page's pass.
    pass: String,
    /// The id of a project of the client.
    project: String,
    /// The key of a channel.
    channel: String,
    /// The id of the deliverable.
    deliverable: String,
    /// What should change, as the form sent it.
    reason: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::ui::Done;
    use domain::MessageText;

    let reason = super::as_typed(&reason);
    let outcome = async {
        let store = expect_context::<store::Store>();
        let scope = store.client_by_credential(&pass).await?;
        store.request_changes(&scope, &deliverable, &MessageText::parse(&reason)?).await?;
        Ok(())
    }
    .await;
    let page = Address::project(&key, &project, &channel);
    leptos_axum::redirect(
        &page.about(&deliverable, outcome.map(|()| Done::ChangesRequested), &reason),
        false,
    );
    outcome
}

/// Records that the client has read a channel, and brings a browser back to it.
///
/// # Errors
/// As [`write_message`]; [`AppError::Garbled`] when `up_to` is no timestamp.
#[server(prefix = "/rpc", endpoint = "read")]
pub async fn mark_read(
    /// The token or slug in the address to come back to.
    key: String,
    /// The page's pass.
    pass: String,
    /// The id of a project of the client.
    project: String,
    /// The key of a channel.
    channel: String,
    /// Up to when, a timestamp; now if absent.
    up_to: Option<String>,
) -> Result<(), AppError> {
    use crate::address::{Address, CONVERSATION};

    let outcome = async {
        let store = expect_context::<store::Store>();
        let up_to = up_to.map(|up_to| up_to.parse().map_err(|_| AppError::Garbled)).transpose()?;
        store.mark_read(&store.client_by_credential(&pass).await?, &channel, up_to).await?;
        Ok(())
    }
    .await;
    let page = Address::project(&key, &project, &channel).after(outcome, "");
    leptos_axum::redirect(&page.at(CONVERSATION), false);
    outcome
}
