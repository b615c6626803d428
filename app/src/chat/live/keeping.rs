//! What a reload must not lose: drafts and messages on their way, in the storage of this one tab, so
//! that two tabs never fight over them.

use domain::ChannelKey;
use leptos::prelude::window;

use super::Panel;
use super::dom::on;

const DRAFT: &str = "atrio:draft:";
const UNSENT: &str = "atrio:unsent:";
const PREVIEW: &str = "atrio:preview";

/// What is kept under a name; nothing is like empty.
fn kept(kind: &str, channel: &ChannelKey) -> String {
    let storage = window().session_storage().ok().flatten();
    storage.and_then(|storage| storage.get_item(&named(kind, channel)).ok().flatten()).unwrap_or_default()
}

/// Keeps a text under a name; returns whether the browser agreed.
fn keep(kind: &str, channel: &ChannelKey, text: &str) -> bool {
    let Some(storage) = window().session_storage().ok().flatten() else { return text.is_empty() };
    let name = named(kind, channel);
    let done = if text.is_empty() { storage.remove_item(&name) } else { storage.set_item(&name, text) };
    done.is_ok()
}

fn named(kind: &str, channel: &ChannelKey) -> String {
    let mut name = String::from(kind);
    name.push_str(channel.as_str());
    name
}

/// Whether this tab was opened by the agency to see what its client sees (`?preview=1`): what is looked
/// at there the client has not read, on the pages that follow in the same tab either.
pub(super) fn is_preview() -> bool {
    let storage = window().session_storage().ok().flatten();
    if window().location().search().is_ok_and(|query| query.contains("preview=1")) {
        if let Some(storage) = storage {
            // Where it cannot be kept, this page at least is one.
            let _ = storage.set_item(PREVIEW, "1");
        }
        return true;
    }
    storage.is_some_and(|storage| matches!(storage.get_item(PREVIEW), Ok(Some(_))))
}

impl Panel {
    /// Takes up what was left before a reload. What the page brought, or was typed before the script
    /// came, goes before an old draft.
    pub(super) fn remember(&'static self) {
        // Asked at once, though nothing may come to be read on this page: it is kept for the next.
        is_preview();
        let written = self.parts.text.value();
        let mut arrived = Vec::new();
        {
            let mut state = self.state.borrow_mut();
            let state = &mut *state;
            for channel in &state.conversation.channels {
                state.outbox.restore(&kept(UNSENT, &channel.key));
                let draft = kept(DRAFT, &channel.key);
                if !draft.is_empty() {
                    state.drafts.push((channel.key.clone(), draft));
                }
            }
            // Some may have arrived before the page was left.
            let messages = state.conversation.channels.iter().flat_map(|channel| &channel.messages);
            arrived.extend(messages.filter_map(|message| state.outbox.take(&message.id)));
            state.outbox.revive();
        }
        for channel in arrived {
            self.keep_unsent(&channel);
        }
        if written.is_empty() {
            self.show_draft();
        } else {
            self.written();
        }
    }

    /// Puts the open channel's draft into the box.
    pub(super) fn show_draft(&'static self) {
        let draft = {
            let state = self.state.borrow();
            let draft = state.drafts.iter().find(|(channel, _)| *channel == state.open);
            draft.map(|(_, draft)| draft.clone()).unwrap_or_default()
        };
        self.parts.text.set_value(&draft);
        self.written();
    }

    /// Keeps the open channel's draft.
    pub(super) fn keep_draft(&'static self, text: String) {
        let mut state = self.state.borrow_mut();
        let channel = state.open.clone();
        if !keep(DRAFT, &channel, &text) {
            self.forgets.set(true);
        }
        state.drafts.retain(|(other, _)| *other != channel);
        if !text.is_empty() {
            state.drafts.push((channel, text));
        }
    }

    /// Keeps a channel's messages on their way.
    pub(super) fn keep_unsent(&'static self, channel: &ChannelKey) {
        let state = self.state.borrow();
        if !keep(UNSENT, channel, &state.outbox.kept(channel)) {
            self.forgets.set(true);
        }
    }

    /// Asks before the page is left, where the browser keeps nothing and something would be lost.
    pub(super) fn listen_to_leaving(&'static self) {
        on(&window(), "beforeunload", move |event| {
            let state = self.state.borrow();
            if self.forgets.get() && !(state.drafts.is_empty() && state.outbox.is_empty()) {
                event.prevent_default();
            }
        });
    }
}
