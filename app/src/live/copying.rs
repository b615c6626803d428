//! Buttons that copy a text.

use leptos::prelude::{document, window};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, HtmlElement};

use super::Live;
use crate::chat::live::dom::{all, on, put_text, under};

/// How long it is said that something was copied, in milliseconds.
const TOLD_FOR: u32 = 2_500;

/// Shows the buttons that copy, where the browser lets a page copy.
pub fn reveal(page: &Document) {
    if JsValue::is_undefined(&window().navigator().clipboard()) {
        return;
    }
    for button in all(page, "[data-copy]") {
        button.set_hidden(false);
    }
}

impl Live {
    /// Follows the buttons.
    pub(super) fn listen_to_copying(&'static self) {
        on(&document(), "click", move |event| {
            if let Some(button) = under(&event, "[data-copy]") {
                spawn_local(self.copy(button.unchecked_into()));
            }
        });
    }

    async fn copy(&'static self, button: HtmlElement) {
        let text = button.get_attribute("data-copy").unwrap_or_default();
        if JsFuture::from(window().navigator().clipboard().write_text(&text)).await.is_err() {
            return;
        }
        self.tell(Some("data-copied"));
        let (was, copied) = (button.text_content(), self.notice.text_content());
        // Where it says so already, there is nothing to say again.
        if was != copied && button.child_element_count() == 0 {
            put_text(&button, &copied.unwrap_or_default());
            self.quiet.set(TOLD_FOR, move || {
                put_text(&button, &was.unwrap_or_default());
                self.tell(None);
            });
        } else {
            self.quiet.set(TOLD_FOR, move || self.tell(None));
        }
    }
}
