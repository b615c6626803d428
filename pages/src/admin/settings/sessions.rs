//! The setting that ends every session.

use crate::admin::prelude::*;
use crate::admin::settings::actions::EndSessions;

/// The explanation, or the confirmation.
#[component]
pub fn SessionsSection(
    /// Whether to ask for confirmation (`?end=1`).
    confirming: bool,
    i18n: I18n,
) -> impl IntoView {
    if confirming {
        view! {
            <section class="danger" aria-labelledby="sessions-heading" id="sessions">
                <h2 id="sessions-heading">{i18n.end_sessions_question()}</h2>
                <p>{i18n.end_sessions_warning()}</p>
                <form method="post" action=EndSessions::PATH class="actions">
                    <button class="button button--danger">{i18n.end_sessions()}</button>
                    <a class="button button--quiet" href="/admin/settings#sessions">{i18n.cancel()}</a>
                </form>
            </section>
        }
        .into_any()
    } else {
        view! {
            <section class="setting" aria-labelledby="sessions-heading" id="sessions">
                <h2 id="sessions-heading">{i18n.sessions()}</h2>
                <p class="muted">{i18n.sessions_hint()}</p>
                <p>
                    <a class="button button--quiet" href="/admin/settings?end=1#sessions">{i18n.end_sessions()}</a>
                </p>
            </section>
        }
        .into_any()
    }
}
