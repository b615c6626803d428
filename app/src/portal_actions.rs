//! The server functions that portal forms post to without JavaScript. Each calls the use case of a JSON endpoint and
//! redirects back to the page. A refused text of the client is stored in the database, and the page shows it again.
//!
//! | Server function | Use case | JSON endpoint |
//! |---|---|---|
//! | [`write_message`] | `Store::post_form` | [`api::comment`](crate::api::comment) |
//! | [`write_at_pin`] | `Store::post_form` | [`api::comment`](crate::api::comment) |
//! | [`approve`] | `Store::approve` | [`api::approve`](crate::api::approve) |
//! | [`request_changes`] | `Store::request_changes` | none |
//! | [`send_text`] | `Store::answer_material` | none |
//! | [`mark_read`] | `Store::mark_read` | [`api::receipts`](crate::api::receipts) |
//! | [`choose_notifications`] | `Store::choose_frequency` | none |

use domain::{Form, Pin, Problems, Unsaved};
use leptos::prelude::*;

use crate::address::{Address, CHOSEN, CONVERSATION, NOTIFICATIONS, chosen_place};
use crate::error::AppError;
use crate::outcome::Done;

/// The name under which a refused message is stored.
pub const MESSAGE: &str = "message";
/// The name under which a refused text about something is stored: a request for changes, an answer.
pub const CHANGES: &str = "changes";

/// The page whose form was sent, if the browser reports it: a portal by token or slug, or a preview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedPage {
    pub address: Address,
    /// The token, if the portal was opened by it.
    pub token: Option<String>,
}

/// The portal to return to: the one that was opened. Its forms contain `key`, which is never a token but the slug.
fn opened_portal(key: &str) -> Address {
    use_context::<OpenedPage>().map_or_else(|| Address::portal(key), |opened| opened.address)
}

/// The page of the portal to return to.
pub fn opened_page(key: String, project: &str, channel: &str) -> Address {
    opened_portal(&key).project(project, channel)
}

/// The portal's page about notifications to return to.
pub fn opened_notifications(key: &str) -> Address {
    Address::path(format!("{}{NOTIFICATIONS}", opened_portal(key).into_string()))
}

/// Replaces the CR LF that forms send for each line break.
pub fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// A refused text as a form to store.
pub fn refused_text(name: &str, text: &str) -> Unsaved {
    let form = Form::default().with("text", Some(text));
    Unsaved { name: name.to_owned(), form, problems: Problems::default() }
}

/// What may prove whose text was refused: `pass`, and the token in the address of the page, which is valid even if the
/// slug has changed since.
pub fn credentials(pass: String) -> Vec<String> {
    let token = use_context::<OpenedPage>().and_then(|opened| opened.token);
    [pass].into_iter().chain(token).collect()
}

/// The address of the conversation, with the error and the id of the stored text.
pub fn at_conversation(page: Address, outcome: Result<(), AppError>, unsaved: &str) -> String {
    let page = match outcome {
        Ok(()) => page,
        Err(error) => page.error(error),
    };
    page.with("unsaved", unsaved).with_fragment(CONVERSATION)
}

/// The address of a page with the outcome for a deliverable and the id of the stored text. The outcome takes the focus,
/// which a fragment would prevent.
pub fn at_deliverable(page: Address, deliverable: &str, outcome: Result<Done, AppError>, unsaved: &str) -> String {
    let page = page.with("about", deliverable);
    let page = match outcome {
        Ok(done) => page.done(done),
        Err(error) => page.error(error),
    };
    page.with("unsaved", unsaved).into_string()
}

/// The address of the checklist with a request for material, and the outcome for it.
pub fn at_material(page: Address, request: &str, outcome: Result<Done, AppError>, unsaved: &str) -> String {
    at_deliverable(page.with("material", request), request, outcome, unsaved)
}

/// Posts a message of the client, and redirects to the channel.
///
/// # Errors
/// [`AppError::Missing`] if `pass` is not a valid portal credential or the channel is not the client's;
/// the error of an invalid text; [`AppError::Busy`], [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "comment")]
pub async fn write_message(
    key: String,
    pass: String,
    project: String,
    channel: String,
    text: String,
    /// The ids of its files, with commas between.
    #[server(default)]
    files: String,
    /// Why a file was not received.
    #[server(default)]
    files_error: Option<String>,
) -> Result<(), AppError> {
    let text = unix_lines(&text);
    let store = expect_context::<store::Store>();
    let outcome: Result<(), AppError> = async {
        if let Some(error) = files_error.as_deref().and_then(AppError::from_code) {
            return Err(error);
        }
        let refused = |error: store::Error| AppError::from(error.failure());
        let scope = store.client_by_credential(&pass).await.map_err(refused)?;
        scope.check_can_write()?;
        let target = domain::Channel::named(&channel, scope.id()).ok_or(AppError::Missing)?;
        let (text, files) = crate::api::comment::text_and_files(&text, &files)?;
        let draft = store::MessageDraft { text: &text, files: &files, pin: None };
        store.post_form(&scope, &target, draft).await.map(drop).map_err(refused)
    }
    .await;
    let unsaved = if outcome.is_err() {
        store.store_refused_text(&credentials(pass), &refused_message(&text, &files)).await.unwrap_or_default()
    } else {
        String::new()
    };
    let page = opened_page(key, &project, &channel);
    leptos_axum::redirect(&at_conversation(page, outcome, &unsaved), false);
    outcome
}

/// Posts a message of the client about a place on a version of a deliverable, and redirects to it.
///
/// # Errors
/// As [`write_message`]; [`AppError::Garbled`] if no picture has the place.
#[server(prefix = "/rpc", endpoint = "pin")]
pub async fn write_at_pin(
    key: String,
    pass: String,
    deliverable: String,
    /// Version, x and y, with hyphens between.
    place: String,
    text: String,
    /// As of [`write_message`].
    #[server(default)]
    files: String,
    #[server(default)] files_error: Option<String>,
) -> Result<(), AppError> {
    let text = unix_lines(&text);
    let store = expect_context::<store::Store>();
    let id = domain::id::DeliverableId::parse(deliverable.clone());
    let pin = id.ok().and_then(|id| Pin::parse(id, &place));
    let outcome: Result<(), AppError> = async {
        if let Some(error) = files_error.as_deref().and_then(AppError::from_code) {
            return Err(error);
        }
        let refused = |error: store::Error| AppError::from(error.failure());
        let scope = store.client_by_credential(&pass).await.map_err(refused)?;
        scope.check_can_write()?;
        let pin = pin.as_ref().ok_or(AppError::Garbled)?;
        let at = store.deliverable_place(&scope, &pin.deliverable_id).await.map_err(refused)?;
        let (text, files) = crate::api::comment::text_and_files(&text, &files)?;
        let draft = store::MessageDraft { text: &text, files: &files, pin: Some(pin) };
        store.post_form(&scope, &at.channel(), draft).await.map(drop).map_err(refused)
    }
    .await;
    let unsaved = if outcome.is_err() {
        store.store_refused_text(&credentials(pass), &refused_message(&text, &files)).await.unwrap_or_default()
    } else {
        String::new()
    };
    let page = match outcome {
        // What the client may not see has no page; the words come back in the conversation.
        Err(AppError::Missing) => at_conversation(opened_portal(&key), outcome, &unsaved),
        _ => at_place(crate::address::viewer(opened_portal(&key), &deliverable), pin.as_ref(), outcome, &unsaved),
    };
    leptos_axum::redirect(&page, false);
    outcome
}

/// A refused message as a form to store.
pub fn refused_message(text: &str, files: &str) -> Unsaved {
    let mut refused = refused_text(MESSAGE, text);
    refused.form = refused.form.with("files", Some(files));
    refused
}

/// The address of a picture with the place that a message is about, the error and the id of the stored text.
pub fn at_place(viewer: Address, pin: Option<&Pin>, outcome: Result<(), AppError>, unsaved: &str) -> String {
    let page = match pin {
        Some(pin) => chosen_place(viewer, pin.version, pin.into()),
        None => viewer,
    };
    let page = match outcome {
        Ok(()) => page,
        Err(error) => page.error(error),
    };
    page.with("unsaved", unsaved).with_fragment(CHOSEN)
}

/// Approves a deliverable of the client, and redirects to it.
///
/// # Errors
/// As [`write_message`]; [`AppError::NewerVersion`] if another version was looked at, [`AppError::TakenBack`] if it is not in
/// review any more, as the page showed it; approving twice is no error.
#[server(prefix = "/rpc", endpoint = "approve")]
pub async fn approve(
    key: String,
    pass: String,
    project: String,
    channel: String,
    deliverable: String,
    /// The one that was looked at.
    #[server(default)]
    version: Option<i64>,
    /// The status that the page showed.
    #[server(default)]
    status: Option<String>,
) -> Result<(), AppError> {
    let outcome = async {
        let store = expect_context::<store::Store>();
        let refused = |error: store::Error| AppError::from(error.failure());
        let shown = status.map(|status| status.parse()).transpose().map_err(|_| AppError::Garbled)?;
        let scope = store.client_by_credential(&pass).await.map_err(refused)?;
        store.approve_from(&scope, &deliverable, version, shown).await.map_err(refused)
    }
    .await
    .map(drop);
    let page = opened_page(key, &project, &channel);
    let location = at_deliverable(page, &deliverable, outcome.map(|()| Done::Approved), "");
    leptos_axum::redirect(&location, false);
    outcome
}

/// Requests changes to a deliverable of the client, posted as a message in its phase's channel, and
/// redirects to it.
///
/// # Errors
/// As [`write_message`]; [`AppError::AlreadyApproved`] if it is approved, [`AppError::NewerVersion`] if another version was
/// looked at.
#[server(prefix = "/rpc", endpoint = "request-changes")]
pub async fn request_changes(
    key: String,
    pass: String,
    project: String,
    channel: String,
    deliverable: String,
    /// The one that was looked at.
    #[server(default)]
    version: Option<i64>,
    reason: String,
) -> Result<(), AppError> {
    let reason = unix_lines(&reason);
    let store = expect_context::<store::Store>();
    let requested: Result<(), store::Error> = async {
        let scope = store.client_by_credential(&pass).await?;
        store.request_changes(&scope, &deliverable, version, &domain::MessageText::parse(&reason)?).await?;
        Ok(())
    }
    .await;
    let outcome = requested.map_err(|error| AppError::from(error.failure()));
    let unsaved = if outcome.is_err() {
        store.store_refused_text(&credentials(pass), &refused_text(CHANGES, &reason)).await.unwrap_or_default()
    } else {
        String::new()
    };
    let page = opened_page(key, &project, &channel);
    let done = outcome.map(|()| Done::ChangesRequested);
    leptos_axum::redirect(&at_deliverable(page, &deliverable, done, &unsaved), false);
    outcome
}

/// Sends a text that the agency has asked for, and redirects to its checklist.
///
/// # Errors
/// As [`write_message`]; [`AppError::Changed`] if the agency has accepted another.
#[server(prefix = "/rpc", endpoint = "send-text")]
pub async fn send_text(
    key: String,
    pass: String,
    project: String,
    request: String,
    text: String,
) -> Result<(), AppError> {
    let text = unix_lines(&text);
    let store = expect_context::<store::Store>();
    let sent: Result<(), store::Error> = async {
        let scope = store.client_by_credential(&pass).await?;
        scope.check_can_write()?;
        store.answer_material(&scope, &request, &domain::MaterialAnswer::text(&text)?).await
    }
    .await;
    let outcome = sent.map_err(|error| AppError::from(error.failure()).without_form());
    let unsaved = if outcome.is_err() {
        store.store_refused_text(&credentials(pass), &refused_text(CHANGES, &text)).await.unwrap_or_default()
    } else {
        String::new()
    };
    let page = opened_portal(&key).with("project", &project);
    leptos_axum::redirect(&at_material(page, &request, outcome.map(|()| Done::Sent), &unsaved), false);
    outcome
}

/// Marks a channel as read by the client, and redirects to it.
///
/// # Errors
/// As [`write_message`]; [`AppError::Garbled`] if `up_to` is not a timestamp.
#[server(prefix = "/rpc", endpoint = "read")]
pub async fn mark_read(
    key: String,
    pass: String,
    project: String,
    channel: String,
    /// A timestamp; now if absent.
    up_to: Option<String>,
) -> Result<(), AppError> {
    let outcome = match up_to.map(|up_to| up_to.parse()).transpose() {
        Err(_) => Err(AppError::Garbled),
        Ok(up_to) => {
            let store = expect_context::<store::Store>();
            let read: Result<(), store::Error> = async {
                store.mark_read(&store.client_by_credential(&pass).await?, &channel, up_to).await?;
                Ok(())
            }
            .await;
            read.map_err(|error| AppError::from(error.failure()))
        }
    };
    let page = opened_page(key, &project, &channel);
    leptos_axum::redirect(&at_conversation(page, outcome, ""), false);
    outcome
}

/// Stores how often the client wants e-mails, and redirects to the page with the choice.
///
/// # Errors
/// [`AppError::Missing`] if `pass` is no portal credential, [`AppError::ReadOnly`] for that of a preview,
/// [`AppError::Garbled`] for an unknown choice; [`AppError::Busy`], [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "notifications")]
pub async fn choose_notifications(key: String, pass: String, notify: String) -> Result<(), AppError> {
    let chosen: Result<(), AppError> = async {
        let frequency = notify.parse().map_err(|_| AppError::Garbled)?;
        let refused = |error: store::Error| AppError::from(error.failure());
        let store = expect_context::<store::Store>();
        let scope = store.client_by_credential(&pass).await.map_err(refused)?;
        store.choose_frequency(&scope, frequency).await.map_err(refused)
    }
    .await;
    let page = opened_notifications(&key);
    let page = match chosen {
        Ok(()) => page.done(Done::Saved),
        Err(error) => page.error(error),
    };
    leptos_axum::redirect(&page.into_string(), false);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn location_names_outcome_and_kept_text() {
        let page = || Address::portal("k").project("p", "c");
        assert_eq!(at_conversation(page(), Ok(()), ""), "/c/k?project=p&channel=c#conversation");
        assert_eq!(
            at_conversation(page(), Err(AppError::TextTooLong), "x"),
            "/c/k?project=p&channel=c&error=too-long&unsaved=x#conversation"
        );
        assert_eq!(
            at_deliverable(page(), "d", Ok(Done::Approved), ""),
            "/c/k?project=p&channel=c&about=d&done=approved"
        );
        assert_eq!(
            at_deliverable(page(), "d", Err(AppError::AlreadyApproved), "x"),
            "/c/k?project=p&channel=c&about=d&error=already-approved&unsaved=x"
        );
    }
}
