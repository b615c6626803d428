//! Actions of the inbox and its threads.

use app::api::comment::text_and_files;
use domain::id::CommentId;
use domain::overview::FollowUpDraft;
use domain::{Form, Timestamp};
use store::ReplyForm;

use crate::address::CONVERSATION;
use crate::admin::prelude::*;

/// Writes a message of the agency and redirects to the channel. `form` has `text`, the filter `mine`, and `id`, the id of the new
/// message: a form submitted twice creates one message. `seen` is the time of the newest message that the page showed: an
/// answer of somebody else after it refuses the form once. `files` are the ids of its files, with commas between, `files_error` is why one was not received.
#[server(prefix = "/rpc/admin", endpoint = "reply")]
pub async fn write_reply(
    client: String,
    channel: String,
    /// The read timestamp that the page was opened with.
    since: Option<String>,
    was_unread: Option<String>,
    /// The search and filter of the list beside the thread.
    q: Option<String>,
    unread: Option<String>,
    form: Form,
) -> Result<(), AppError> {
    let page = address::thread(&client).with("channel", &channel).with("since", &since.unwrap_or_default());
    let page = page.with("was_unread", &was_unread.unwrap_or_default());
    let page = page.with("q", &q.unwrap_or_default()).with("unread", &unread.unwrap_or_default());
    let page = page.with("mine", form.get("mine"));
    // The page that asks whether to send a refused reply says who answered after this.
    let asking = page.clone().with("asked", form.get("seen"));
    submit("reply", &form, asking, async {
        if let Some(error) = AppError::from_code(form.get("files_error")) {
            return Err(error.into());
        }
        let (text, files) = text_and_files(form.get("text"), form.get("files"))?;
        let (id, seen) = (CommentId::parse(form.get("id")).ok(), form.get("seen").parse::<Timestamp>().ok());
        let reply = ReplyForm { channel: &channel, text: &text, files: &files, pin: None, id: id.as_ref(), seen };
        store().reply_once(&actor(), &parse_id(&client)?, reply).await?;
        Ok(page.with_fragment(CONVERSATION))
    })
    .await
}

/// Somebody is typing a reply; sent by the page every few seconds.
#[server(prefix = "/rpc/admin", endpoint = "typing")]
pub async fn set_typing(client: String, channel: String) -> Result<(), AppError> {
    let typing = store().set_typing(&actor(), &parse_id(&client)?, &channel).await;
    typing.map_err(|error| AppError::from(error.failure()))
}

#[server(prefix = "/rpc/admin", endpoint = "mark_unread")]
pub async fn mark_thread_unread(client: String) -> Result<(), AppError> {
    act(address::thread(&client), async {
        store().mark_thread_unread(&parse_id(&client)?).await?;
        Ok(address::inbox().into_string())
    })
    .await
}

/// A message needs no answer, up to `up_to` in its channel; without a channel whatever was read. `from` is the page it
/// was sent from.
#[server(prefix = "/rpc/admin", endpoint = "set_aside")]
pub async fn set_aside(
    client: String,
    channel: Option<String>,
    up_to: Option<String>,
    from: String,
) -> Result<(), AppError> {
    act(page_of(&from, &client), async {
        let up_to = up_to.and_then(|at| at.parse().ok());
        store().set_aside(&parse_id(&client)?, channel.as_deref().zip(up_to)).await?;
        Ok(page_of(&from, &client).into_string())
    })
    .await
}

/// Undoes [`set_aside`], or puts a conversation back that was put off.
#[server(prefix = "/rpc/admin", endpoint = "reopen")]
pub async fn reopen(client: String, from: String) -> Result<(), AppError> {
    act(page_of(&from, &client), async {
        store().reopen(&parse_id(&client)?).await?;
        Ok(page_of(&from, &client).into_string())
    })
    .await
}

/// Puts the conversation with a client off until a day, up to its newest entry shown.
#[server(prefix = "/rpc/admin", endpoint = "snooze_until")]
pub async fn snooze_until(client: String, until: String, up_to: Option<String>, from: String) -> Result<(), AppError> {
    act(page_of(&from, &client), async {
        let until = Some(until.parse().map_err(|_| AppError::Invalid)?);
        let up_to = up_to.and_then(|at| at.parse().ok());
        store().snooze(&parse_id(&client)?, &FollowUpDraft { until, note: None }, up_to).await?;
        Ok(page_of(&from, &client).into_string())
    })
    .await
}

/// The page an action returns to.
fn page_of(from: &str, client: &str) -> Address {
    match from {
        "today" => address::today(),
        "thread" => address::thread(client),
        _ => address::inbox(),
    }
}
