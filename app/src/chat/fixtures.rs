//! What the tests of the chat share.

use domain::{ChannelKey, ChannelView, Comment, Timestamp};

use crate::api::chat::PollResponse;

pub(super) fn at(second: i64) -> Timestamp {
    Timestamp::from_millis(second * 1_000)
}

pub(super) fn key(text: &str) -> ChannelKey {
    serde_json::from_value(text.into()).expect("a key")
}

pub(super) fn comment(id: &str, channel: &str, author: &str, second: i64) -> Comment {
    serde_json::from_value(serde_json::json!({
        "id": id, "entity_type": "phase", "entity_id": channel, "channel_key": channel,
        "author": author, "text": "ciao", "created_at": at(second), "badge": null,
    }))
    .expect("a comment")
}

/// Without messages.
pub(super) fn channel(name: &str) -> ChannelView {
    ChannelView {
        key: key(name),
        phase_name: Some(name.to_owned()),
        unread: 0,
        read_at: None,
        other_read_at: None,
        deliverables: Vec::new(),
        messages: Vec::new(),
        has_older: false,
    }
}

pub(super) fn response(comments: Vec<Comment>) -> PollResponse {
    PollResponse { comments, ..PollResponse::default() }
}
