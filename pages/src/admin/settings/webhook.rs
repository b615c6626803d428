//! The main webhook address for leads.

use crate::admin::prelude::*;

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
                <a href=address::sources().top()>{i18n.lead_origins()}</a>
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

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::*;

    #[test]
    fn command_quotes_are_balanced() {
        for language in Language::ALL {
            let command = command("https://portal.example.com/api/webhooks/lead", I18n::from(*language));
            assert_eq!(command.matches('\'').count(), 8, "{command}");
            assert!(
                command.starts_with("curl -X POST 'https://portal.example.com/api/webhooks/lead' \\\n  -H")
            );
            let (_, body) = command.split_once("-d '").expect("a body");
            assert!(serde_json::from_str::<serde_json::Value>(body.trim_end_matches('\'')).is_ok(), "{body}");
        }
    }
}
