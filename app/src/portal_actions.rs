//! What the forms of a portal do where no script runs: each wraps the same use case as its JSON twin, and
//! brings the browser back to the page. A text that was refused is kept in the database for the page that
//! shows it again.

use domain::{Form, Problems, Unsaved};
use leptos::prelude::*;

use crate::address::{Address, CONVERSATION, deliverable_place};
use crate::error::AppError;
use crate::outcome::Done;

/// The name of a message that was refused, among the forms that are kept.
pub const MESSAGE: &str = "message";
/// The name of a request for changes that was refused.
pub const CHANGES: &str = "changes";

/// The text of a form's box with the line breaks that were typed: forms send each as CR LF.
pub fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// A refused text, to be kept.
pub fn refused_text(name: &str, text: &str) -> Unsaved {
    let form = Form::default().with("text", Some(text));
    Unsaved { name: name.to_owned(), form, problems: Problems::default() }
}

/// The page at its conversation, with what went wrong there.
pub fn at_conversation(page: Address, outcome: Result<(), AppError>, unsaved: &str) -> String {
    let page = match outcome {
        Ok(()) => page,
        Err(error) => page.error(error),
    };
    page.with("unsaved", unsaved).at(CONVERSATION)
}

/// The page at a deliverable, with how it went with it.
pub fn at_deliverable(
    page: Address,
    deliverable: &str,
    outcome: Result<Done, AppError>,
    unsaved: &str,
) -> String {
    let page = page.with("about", deliverable);
    let page = match outcome {
        Ok(done) => page.done(done),
        Err(error) => page.error(error),
    };
    page.with("unsaved", unsaved).at(&deliverable_place(deliverable))
}

/// Writes a message of the client, and brings a browser back to the channel.
///
/// # Errors
/// [`AppError::Missing`] when the pass opens nothing or the channel is another's, what is wrong with the
/// text, and [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "comment")]
pub async fn write_message(
    key: String,
    pass: String,
    project: String,
    channel: String,
    text: String,
) -> Result<(), AppError> {
    let text = unix_lines(&text);
    let store = expect_context::<store::Store>();
    let written: Result<(), store::Error> = async {
        let scope = store.client_by_credential(&pass).await?;
        let target =
            domain::Channel::named(&channel, scope.id()).ok_or(domain::DomainError::UnknownChannel)?;
        store.post_message(&scope, &target, &domain::MessageText::parse(&text)?, None).await?;
        Ok(())
    }
    .await;
    let outcome = written.map_err(|error| AppError::from(error.refusal()));
    let unsaved = match outcome {
        Ok(()) => String::new(),
        Err(_) => store.keep_unsaved(&refused_text(MESSAGE, &text)).await.unwrap_or_default(),
    };
    let page = Address::project(&key, &project, &channel);
    leptos_axum::redirect(&at_conversation(page, outcome, &unsaved), false);
    outcome
}

/// Approves a deliverable of the client, and brings a browser back to it.
///
/// # Errors
/// As [`write_message`]; approving twice is none.
#[server(prefix = "/rpc", endpoint = "approve")]
pub async fn approve(
    key: String,
    pass: String,
    project: String,
    channel: String,
    deliverable: String,
) -> Result<(), AppError> {
    let approved: Result<(), store::Error> = async {
        let store = expect_context::<store::Store>();
        store.approve(&store.client_by_credential(&pass).await?, &deliverable).await?;
        Ok(())
    }
    .await;
    let outcome = approved.map_err(|error| AppError::from(error.refusal()));
    let page = Address::project(&key, &project, &channel);
    let location = at_deliverable(page, &deliverable, outcome.map(|()| Done::Approved), "");
    leptos_axum::redirect(&location, false);
    outcome
}

/// Requests changes to a deliverable of the client: a message in its phase's channel says which. Brings
/// a browser back to it.
///
/// # Errors
/// As [`write_message`]; [`AppError::AlreadyApproved`] when it was approved meanwhile.
#[server(prefix = "/rpc", endpoint = "request-changes")]
pub async fn request_changes(
    key: String,
    pass: String,
    project: String,
    channel: String,
    deliverable: String,
    reason: String,
) -> Result<(), AppError> {
    let reason = unix_lines(&reason);
    let store = expect_context::<store::Store>();
    let requested: Result<(), store::Error> = async {
        let scope = store.client_by_credential(&pass).await?;
        store.request_changes(&scope, &deliverable, &domain::MessageText::parse(&reason)?).await?;
        Ok(())
    }
    .await;
    let outcome = requested.map_err(|error| AppError::from(error.refusal()));
    let unsaved = match outcome {
        Ok(()) => String::new(),
        Err(_) => store.keep_unsaved(&refused_text(CHANGES, &reason)).await.unwrap_or_default(),
    };
    let page = Address::project(&key, &project, &channel);
    let done = outcome.map(|()| Done::ChangesRequested);
    leptos_axum::redirect(&at_deliverable(page, &deliverable, done, &unsaved), false);
    outcome
}

/// Records that the client has read a channel, and brings a browser back to it.
///
/// # Errors
/// As [`write_message`]; [`AppError::Garbled`] when `up_to` is no timestamp.
#[server(prefix = "/rpc", endpoint = "read")]
pub async fn mark_read(
    key: String,
    pass: String,
    project: String,
    channel: String,
    /// Up to when, a timestamp; now if absent.
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
            read.map_err(|error| AppError::from(error.refusal()))
        }
    };
    let page = Address::project(&key, &project, &channel);
    leptos_axum::redirect(&at_conversation(page, outcome, ""), false);
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn location_names_outcome_and_kept_text() {
        let page = || Address::project("k", "p", "c");
        assert_eq!(at_conversation(page(), Ok(()), ""), "/c/k?project=p&channel=c#conversation");
        assert_eq!(
            at_conversation(page(), Err(AppError::TextTooLong), "x"),
            "/c/k?project=p&channel=c&error=too-long&unsaved=x#conversation"
        );
        assert_eq!(
            at_deliverable(page(), "d", Ok(Done::Approved), ""),
            "/c/k?project=p&channel=c&about=d&done=approved#deliverable-d"
        );
        assert_eq!(
            at_deliverable(page(), "d", Err(AppError::AlreadyApproved), "x"),
            "/c/k?project=p&channel=c&about=d&error=already-approved&unsaved=x#deliverable-d"
        );
    }
}
