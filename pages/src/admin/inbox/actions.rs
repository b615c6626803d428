//! Actions of the inbox and its threads.

use domain::id::CommentId;
use domain::{Form, MessageText};

use crate::address::CONVERSATION;
use crate::admin::prelude::*;

/// Writes a message of the agency and redirects to the channel. `form` has `text` and `id`, the id of the new
/// message: a form submitted twice creates one message.
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
    submit("reply", &form, page.clone(), async {
        let text = MessageText::parse(form.get("text"))?;
        let id = CommentId::parse(form.get("id")).ok();
        store().reply_once(&parse_id(&client)?, &channel, &text, id).await?;
        Ok(page.with_fragment(CONVERSATION))
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "mark_unread")]
pub async fn mark_thread_unread(client: String) -> Result<(), AppError> {
    act(address::thread(&client), async {
        store().mark_thread_unread(&parse_id(&client)?).await?;
        Ok(address::inbox().into_string())
    })
    .await
}
