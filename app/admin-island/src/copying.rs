//! Copy buttons.

use leptos::prelude::{document, window};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, HtmlElement};

use crate::LivePage;
use app::browser::dom::{closest, find_all, listen, set_text};

/// How long the confirmation is shown, in milliseconds.
const FEEDBACK_DURATION: u32 = 2_500;

/// Shows the copy buttons, if the browser has a clipboard API.
pub(crate) fn show_copy_buttons(page: &Document) {
    if JsValue::is_undefined(&window().navigator().clipboard()) {
        return;
    }
    for button in find_all(page, "[data-copy]") {
        button.set_hidden(false);
    }
}

impl LivePage {
    /// Handles clicks on copy buttons.
    pub(super) fn add_copy_listener(&'static self) {
        listen(&document(), "click", move |event| {
            if let Some(button) = closest(&event, "[data-copy]") {
                spawn_local(self.copy(button.unchecked_into()));
            }
        });
    }

    async fn copy(&'static self, button: HtmlElement) {
        let text = button.get_attribute("data-copy").unwrap_or_default();
        if JsFuture::from(window().navigator().clipboard().write_text(&text)).await.is_err() {
            return;
        }
        self.show_notice(Some("data-copied"));
        let (was, copied) = (button.text_content(), self.notice.text_content());
        // A button that still shows the confirmation keeps its text.
        if was != copied && button.child_element_count() == 0 {
            set_text(&button, &copied.unwrap_or_default());
            self.notice_timer.set(FEEDBACK_DURATION, move || {
                set_text(&button, &was.unwrap_or_default());
                self.show_notice(None);
            });
        } else {
            self.notice_timer.set(FEEDBACK_DURATION, move || self.show_notice(None));
        }
    }
}
