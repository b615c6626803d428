//! Approvals and change requests without a network: the form says so and keeps what was typed, where the browser
//! would replace the page by its own error.

use leptos::prelude::{document, window};
use web_sys::Element;

use super::ChatPanel;
use crate::browser::dom::{closest, find_all, listen};
use crate::chat::markup::Markup;

impl ChatPanel {
    pub(super) fn add_offline_listeners(&'static self) {
        listen(&document(), "submit", move |event| {
            let Some(form) = closest(&event, "form[method=post]:not(.composer)") else { return };
            if !window().navigator().on_line() {
                event.prevent_default();
                self.show_offline(&form);
            }
        });
        listen(&window(), "online", |_| {
            for notice in find_all(&document(), ".offline-notice") {
                notice.remove();
            }
        });
    }

    fn show_offline(&self, form: &Element) {
        if !form.query_selector(".offline-notice").is_ok_and(|shown| shown.is_none()) {
            return;
        }
        let mut html = Markup::default();
        html.raw("<p class=\"offline-notice notice notice--wrong\" role=\"alert\">");
        html.text(self.i18n.offline()).raw("</p>");
        // A form can contain it; without it the browser would show nothing either.
        let _ = form.insert_adjacent_html("beforeend", html.as_str());
    }
}
