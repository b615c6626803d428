//! Handles typing in the message field: keys, the character counter and drafts.

use domain::MessageText;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use super::ChatPanel;
use crate::browser::dom::{listen, set_attr, set_text};
use crate::browser::keys::sends;

/// The counter is shown from this many characters left.
const COUNTER_FROM: i64 = 200;
/// The field's most rows, in browsers that do not grow it with CSS.
const MAX_ROWS: usize = 6;

impl ChatPanel {
    /// Adds the listeners of the message form.
    pub(super) fn add_composer_listeners(&'static self) {
        let elements = &self.elements;
        listen(&elements.form, "submit", move |event| {
            event.prevent_default();
            self.submit();
            // The field may be gone with the page.
            let _ = self.elements.text.focus();
        });
        listen(&elements.text, "input", move |_| {
            self.text_changed();
            self.show_error("");
            self.refresh_controls();
        });
        listen(&elements.text, "keydown", move |event| {
            if let Some(key) = event.dyn_ref::<KeyboardEvent>()
                && sends(key)
            {
                event.prevent_default();
                self.submit();
            }
        });
        self.add_retry_listener();
        self.add_unload_listener();
    }

    /// Updates the counter, the field's height and the draft after the text changed.
    pub(super) fn text_changed(&'static self) {
        let text = self.elements.text.value();
        let left = MessageText::remaining(&text);
        let count = &self.elements.count;
        count.set_hidden(left > COUNTER_FROM);
        set_text(count, &if left > COUNTER_FROM { String::new() } else { self.i18n.remaining(left) });
        set_attr(
            count,
            "class",
            if left < 0 { "composer__count composer__count--over" } else { "composer__count" },
        );
        let rows = text.split('\n').count().min(MAX_ROWS);
        set_attr(&self.elements.text, "rows", &rows.to_string());
        self.store_draft(text);
    }
}
