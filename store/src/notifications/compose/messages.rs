//! The messages of the other side.

use std::ops::Range;

use domain::conversation::change_request::{self, Request};
use domain::notifications::NotificationEvent;
use domain::{Author, Channel, Client};
use sqlx::AssertSqlSafe;

use super::context::ComposeContext;
use crate::Fault;
use crate::conversation::change_requests::asks_for_changes;
use crate::db::Tx;
use crate::db::query::row;
use crate::db::rows::EXCERPT;

row! {
    pub(super) struct Message {
        text: String,
        author_name: Option<String>,
        pub(super) created_at: i64,
        /// The deliverable that the text begins with, as a request for changes does.
        title: Option<String>,
        /// How many there are, listed or not.
        pub(super) total: i64,
    }
}

impl Message {
    pub(super) fn event(&self, context: &ComposeContext<'_>, client: &Client) -> NotificationEvent {
        let from = match context.recipient.side() {
            Author::Admin => client.name.clone(),
            Author::Client => context.agency.name_or_default().to_owned(),
        };
        let requested =
            self.title.as_deref().and_then(|title| Some((title, change_request::parse(&self.text, title)?)));
        if let Some((title, Request { version, reason, .. })) = requested {
            let (title, text, person) = (title.to_owned(), reason.to_owned(), self.author_name.clone());
            NotificationEvent::ChangesRequested { title, version, by: from, person, text }
        } else {
            let is_shown = context.recipient.side() == Author::Admin || context.agency.shows_member_names;
            let by = self.author_name.clone().filter(|_| is_shown);
            NotificationEvent::Message { from, by, text: self.text.clone() }
        }
    }
}

pub(super) const fn other_side(context: &ComposeContext<'_>) -> Author {
    match context.recipient.side() {
        Author::Admin => Author::Client,
        Author::Client => Author::Admin,
    }
}

/// The condition of a channel's messages: `$1` is its key.
pub(super) const fn in_channel(channel: &Channel) -> &'static str {
    match channel {
        Channel::General(_) => "comment.client_id = $1 AND comment.phase_id IS NULL",
        Channel::Phase(_) => "comment.phase_id = $1",
    }
}

/// The newest ones; requests for changes go before others, because one names the subject.
pub(super) async fn newest(
    tx: &mut Tx,
    context: &ComposeContext<'_>,
    channel: &Channel,
    times: &Range<i64>,
) -> Result<Vec<Message>, Fault> {
    let sql = format!(
        "SELECT text, author_name, created_at, title, COUNT(*) OVER () AS total FROM (\
           SELECT comment.id, {EXCERPT} AS text, comment.author_name, comment.created_at, {} AS title FROM comment \
           WHERE {} AND comment.author = $2 AND comment.created_at >= $3 AND comment.created_at < $4) AS unseen \
         ORDER BY CASE WHEN title IS NULL THEN 1 ELSE 0 END, created_at DESC, id DESC LIMIT {}",
        requested_title(context, channel),
        in_channel(channel),
        NotificationEvent::MAX_LISTED
    );
    tx.fetch_all(AssertSqlSafe(sql), (channel.key().as_str(), &other_side(context), times.start, times.end)).await
}

/// The deliverable, not approved since, that a message of a client asks to change.
fn requested_title(context: &ComposeContext<'_>, channel: &Channel) -> String {
    match (context.recipient.side(), channel) {
        (Author::Admin, Channel::Phase(_)) => format!(
            "(SELECT MIN(deliverable.title) FROM task JOIN deliverable ON deliverable.task_id = task.id \
             WHERE task.phase_id = $1 AND deliverable.approved_at IS NULL AND {})",
            asks_for_changes("comment.text", "TRIM(deliverable.title)")
        ),
        (Author::Admin, Channel::General(_)) | (Author::Client, _) => "CAST(NULL AS TEXT)".to_owned(),
    }
}
