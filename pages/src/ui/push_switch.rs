//! Notifications on the device that shows the page.

use leptos::prelude::*;

use crate::i18n::I18n;

/// A button that switches them on or off, once its script (public/push.js) knows what the browser allows. `person` is who
/// gets them, on a page of this browser; of a client's it is sent with their `credential`.
#[component]
pub fn PushSwitch(
    #[prop(into)] person: String,
    #[prop(optional, into)] credential: Option<String>,
    i18n: I18n,
) -> impl IntoView {
    view! {
        <section class="setting" aria-labelledby="push" data-push data-person=person data-token=credential>
            <h2 id="push">{i18n.push()}</h2>
            <div class="muted" role="status">
                <p data-when="unknown">{i18n.push_needs_script()}</p>
                <p data-when="off" hidden>{i18n.push_off()}</p>
                <p data-when="on" hidden>{i18n.push_on()}</p>
                <p data-when="blocked" hidden>{i18n.push_blocked()}</p>
                <p data-when="home" hidden>{i18n.push_home()}</p>
                <p data-when="unsupported" hidden>{i18n.push_unsupported()}</p>
                <p class="notice notice--wrong" data-when="failed" hidden>{i18n.push_failed()}</p>
            </div>
            <div class="actions">
                <button type="button" class="button" data-turn="on" data-when="off" hidden>
                    {i18n.push_turn_on()}
                </button>
                <button type="button" class="button button--quiet" data-turn="off" data-when="on" hidden>
                    {i18n.push_turn_off()}
                </button>
            </div>
            <script type="module" src="/push.js"></script>
        </section>
    }
}
