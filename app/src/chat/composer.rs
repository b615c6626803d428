//! The client's message form, which posts without JavaScript. Its behaviour in the browser is in
//! [`live::writing`](super::live::writing).

use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::ChatStart;
use crate::portal_actions::WriteMessage;

#[component]
pub fn Composer(start: ChatStart) -> impl IntoView {
    let i18n = start.i18n;
    view! {
        <form class="composer" method="post" action=WriteMessage::PATH>
            <input type="hidden" name="project" value=start.project().to_owned()/>
            <input type="hidden" name="key" value=start.slug/>
            <input type="hidden" name="pass" value=start.credential/>
            <input type="hidden" name="channel" value=start.open.to_string()/>
            <label class="sr-only" for="message">{i18n.write_message()}</label>
            <textarea
                id="message"
                class="composer__box"
                name="text"
                rows="1"
                required
                disabled=start.is_preview
                dir="auto"
                placeholder=i18n.write_message()
                aria-describedby="composer-trouble composer-count"
                aria-invalid=(!start.error.is_empty()).to_string()
            >
                {start.draft}
            </textarea>
            <button class="button composer__send" disabled=start.is_preview>{i18n.submit_message()}</button>
            <p id="composer-trouble" class="composer__trouble" role="alert">{start.error}</p>
            <p id="composer-count" class="composer__count" hidden></p>
            <p class="composer__hint">{i18n.enter_hint()}</p>
        </form>
    }
}
