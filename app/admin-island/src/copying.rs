//! Copy buttons. The style sheet shows them if the browser has a clipboard API (`data-clipboard`).

use std::rc::Rc;

use app::browser::dom::{closest, set_text, toggle_attr};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::Element;

use crate::notice::Notice;
use crate::{LivePage, phrases};

/// How long the confirmation is shown, in milliseconds.
const FEEDBACK_DURATION: u32 = 2_500;

impl LivePage {
    pub(crate) fn add_copy_listener(self: &Rc<Self>) {
        // Only pages from a secure origin have one.
        if JsValue::is_undefined(&window().navigator().clipboard()) {
            return;
        }
        if let Some(root) = document().document_element() {
            toggle_attr(&root, "data-clipboard", true);
        }
        self.on(ev::click, |page, event| {
            if let Some(button) = closest(event, "[data-copy]") {
                spawn_local(page.clone().copy(button));
            }
        });
    }

    async fn copy(self: Rc<Self>, button: Element) {
        let text = button.get_attribute("data-copy").unwrap_or_default();
        if JsFuture::from(window().navigator().clipboard().write_text(&text)).await.is_err() {
            return;
        }
        self.notice.set(Some(Notice::Copied));
        let copied = Notice::Copied.text(phrases());
        // A button that still shows the confirmation keeps its text.
        let was = button.text_content().filter(|was| was != copied && button.child_element_count() == 0);
        if was.is_some() {
            set_text(&button, copied);
        }
        let notice = self.notice;
        self.notice_timer.set(FEEDBACK_DURATION, move || {
            if let Some(was) = was {
                set_text(&button, &was);
            }
            // What happened since then stays on the page.
            notice.maybe_update(|shown| shown.take_if(|shown| *shown == Notice::Copied).is_some());
        });
    }
}
