//! Sends messages. A message is shown at once; the outbox is sent one by one, so that messages are stored
//! in the order they were written.

use domain::id::CommentId;
use domain::{MessageText, Timestamp};
use gloo_timers::future::TimeoutFuture;
use leptos::task::spawn_local;

use super::ChatPanel;
use super::api;
use super::polling::ConnectionState;
use super::rows::ScrollAnchor;
use crate::browser::clock::device_now;
use crate::browser::dom::{closest, listen, set_attr, set_text};
use crate::browser::fetch::FetchError;
use crate::browser::outbox::{SendState, Unsent};
use crate::browser::polling::MAX_PAUSE;
use crate::browser::uuid::new_message_id;
use crate::error::AppError;

/// How long a page may still run after it is left, in milliseconds.
const UNLOAD_DELAY: u32 = 300;

impl ChatPanel {
    /// Sends the text of the message field.
    pub(super) fn submit(&'static self) {
        if self.state.borrow().connection == ConnectionState::Closed {
            return;
        }
        let text = match MessageText::parse(&self.elements.text.value()) {
            Ok(text) => String::from(text),
            Err(error) => {
                set_attr(&self.elements.text, "aria-invalid", "true");
                return self.show_error(AppError::from(error).i18n(self.i18n));
            }
        };
        let at = Timestamp::from_millis(device_now() + self.state.borrow().clock_offset);
        let Some(id) = new_message_id(at) else {
            return self.show_error(self.i18n.not_sent());
        };
        let channel = {
            let mut state = self.state.borrow_mut();
            let place = state.open.to_string();
            let message =
                Unsent { id, place: place.clone(), text, at, state: SendState::Sending, request: () };
            state.outbox.add(message);
            // A reader who replies has read the new messages.
            state.new_since = None;
            place
        };
        self.store_unsent(&channel);
        self.elements.text.set_value("");
        self.text_changed();
        self.refresh(ScrollAnchor::End);
        self.send_pending();
    }

    /// Sends the outbox, unless that is running or waits for the rate limit.
    pub(super) fn send_pending(&'static self) {
        if !self.send_timer.is_set() && !self.is_sending.replace(true) {
            spawn_local(async move {
                self.send_all().await;
                self.is_sending.set(false);
            });
        }
    }

    /// Sends the failed messages again, when the network is back.
    pub(super) fn retry_failed(&'static self) {
        if self.state.borrow_mut().outbox.retry() {
            self.show_error("");
            self.refresh(ScrollAnchor::Current);
            self.send_pending();
        }
    }

    async fn send_all(&'static self) {
        while let Some(message) = self.next_to_send() {
            let error = match api::post_message(&self.start, &message).await {
                Ok(comment) => {
                    let mut state = self.state.borrow_mut();
                    state.outbox.remove(&message.id);
                    state.conversation.add_sent(comment);
                    None
                }
                Err(error) => Some(error),
            };
            if error == Some(FetchError::Unavailable) {
                // Leaving the page aborts the request too, but then this does not return: the message stays
                // unsent in session storage and is sent when the page is opened again.
                TimeoutFuture::new(UNLOAD_DELAY).await;
            }
            // A poll may have returned the message in the meantime.
            if let Some(error) = error.filter(|_| self.state.borrow().outbox.contains(&message.id)) {
                self.handle_failure(&message.id, error);
            }
            self.store_unsent(&message.place);
            self.refresh(ScrollAnchor::Current);
            if self.send_timer.is_set() {
                return;
            }
        }
    }

    fn next_to_send(&self) -> Option<Unsent> {
        let mut state = self.state.borrow_mut();
        let message = state.outbox.next().cloned()?;
        state.outbox.set_state(&message.id, SendState::Sending);
        Some(message)
    }

    /// Handles a failed request: the message waits or is marked as failed.
    fn handle_failure(&'static self, id: &CommentId, error: FetchError) {
        let (send_state, notice) = match error {
            FetchError::RateLimited(_) => (SendState::Waiting, self.i18n.not_sent_yet()),
            FetchError::Gone => (SendState::Failed, self.i18n.not_sent_gone()),
            FetchError::Unavailable => (SendState::Failed, self.i18n.not_sent()),
        };
        self.state.borrow_mut().outbox.set_state(id, send_state);
        self.show_error(notice);
        match error {
            FetchError::RateLimited(seconds) => {
                let pause = seconds.saturating_mul(1_000).min(MAX_PAUSE);
                self.send_timer.set(pause, move || {
                    self.show_error("");
                    self.send_pending();
                });
            }
            // The next poll finds out whether the channel or the access is gone.
            FetchError::Gone => self.poll_in(0),
            FetchError::Unavailable => {}
        }
    }

    /// Handles the buttons of failed messages.
    pub(super) fn add_retry_listener(&'static self) {
        listen(&self.elements.list, "click", move |event| {
            let (Some(button), Some(row)) = (closest(&event, "[data-act]"), closest(&event, "li")) else {
                return;
            };
            let id = {
                let state = self.state.borrow();
                let rendered = state.rendered.iter().find(|rendered| rendered.element == row);
                rendered.and_then(|rendered| CommentId::parse(rendered.row.key.clone()).ok())
            };
            let Some(id) = id else { return };
            let channel = {
                let mut state = self.state.borrow_mut();
                if button.get_attribute("data-act").as_deref() == Some("retry") {
                    state.outbox.set_state(&id, SendState::Sending);
                    Some(state.open.to_string())
                } else {
                    state.outbox.remove(&id)
                }
            };
            if let Some(channel) = channel {
                self.store_unsent(&channel);
            }
            self.show_error("");
            self.refresh(ScrollAnchor::Current);
            // The focused button was removed.
            let _ = self.elements.text.focus();
            self.send_pending();
        });
    }

    /// Shows an error message in the form; an empty one clears it.
    pub(super) fn show_error(&self, error: &str) {
        set_text(&self.elements.error, error);
        if error.is_empty() {
            set_attr(&self.elements.text, "aria-invalid", "false");
        }
    }
}
