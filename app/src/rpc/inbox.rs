//! The agency's side of the conversations.

use domain::inbox::{Thread, ThreadSummary};
use domain::paging::Page;
use domain::{Form, Language, Timestamp, Unsaved};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::AppError;

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

/// The desk of the signed-in admin; anybody else is sent to sign in and come back to `page`.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "desk")]
pub async fn load_desk(
    /// The path and query of the page being rendered.
    page: String,
    /// The name of a refused form.
    unsaved: Option<String>,
) -> Result<Desk, AppError> {
    use crate::{address::Address, viewer::Admin};

    let to_login = |_: &AppError| leptos_axum::redirect(&Address::login(&page).top(), false);
    let email = Admin::signed_in().inspect_err(to_login)?;
    let store = expect_context::<store::Store>();
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
/// [`AppError::SignedOut`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "inbox")]
pub async fn load_inbox(
    /// What is looked for in names and messages.
    #[server(default)]
    q: String,
    /// Whether only threads with something unread are asked for.
    #[server(default)]
    unread: bool,
    /// Where the page begins.
    after: Option<String>,
) -> Result<Page<ThreadSummary>, AppError> {
    crate::viewer::Admin::signed_in()?;
    let after = after.and_then(|after| after.parse().ok());
    Ok(expect_context::<store::Store>().inbox(&q, unread, after.as_ref()).await?)
}

/// The conversation with a client. What is on show counts as read from now on, and a mark as unread is
/// taken off; the answer is from before.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "thread")]
pub async fn load_thread(
    /// The id of the client.
    client: String,
    /// The key of a channel.
    channel: Option<String>,
    /// Since when there was something new, on a page that is open already.
    since: Option<String>,
    /// The moment before which older messages are asked for.
    before: Option<String>,
    /// Whether something was unread when it was opened.
    #[server(default)]
    was_unread: bool,
    /// Whether an open page asks what is new: that opens nothing.
    #[server(default)]
    live: bool,
) -> Result<OpenThread, AppError> {
    crate::viewer::Admin::signed_in()?;
    let store = expect_context::<store::Store>();
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
/// [`AppError::SignedOut`]; [`AppError::Missing`]; what is wrong with the text; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "reply")]
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
    use crate::address::{Address, CONVERSATION};
    use domain::MessageText;
    use domain::id::CommentId;

    let form = form.as_typed();
    let page = Address::thread(&client).with("channel", &channel).with("since", &since.unwrap_or_default());
    let page = page.with("was_unread", &was_unread.unwrap_or_default());
    super::submit("reply", &form, page.clone(), async {
        let text = MessageText::parse(form.get("text"))?;
        let id = CommentId::parse(form.get("id")).ok();
        expect_context::<store::Store>().reply_once(&client, &channel, &text, id).await?;
        Ok(page.at(CONVERSATION))
    })
    .await
}

/// Marks a thread as unread, and brings a browser to the inbox.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "mark_unread")]
pub async fn mark_thread_unread(
    /// The id of the client.
    client: String,
) -> Result<(), AppError> {
    use crate::address::Address;

    super::act(Address::thread(&client), async {
        expect_context::<store::Store>().mark_thread_unread(&client).await?;
        Ok(Address::inbox().top())
    })
    .await
}
