//! The sessions and the audit log.

use super::{Section, section_page};
use crate::admin::prelude::*;
use crate::admin::settings::actions::EndSessions;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SecurityQuery {
    /// Set: asks for confirmation to end every session.
    end: Option<String>,
}

/// `GET /admin/settings/security`
pub async fn page(Query(query): Query<SecurityQuery>, request: AdminRequest) -> PageResult {
    let body = move |admin: AdminView| {
        let i18n = admin.i18n;
        view! {
            <Sessions confirming=query.end.is_some() i18n/>
            <section class="setting" aria-labelledby="register-heading">
                <h2 id="register-heading">{i18n.register()}</h2>
                <p class="muted">{i18n.register_hint()}</p>
                <p><a class="button button--quiet" href="/admin/audit">{i18n.open_register()}</a></p>
            </section>
        }
        .into_any()
    };
    section_page(request, Section::Security, body).await
}

/// The explanation, or the confirmation.
#[component]
fn Sessions(
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
                    <a class="button button--quiet" href="/admin/settings/security">{i18n.cancel()}</a>
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
                    <a class="button button--quiet" href="/admin/settings/security?end=1#sessions">{i18n.end_sessions()}</a>
                </p>
            </section>
        }
        .into_any()
    }
}
