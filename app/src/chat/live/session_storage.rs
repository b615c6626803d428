//! Stores drafts and unsent messages in session storage, which survives a reload and is separate for each
//! tab.

use leptos::prelude::window;

use super::ChatPanel;
use crate::browser::dom::listen;
use crate::browser::storage::{load, save};

const DRAFT: &str = "atrio:draft:";
const UNSENT: &str = "atrio:unsent:";

impl ChatPanel {
    /// Restores drafts and unsent messages after a reload. Text already in the message field wins over a
    /// stored draft.
    pub(super) fn restore_session(&'static self) {
        let typed = self.elements.text.value();
        let mut delivered = Vec::new();
        {
            let mut state = self.state.borrow_mut();
            let state = &mut *state;
            for channel in &state.conversation.channels {
                state.outbox.restore(&load(&[UNSENT, channel.key.as_str()].concat()));
                let draft = load(&[DRAFT, channel.key.as_str()].concat());
                if !draft.is_empty() {
                    state.drafts.push((channel.key.clone(), draft));
                }
            }
            // Some may have been delivered before the reload.
            let messages = state.conversation.channels.iter().flat_map(|channel| &channel.messages);
            delivered.extend(messages.filter_map(|message| state.outbox.remove(&message.id)));
            state.outbox.resume();
        }
        for channel in delivered {
            self.store_unsent(&channel);
        }
        if typed.is_empty() {
            self.show_draft();
        } else {
            self.text_changed();
        }
    }

    /// Puts the open channel's draft into the message field.
    pub(super) fn show_draft(&'static self) {
        let draft = {
            let state = self.state.borrow();
            let draft = state.drafts.iter().find(|(channel, _)| *channel == state.open);
            draft.map(|(_, draft)| draft.clone()).unwrap_or_default()
        };
        self.elements.text.set_value(&draft);
        self.text_changed();
    }

    /// Stores the open channel's draft.
    pub(super) fn store_draft(&'static self, text: String) {
        let mut state = self.state.borrow_mut();
        let channel = state.open.clone();
        if !save(&[DRAFT, channel.as_str()].concat(), &text) {
            self.storage_failed.set(true);
        }
        state.drafts.retain(|(other, _)| *other != channel);
        if !text.is_empty() {
            state.drafts.push((channel, text));
        }
    }

    /// Stores a channel's unsent messages.
    pub(super) fn store_unsent(&'static self, channel: &str) {
        let state = self.state.borrow();
        if !save(&[UNSENT, channel].concat(), &state.outbox.to_json(channel)) {
            self.storage_failed.set(true);
        }
    }

    /// Asks for confirmation before the page is left if unsent text would be lost for lack of storage.
    pub(super) fn add_unload_listener(&'static self) {
        listen(&window(), "beforeunload", move |event| {
            let state = self.state.borrow();
            if self.storage_failed.get() && !(state.drafts.is_empty() && state.outbox.is_empty()) {
                event.prevent_default();
            }
        });
    }
}
