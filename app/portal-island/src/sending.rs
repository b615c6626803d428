//! Sends messages. A message is shown at once; the outbox is sent one by one, so that messages are stored
//! in the order they were written.

use domain::id::CommentId;
use domain::{MessageText, Timestamp};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::LiveChat;
use crate::scrolling::ScrollAnchor;
use app::browser::clock::device_now;
use app::browser::fetch::FetchError;
use app::browser::outbox::SendState;
use app::browser::uuid::new_message_id;
use app::chat::row::UnsentAction;
use app::chat::state::{ChatState, ConnectionState, retry_after};
use app::error::AppError;

/// How long a page may still run after it is left, in milliseconds.
const UNLOAD_DELAY: u32 = 300;

impl LiveChat {
    /// Sends the text of the message field.
    pub(super) fn submit(self) {
        let Some(field) = self.field.get_untracked() else { return };
        if self.state.read_untracked().connection == ConnectionState::Closed {
            return;
        }
        let i18n = self.i18n();
        let text = match MessageText::parse(&field.value()) {
            Ok(text) => String::from(text),
            Err(error) => {
                let mut state = self.state.write();
                state.composer.is_invalid = true;
                return state.set_error(AppError::from(error).i18n(i18n));
            }
        };
        let offset = self.state.read_untracked().clock_offset;
        let now = Timestamp::from_millis(device_now() + offset);
        let Some(id) = new_message_id(now) else {
            return self.state.write().set_error(i18n.not_sent());
        };
        let place = self.change(ScrollAnchor::End, |state| {
            state.queue(id, text, now);
            state.open.to_string()
        });
        self.store_unsent(&place);
        field.set_value("");
        self.text_changed();
        self.send_pending();
    }

    /// Sends the outbox, unless that is running or waits for the rate limit.
    pub(super) fn send_pending(self) {
        if self.timers().send.is_set() || self.activity.with_value(|activity| activity.is_sending) {
            return;
        }
        self.activity.write_value().is_sending = true;
        spawn_local(async move {
            self.send_all().await;
            self.activity.write_value().is_sending = false;
        });
    }

    /// Sends the failed messages again, when the network is back.
    pub(super) fn retry_failed(self) {
        if !self.state.read_untracked().outbox.has_failed() {
            return;
        }
        self.change(ScrollAnchor::Current, |state| {
            state.outbox.retry();
            state.set_error("");
        });
        self.send_pending();
    }

    async fn send_all(self) {
        while let Some(message) = self.change(ScrollAnchor::Current, ChatState::next_to_send) {
            let result = self.fetch_post_message(&message).await;
            if result.as_ref().err() == Some(&FetchError::Unavailable) {
                // Leaving the page aborts the request too, but then this does not return: the message stays
                // unsent in session storage and is sent when the page is opened again.
                TimeoutFuture::new(UNLOAD_DELAY).await;
            }
            let error = self.change(ScrollAnchor::Current, |state| match result {
                Ok(comment) => {
                    state.outbox.remove(&message.id);
                    state.conversation.add_sent(comment);
                    None
                }
                // A poll may have returned the message in the meantime.
                Err(error) => state.send_failed(&message.id, error).then_some(error),
            });
            self.store_unsent(&message.place);
            self.notify_other_tabs();
            match error {
                Some(FetchError::RateLimited(seconds)) => {
                    return self.timers().send.set(retry_after(seconds), move || {
                        self.state.write().set_error("");
                        self.send_pending();
                    });
                }
                // The next poll finds out whether the channel or the access is gone.
                Some(FetchError::Gone) => self.poll_in(0),
                Some(FetchError::Unavailable) | None => {}
            }
        }
    }

    /// Retries or discards the unsent message of a row.
    pub(super) fn act(self, action: UnsentAction, key: String) {
        let Ok(id) = CommentId::parse(key) else { return };
        let place = self.change(ScrollAnchor::Current, |state| {
            state.set_error("");
            match action {
                UnsentAction::Retry => {
                    state.outbox.set_state(&id, SendState::Sending);
                    Some(state.open.to_string())
                }
                UnsentAction::Discard => state.outbox.remove(&id),
            }
        });
        if let Some(place) = place {
            self.store_unsent(&place);
        }
        // The focused button is removed.
        self.focus_field();
        self.send_pending();
    }
}
