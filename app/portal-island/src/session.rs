//! Stores drafts and unsent messages in session storage, which survives a reload and is separate for each tab.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlTextAreaElement};

use crate::LiveChat;
use crate::scrolling::ScrollAnchor;
use app::browser::dom::listen;
use app::browser::storage::{load, save};

const DRAFT: &str = "atrio:draft:";
const UNSENT: &str = "atrio:unsent:";

impl LiveChat {
    /// Restores drafts and unsent messages after a reload. Text already in the message field wins over a
    /// stored draft.
    pub(super) fn restore_session(self) {
        let Some(field) = self.field.get_untracked() else { return };
        if self.state.read_untracked().start.is_preview {
            return;
        }
        let delivered = self.change(ScrollAnchor::Current, |state| {
            let keys = state.conversation.channels.iter().map(|channel| channel.key.clone());
            for key in keys.collect::<Vec<_>>() {
                let stored = |kind: &str| load(&[kind, key.as_str()].concat());
                let (unsent, draft) = (stored(UNSENT), stored(DRAFT));
                state.restore(key, &unsent, draft);
            }
            state.resume()
        });
        for place in delivered {
            self.store_unsent(&place);
        }
        if field.value().is_empty() {
            self.show_draft();
        } else {
            self.text_changed();
        }
    }

    /// Puts the open channel's draft into the message field.
    pub(super) fn show_draft(self) {
        if let Some(field) = self.field.get_untracked() {
            field.set_value(self.state.read_untracked().draft());
            self.text_changed();
        }
    }

    /// Measures and stores the text of the message field.
    pub(super) fn text_changed(self) {
        let Some(field) = self.field.get_untracked() else { return };
        let text = field.value();
        let mut state = self.state.write();
        state.storage_failed |= !save(&[DRAFT, state.open.as_str()].concat(), &text);
        state.measure_text(&text);
        state.set_draft(text);
    }

    /// Stores a channel's unsent messages.
    pub(super) fn store_unsent(self, place: &str) {
        let json = self.state.read_untracked().outbox.to_json(place);
        if !save(&[UNSENT, place].concat(), &json) {
            self.state.write().storage_failed = true;
        }
    }
}

/// Keeps the reasons of change requests, which are typed in forms outside the island, until they are sent: then a
/// refused one is in the page.
pub(super) fn keep_reasons() {
    listen(&document(), "focusin", |event| {
        if let Some((field, key)) = reason_field(&event).filter(|(field, _)| field.value().is_empty()) {
            field.set_value(&load(&key));
        }
    });
    listen(&document(), "input", |event| {
        if let Some((field, key)) = reason_field(&event) {
            save(&key, &field.value());
        }
    });
}

/// The field for a reason and the key of its draft.
fn reason_field(event: &Event) -> Option<(HtmlTextAreaElement, String)> {
    let field: HtmlTextAreaElement = event.target()?.dyn_into().ok()?;
    let key = reason_key(&field)?;
    Some((field, key))
}

/// The key of the draft of a form or its field.
pub(super) fn reason_key(element: &Element) -> Option<String> {
    element.get_attribute("data-draft").map(|name| [DRAFT, &name].concat())
}
