//! The client's message form, which posts without JavaScript.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::LiveChat;
use crate::session::DRAFT;
use app::browser::dom::find;
use app::browser::keys::sends;
use app::chat::files_field::{COMPOSER, FilesField, has_files};
use app::portal_actions::WriteMessage;

/// The counter is shown from this many characters left.
const COUNTER_FROM: i64 = 200;

#[component]
pub fn Composer(chat: LiveChat) -> impl IntoView {
    let i18n = chat.i18n();
    let state = chat.state;
    let start = state.read_untracked().start.clone();
    let drafts = start.storage_key(DRAFT, "");
    let remaining = move || state.read().composer.remaining;
    let counter = move || Some(remaining()).filter(|left| *left <= COUNTER_FROM).map(|left| i18n.remaining(left));
    let error = move || Some(state.read().composer.error.clone()).filter(|error| !error.is_empty());
    view! {
        <form
            id=COMPOSER
            class="composer"
            method="post"
            action=WriteMessage::PATH
            enctype="multipart/form-data"
            novalidate
            data-drafts=drafts
            on:submit=move |event| {
                // The browser sends files, and says how far it is.
                if !chat.has_files() {
                    event.prevent_default();
                    chat.submit();
                    chat.focus_field();
                }
            }
        >
            <input type="hidden" name="project" value=start.project().to_owned()/>
            <input type="hidden" name="key" value=start.key/>
            <input type="hidden" name="pass" value=start.credential/>
            <input type="hidden" name="channel" value=move || state.read().open.to_string()/>
            <label class="sr-only" for="message">{i18n.write_message()}</label>
            // Uncontrolled: what was typed before the page is live stays.
            <textarea
                id="message"
                class="composer__box"
                name="text"
                rows=move || state.read().composer.rows.to_string()
                disabled=start.is_preview
                dir="auto"
                placeholder=i18n.write_message()
                aria-describedby="composer-trouble composer-count"
                aria-invalid=move || state.read().composer.is_invalid.to_string()
                node_ref=chat.field
                on:input=move |_| {
                    chat.text_changed();
                    state.write().set_error("");
                }
                on:keydown=move |event| {
                    if sends(&event) {
                        event.prevent_default();
                        chat.send_form();
                    }
                }
            >
                {start.draft}
            </textarea>
            <FilesField i18n disabled=start.is_preview node_ref=chat.files/>
            <button class="button composer__send" disabled=move || state.read().is_closed()>
                {i18n.submit_message()}
            </button>
            <p id="composer-trouble" class="composer__trouble" role="alert">{error}</p>
            <p
                id="composer-count"
                class=move || {
                    let over = if remaining() < 0 { " composer__count--over" } else { "" };
                    ["composer__count", over].concat()
                }
                hidden=move || { remaining() > COUNTER_FROM }
            >
                {counter}
            </p>
            <p class="composer__hint">{i18n.enter_hint()}</p>
        </form>
    }
}

impl LiveChat {
    /// Whether the form has files: chosen ones, or those that came with a message that was refused.
    fn has_files(self) -> bool {
        self.files.get_untracked().is_some_and(|input| has_files(&input)) || find("[form=composer]").is_some()
    }

    /// As the button of the form, which checks nothing.
    fn send_form(self) {
        if let Some(form) = self.files.get_untracked().and_then(|input| input.form()) {
            let _ = form.request_submit();
        }
    }

    pub(super) fn focus_field(self) {
        if let Some(field) = self.field.get_untracked() {
            // The field may be gone with the page.
            let _ = field.focus();
        }
    }
}
