//! Stores drafts and unsent messages in session storage, which survives a reload and is separate for each tab. They are those
//! of who reads ([`storage_key`](app::chat::ChatStart::storage_key)).

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlTextAreaElement};

use crate::LiveChat;
use crate::scrolling::ScrollAnchor;
use app::browser::dom::listen;
use app::browser::sent_form;
use app::browser::storage::{load, save};

pub(super) const DRAFT: &str = "atrio:draft:";
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
                let stored = |kind: &str| load(&state.start.storage_key(kind, key.as_str()));
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
        state.storage_failed |= !save(&state.start.storage_key(DRAFT, state.open.as_str()), &text);
        state.measure_text(&text);
        state.set_draft(text);
    }

    /// Stores a channel's unsent messages.
    pub(super) fn store_unsent(self, place: &str) {
        let (key, json) = {
            let state = self.state.read_untracked();
            (state.start.storage_key(UNSENT, place), state.outbox.to_json(place))
        };
        if !save(&key, &json) {
            self.state.write().storage_failed = true;
        }
    }

    /// Keeps what is typed in forms outside the island, such as the reasons of change requests, until it is accepted.
    pub(super) fn keep_reasons(self) {
        if self.state.read_untracked().start.is_preview {
            return;
        }
        listen(&document(), "focusin", move |event| {
            if let Some((field, key)) = self.reason_field(&event)
                && field.default_value().is_ok_and(|unchanged| unchanged == field.value())
            {
                let kept = load(&key);
                if !kept.is_empty() {
                    field.set_value(&kept);
                }
            }
        });
        listen(&document(), "input", move |event| {
            if let Some((field, key)) = self.reason_field(&event) {
                save(&key, &field.value());
            }
        });
    }

    /// The field for a reason and the key of its draft.
    fn reason_field(self, event: &Event) -> Option<(HtmlTextAreaElement, String)> {
        let field: HtmlTextAreaElement = event.target()?.dyn_into().ok()?;
        let key = self.reason_key(&field)?;
        Some((field, key))
    }

    /// The key of the draft of a form or its field.
    fn reason_key(self, element: &Element) -> Option<String> {
        let name = element.get_attribute("data-draft")?;
        Some(self.state.read_untracked().start.storage_key(DRAFT, &name))
    }

    /// Notes the form that the browser sends, for the page that answers it.
    pub(super) fn note_sent(self, form: &Element) {
        sent_form::note(&self.reason_key(form).unwrap_or_default());
    }
}

/// Whether the page with this query says that the form whose draft has this key was accepted.
pub(super) fn is_accepted(query: &str, sent: &str) -> bool {
    let about = query.rsplit_once("&done=").and_then(|(page, _)| page.rsplit_once("about="));
    about.is_some_and(|(_, about)| !about.is_empty() && sent.ends_with(about))
}

#[cfg(test)]
mod tests {
    use app::address::Address;
    use app::error::AppError;
    use app::outcome::Done;
    use app::portal_actions::at_deliverable;

    use super::is_accepted;

    #[test]
    fn draft_is_forgotten_once_its_form_is_accepted() {
        let answer = |outcome, unsaved| at_deliverable(Address::here().project("p", "c"), "d", outcome, unsaved);
        let accepted = answer(Ok(Done::ChangesRequested), "");
        assert!(is_accepted(&accepted, "atrio:draft:changes-d"));
        for other in ["atrio:draft:changes-e", ""] {
            assert!(!is_accepted(&accepted, other), "{other}");
        }
        for refused in
            [answer(Err(AppError::NewerVersion), "x"), answer(Err(AppError::NewerVersion), ""), String::new()]
        {
            assert!(!is_accepted(&refused, "atrio:draft:changes-d"), "{refused}");
        }
    }
}
