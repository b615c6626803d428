//! Writing: keys, the counter, and drafts that survive.

use domain::MessageText;
use leptos::prelude::window;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use super::Panel;
use super::dom::{on, put, put_text};

/// From how many characters left the counter shows.
const COUNTER_FROM: i64 = 200;
/// How many lines the box shows at most, where it does not grow by itself.
const MOST_ROWS: usize = 6;
/// What browsers report for a key that an input method is still busy with.
const COMPOSING: u32 = 229;

impl Panel {
    /// Follows what is written.
    pub(super) fn listen_to_writing(&'static self) {
        let parts = &self.parts;
        on(&parts.form, "submit", move |event| {
            event.prevent_default();
            self.submit();
            // The box may have vanished with the page.
            let _ = self.parts.text.focus();
        });
        on(&parts.text, "input", move |_| {
            self.written();
            self.tell("");
            self.refresh_around();
        });
        on(&parts.text, "keydown", move |event| {
            if let Some(key) = event.dyn_ref::<KeyboardEvent>()
                && sends(key)
            {
                event.prevent_default();
                self.submit();
            }
        });
        self.listen_to_unsent();
        self.listen_to_leaving();
    }

    /// Takes note of what stands in the box.
    pub(super) fn written(&'static self) {
        let text = self.parts.text.value();
        let left = MessageText::remaining(&text);
        let count = &self.parts.count;
        count.set_hidden(left > COUNTER_FROM);
        put_text(count, &if left > COUNTER_FROM { String::new() } else { self.i18n.remaining(left) });
        put(
            count,
            "class",
            if left < 0 { "composer__count composer__count--over" } else { "composer__count" },
        );
        let rows = text.split('\n').count().min(MOST_ROWS);
        put(&self.parts.text, "rows", &rows.to_string());
        self.keep_draft(text);
    }
}

/// Whether a key sends: Enter, unless it makes a new line, chooses what an input method offers, or is
/// the only way to a new line, as on a phone; with Ctrl or Cmd it always does.
pub fn sends(key: &KeyboardEvent) -> bool {
    if key.key() != "Enter" || key.is_composing() || key.key_code() == COMPOSING {
        return false;
    }
    let is_touch =
        || window().match_media("(pointer: coarse)").ok().flatten().is_some_and(|touch| touch.matches());
    key.ctrl_key() || key.meta_key() || !key.shift_key() && !is_touch()
}
