//! Sending: a message is shown at once and leaves in its turn, one after another, so that they arrive in
//! the order they were written.

use domain::id::CommentId;
use domain::{MessageText, Timestamp};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::window;
use leptos::task::spawn_local;

use super::Panel;
use super::api::{self, Trouble};
use super::dom::{on, put, put_text, under};
use super::local::device_now;
use super::polling::{LONGEST_PAUSE, Standing};
use super::rows::Place;
use crate::chat::outbox::{Fate, Unsent};
use crate::chat::ticket::ticket;
use crate::error::AppError;

/// How long a page that is being left may still run, in milliseconds.
const LEAVING: u32 = 300;

impl Panel {
    /// Sends what stands in the box.
    pub(super) fn submit(&'static self) {
        if self.state.borrow().standing == Standing::Closed {
            return;
        }
        let text = match MessageText::parse(&self.parts.text.value()) {
            Ok(text) => String::from(text),
            Err(refusal) => {
                put(&self.parts.text, "aria-invalid", "true");
                return self.tell(AppError::from(refusal).i18n(self.i18n));
            }
        };
        let at = Timestamp::from_millis(device_now() + self.state.borrow().ahead);
        let Some(id) = random().and_then(|random| ticket(at, random)) else {
            return self.tell(self.i18n.not_sent());
        };
        let channel = {
            let mut state = self.state.borrow_mut();
            let channel = state.open.clone();
            state.outbox.put(Unsent { id, channel: channel.clone(), text, at, fate: Fate::Sending });
            // Whoever answers has read.
            state.new_since = None;
            channel
        };
        self.keep_unsent(&channel);
        self.parts.text.set_value("");
        self.written();
        self.refresh(Place::End);
        self.send_on();
    }

    /// Sends what is on its way, unless that is being done or must wait.
    pub(super) fn send_on(&'static self) {
        if !self.sends.is_set() && !self.sending.replace(true) {
            spawn_local(async move {
                self.send_all().await;
                self.sending.set(false);
            });
        }
    }

    async fn send_all(&'static self) {
        while let Some(message) = self.next_to_send() {
            let trouble = match api::write(&self.start, &message).await {
                Ok(comment) => {
                    let mut state = self.state.borrow_mut();
                    state.outbox.take(&message.id);
                    state.conversation.sent(comment);
                    None
                }
                Err(trouble) => Some(trouble),
            };
            if trouble == Some(Trouble::Down) {
                // A page that is being left fails to send, too, but does not get beyond this: the message
                // is still on its way, and leaves when the page comes back.
                TimeoutFuture::new(LEAVING).await;
            }
            // Unless a poll has brought it in the meantime.
            if let Some(trouble) = trouble.filter(|_| self.state.borrow().outbox.has(&message.id)) {
                self.held_up(&message.id, trouble);
            }
            self.keep_unsent(&message.channel);
            self.refresh(Place::Keep);
            if self.sends.is_set() {
                return;
            }
        }
    }

    fn next_to_send(&self) -> Option<Unsent> {
        let mut state = self.state.borrow_mut();
        let message = state.outbox.next().cloned()?;
        state.outbox.mark(&message.id, Fate::Sending);
        Some(message)
    }

    /// A message did not leave: it waits, or its author decides.
    fn held_up(&'static self, id: &CommentId, trouble: Trouble) {
        let (fate, told) = match trouble {
            Trouble::Slow(_) => (Fate::Waiting, self.i18n.not_sent_yet()),
            Trouble::Gone => (Fate::Failed, self.i18n.not_sent_gone()),
            Trouble::Down => (Fate::Failed, self.i18n.not_sent()),
        };
        self.state.borrow_mut().outbox.mark(id, fate);
        self.tell(told);
        match trouble {
            Trouble::Slow(seconds) => {
                let pause = seconds.saturating_mul(1_000).min(LONGEST_PAUSE);
                self.sends.set(pause, move || {
                    self.tell("");
                    self.send_on();
                });
            }
            // Whether it is the channel or the client that is gone, the next poll tells.
            Trouble::Gone => self.poll_in(0),
            Trouble::Down => {}
        }
    }

    /// The buttons of a message that did not leave.
    pub(super) fn listen_to_unsent(&'static self) {
        on(&self.parts.list, "click", move |event| {
            let (Some(button), Some(row)) = (under(&event, "[data-act]"), under(&event, "li")) else {
                return;
            };
            let id = {
                let state = self.state.borrow();
                let shown = state.shown.iter().find(|shown| shown.element == row);
                shown.and_then(|shown| CommentId::parse(shown.row.key.clone()).ok())
            };
            let Some(id) = id else { return };
            let channel = {
                let mut state = self.state.borrow_mut();
                if button.get_attribute("data-act").as_deref() == Some("retry") {
                    state.outbox.mark(&id, Fate::Sending);
                    Some(state.open.clone())
                } else {
                    state.outbox.take(&id)
                }
            };
            if let Some(channel) = channel {
                self.keep_unsent(&channel);
            }
            self.tell("");
            self.refresh(Place::Keep);
            // The button is gone from under the focus.
            let _ = self.parts.text.focus();
            self.send_on();
        });
    }

    /// Says what went wrong, or that nothing is wrong any more.
    pub(super) fn tell(&self, trouble: &str) {
        put_text(&self.parts.trouble, trouble);
        if trouble.is_empty() {
            put(&self.parts.text, "aria-invalid", "false");
        }
    }
}

fn random() -> Option<[u8; 10]> {
    let mut bytes = [0; 10];
    window().crypto().ok()?.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(bytes)
}
