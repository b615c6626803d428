//! Ending every session.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::rpc::EndSessions;
use crate::words::Words;

/// What it is, or, once asked for, the question.
#[component]
pub fn SessionsSection(
    /// Whether the question is open (`?end=1`).
    asks: bool,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    if asks {
        view! {
            <section class="danger" aria-labelledby="sessions-heading" id="sessions">
                <h2 id="sessions-heading">{words.end_sessions_question()}</h2>
                <p>{words.end_sessions_warning()}</p>
                <form method="post" action=EndSessions::PATH class="actions">
                    <button class="button button--danger">{words.end_sessions()}</button>
                    <a class="button button--quiet" href="/admin/settings#sessions">{words.cancel()}</a>
                </form>
            </section>
        }
        .into_any()
    } else {
        view! {
            <section class="setting" aria-labelledby="sessions-heading" id="sessions">
                <h2 id="sessions-heading">{words.sessions()}</h2>
                <p class="muted">{words.sessions_hint()}</p>
                <p>
                    <a class="button button--quiet" href="/admin/settings?end=1#sessions">{words.end_sessions()}</a>
                </p>
            </section>
        }
        .into_any()
    }
}
