//! Approvals and change requests without a network: the form says so and keeps what was typed, where the browser
//! would replace the page by its own error.

use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlFormElement;

use crate::LiveChat;
use app::browser::dom::listen;

impl LiveChat {
    pub(super) fn listen_to_forms(self) {
        let i18n = self.i18n();
        listen(&document(), "submit", move |event| {
            let form = event.target().and_then(|form| form.dyn_into::<HtmlFormElement>().ok());
            // The composer has taken its own message over.
            let Some(form) = form.filter(|form| form.method() == "post" && !event.default_prevented()) else {
                return;
            };
            if window().navigator().on_line() {
                return self.note_sent(&form);
            }
            event.prevent_default();
            let shown = {
                let mut state = self.state.write();
                state.offline_notice += 1;
                state.offline_notice
            };
            let is_shown = move || self.state.read().offline_notice == shown;
            let notice = move || {
                view! {
                    <p class="notice notice--wrong" role="alert" hidden=move || !is_shown()>
                        {i18n.offline()}
                    </p>
                }
            };
            mount_to(form.into(), notice).forget();
        });
        listen(&window(), "online", move |_| self.state.write().offline_notice += 1);
    }
}
