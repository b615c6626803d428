//! The agency's side of the conversations.

use app::error::AppError;
use domain::{Form, Language, MessageText, Timestamp, Unsaved};
use domain::id::CommentId;
use domain::inbox::{Thread, ThreadSummary};
use domain::paging::Page;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use store::Store;

use crate::{PageError, address};
use crate::address::CONVERSATION;
use crate::form_action::{act, store, submit};

/// What stands around every page of the agency.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Desk {
    /// Who is signed in.
    pub email: String,
    /// In which language.
    pub language: Language,
    /// How many messages of clients nobody has read.
    pub unread: i64,
    /// What time it is.
    pub now: Timestamp,
    /// The refused form this page shows again.
    pub unsaved: Option<Unsaved>,
}

/// A thread as it was when it was opened.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OpenThread {
    /// The conversation.
    pub thread: Thread,
    /// Since when there was something new in the channel on show, when the page was opened: the snapshot
    /// of adminLastReadAt.
    pub since: Timestamp,
    /// Of long ago: the moment before which these messages are.
    pub before: Option<Timestamp>,
    /// Whether something was unread when it was opened: then it keeps its place in the list beside it.
    pub was_unread: bool,
    /// The beginning of the inbox, to go on with.
    pub inbox: Page<ThreadSummary>,
    /// The id of the message that the form on the page will make.
    pub reply_id: String,
}

/// The admin of the signed-in admin; anybody else is sent to sign in and come back to `page`.
///
/// # Errors
/// [`AppError::Fault`].
async fn load_desk(store: &Store, page: String, unsaved: Option<String>) -> Result<Desk, PageError> {
    let to_login = |_: &AppError| leptos_axum::redirect(&address::login(&page).top(), false);
    let email = Admin::signed_in().inspect_err(to_login)?;
    let unsaved = match unsaved {
        Some(name) => store.unsaved(&name).await?,
        None => None,
    };
    Ok(Desk {
        email,
        language: store.language().await?,
        unread: store.inbox_unread().await?,
        now: store.clock().now(),
        unsaved,
    })
}

/// The lines of the inbox, those with something unread first.
///
/// # Errors
/// [`AppError::Fault`].
async fn load_inbox(store: &Store, q: String, unread: bool, after: Option<String>) -> Result<Page<ThreadSummary>, PageError> {
    let after = after.and_then(|after| after.parse().ok());
    Ok(store.inbox(&q, unread, after.as_ref()).await?)
}

/// The conversation with a client. What is on show counts as read from now on, and a mark as unread is
/// taken off; the answer is from before.
///
/// # Errors
/// [`AppError::Missing`]; [`AppError::Fault`].
async fn load_thread(store: &Store, client: String, channel: Option<String>, since: Option<String>, before: Option<String>, was_unread: bool, live: bool) -> Result<OpenThread, PageError> {
    let moment = |text: Option<String>| text.and_then(|text| text.parse::<Timestamp>().ok());
    let before = moment(before);
    let thread = store.thread(&client, channel.as_deref(), before).await?;
    let open = thread.channel().ok_or(AppError::Missing)?;
    let since = moment(since).or(open.read_at).unwrap_or(Timestamp::MIN);
    if let Some(newest) = open.messages.last().filter(|_| open.unread > 0 && before.is_none()) {
        store.mark_thread_read(&client, open.key.as_str(), Some(newest.created_at)).await?;
    }
    if thread.is_marked && !live {
        store.unmark_thread(&thread.client_id).await?;
    }
    let was_unread = was_unread || thread.is_unread();
    let inbox = store.inbox_beside(was_unread.then_some(&thread.client_id)).await?;
    Ok(OpenThread { thread, since, before, was_unread, inbox, reply_id: store::new_id() })
}

/// Writes a message of the agency, and brings a browser back to the channel. `form` has `text`, and `id`:
/// that of the message it makes, so that a form sent twice writes once.
///
/// # Errors
/// [`AppError::Missing`]; what is wrong with the text; [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "reply")]
pub async fn write_reply(
    /// The id of the client.
    client: String,
    /// The key of a channel.
    channel: String,
    /// Since when there was something new on the page that was answered.
    since: Option<String>,
    /// Whether something was unread when it was opened.
    was_unread: Option<String>,
    /// What was written.
    form: Form,
) -> Result<(), AppError> {
    let form = form.as_typed();
    let page = address::thread(&client).with("channel", &channel).with("since", &since.unwrap_or_default());
    let page = page.with("was_unread", &was_unread.unwrap_or_default());
    submit("reply", &form, page.clone(), async {
        let text = MessageText::parse(form.get("text"))?;
        let id = CommentId::parse(form.get("id")).ok();
        store().reply_once(&client, &channel, &text, id).await?;
        Ok(page.at(CONVERSATION))
    })
    .await
}

/// Marks a thread as unread, and brings a browser to the inbox.
///
/// # Errors
/// [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "mark_unread")]
pub async fn mark_thread_unread(
    /// The id of the client.
    client: String,
) -> Result<(), AppError> {
    act(address::thread(&client), async {
        store().mark_thread_unread(&client).await?;
        Ok(address::inbox().top())
    })
    .await
}
