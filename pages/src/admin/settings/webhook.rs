//! What the settings only show: the main webhook address, the sessions and the version.

use domain::settings::system_info::About;

use crate::admin::prelude::*;
use crate::admin::settings::actions::EndSessions;

/// The address, whether it is enabled, and an example request.
#[component]
pub fn WebhookSection(address: String, is_open: bool, i18n: I18n, children: Children) -> impl IntoView {
    let command = command(&address, i18n);
    let state = if is_open { i18n.webhook_open() } else { i18n.webhook_closed() };
    view! {
        <section class="setting" aria-labelledby="webhook-heading" id="webhook">
            <h2 id="webhook-heading">{i18n.webhook()}</h2>
            <p class="muted">{i18n.webhook_hint()}</p>
            <p>
                {i18n.webhook_sources()} " "
                <a href=address::sources().into_string()>{i18n.lead_origins()}</a>
            </p>
            <dl class="facts">
                {fact(i18n.webhook_address(), view! { <code>{address.clone()}</code> })}
                {fact(i18n.webhook_secret(), state)}
            </dl>
            <p class="muted">{i18n.webhook_example()}</p>
            <pre class="command" tabindex="0" role="region" aria-label=i18n.webhook_example()>
                <code>{command.clone()}</code>
            </pre>
            <p class="actions">
                <button type="button" class="button button--quiet" data-copy=address>
                    {i18n.copy_address()}
                </button>
                <button type="button" class="button button--quiet" data-copy=command>
                    {i18n.copy_command()}
                </button>
            </p>
            {children()}
        </section>
    }
}

/// A `curl` command that any shell runs unchanged.
fn command(address: &str, i18n: I18n) -> String {
    let (secret, name, message) =
        (i18n.webhook_placeholder(), i18n.webhook_example_name(), i18n.webhook_example_message());
    [
        format!("curl -X POST '{address}'"),
        format!("  -H 'x-webhook-secret: {secret}'"),
        "  -H 'content-type: application/json'".to_owned(),
        format!("  -d '{{\"name\":\"{name}\",\"email\":\"prova@example.com\",\"message\":\"{message}\"}}'"),
    ]
    .join(" \\\n")
}

#[component]
pub fn AboutSection(about: About, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let contents = view! {
        {i18n.counts(&about.counts)} " "
        <span class="muted">"(" <Moment at=about.counts.at language=admin.language/> ")"</span>
    };
    view! {
        <section class="setting" aria-labelledby="about-heading">
            <h2 id="about-heading">{i18n.about()}</h2>
            <dl class="facts">
                {fact(i18n.about_version(), env!("CARGO_PKG_VERSION"))}
                {fact(i18n.about_database(), i18n.database(about.database, about.bytes))}
                {fact(i18n.about_contents(), contents)}
            </dl>
        </section>
    }
}

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

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::*;

    #[test]
    fn command_quotes_are_balanced() {
        for language in Language::ALL {
            let command = command("https://portal.example.com/api/webhooks/lead", I18n::from(*language));
            assert_eq!(command.matches('\'').count(), 8, "{command}");
            assert!(command.starts_with("curl -X POST 'https://portal.example.com/api/webhooks/lead' \\\n  -H"));
            let (_, body) = command.split_once("-d '").expect("a body");
            assert!(serde_json::from_str::<serde_json::Value>(body.trim_end_matches('\'')).is_ok(), "{body}");
        }
    }
}
