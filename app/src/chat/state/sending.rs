//! The messages on their way.

use domain::id::CommentId;
use domain::{ChannelKey, Timestamp};

use super::ChatState;
use crate::browser::fetch::FetchError;
use crate::browser::outbox::{SendState, Unsent};

impl ChatState {
    /// Queues a new message. A reader who replies has read the new messages.
    pub fn queue(&mut self, id: CommentId, text: String, at: Timestamp) {
        let place = self.open.to_string();
        let (action, body) = (String::new(), String::new());
        self.outbox.add(Unsent { id, place, text, at, state: SendState::Sending, action, body });
        self.new_since = None;
    }

    /// The message to send next, which is marked as being sent.
    pub fn next_to_send(&mut self) -> Option<Unsent> {
        let message = self.outbox.next().cloned()?;
        self.outbox.set_state(&message.id, SendState::Sending);
        Some(message)
    }

    /// Notes that a message was not sent, unless a poll has returned it meanwhile: it waits, or has failed. Returns
    /// whether it had not arrived.
    pub fn send_failed(&mut self, id: &CommentId, error: FetchError) -> bool {
        if !self.outbox.contains(id) {
            return false;
        }
        let i18n = self.start.i18n;
        let (send_state, notice) = match error {
            FetchError::RateLimited(_) => (SendState::Waiting, i18n.not_sent_yet()),
            FetchError::Gone => (SendState::Failed, i18n.not_sent_gone()),
            FetchError::Unavailable => (SendState::Failed, i18n.not_sent()),
        };
        if error == FetchError::Unavailable {
            // As a failed poll: the next one that succeeds sends it again.
            self.failures += 1;
        }
        self.outbox.set_state(id, send_state);
        notice.clone_into(&mut self.composer.error);
        true
    }

    /// Adds what the tab has stored of a channel.
    pub fn restore(&mut self, key: ChannelKey, unsent: &str, draft: String) {
        self.outbox.restore(unsent);
        if !draft.is_empty() {
            self.drafts.push((key, draft));
        }
    }

    /// Removes the restored messages that were delivered before the reload, and queues the others; returns the
    /// conversations of those removed.
    pub fn resume(&mut self) -> Vec<String> {
        let messages = self.conversation.channels.iter().flat_map(|channel| &channel.messages);
        let delivered = messages.filter_map(|message| self.outbox.remove(&message.id)).collect();
        self.outbox.resume();
        delivered
    }
}
