//! Where leads arrive from elsewhere.

use leptos::prelude::*;

use crate::address::Address;
use crate::words::Words;

/// The address, whether it is open, and a request to try it with.
#[component]
pub fn WebhookSection(
    /// Where senders post to.
    address: String,
    /// Whether its secret is set.
    is_open: bool,
    /// The reader's words.
    words: Words,
    /// What can be chosen about what arrives.
    children: Children,
) -> impl IntoView {
    let command = command(&address, words);
    let state = if is_open { words.webhook_open() } else { words.webhook_closed() };
    view! {
        <section class="setting" aria-labelledby="webhook-heading" id="webhook">
            <h2 id="webhook-heading">{words.webhook()}</h2>
            <p class="muted">{words.webhook_hint()}</p>
            <p>
                {words.webhook_sources()} " "
                <a href=Address::sources().top()>{words.lead_origins()}</a>
            </p>
            <dl class="facts">
                <dt>{words.webhook_address()}</dt>
                <dd>
                    <code>{address.clone()}</code>
                </dd>
                <dt>{words.webhook_secret()}</dt>
                <dd>{state}</dd>
            </dl>
            <p class="muted">{words.webhook_example()}</p>
            <pre class="command" tabindex="0" role="region" aria-label=words.webhook_example()>
                <code>{command.clone()}</code>
            </pre>
            <p class="actions">
                <button type="button" class="button button--quiet" data-copy=address hidden>
                    {words.copy_address()}
                </button>
                <button type="button" class="button button--quiet" data-copy=command hidden>
                    {words.copy_command()}
                </button>
            </p>
            {children()}
        </section>
    }
}

/// A request that any shell sends as it is written.
fn command(address: &str, words: Words) -> String {
    let (secret, name, message) =
        (words.webhook_placeholder(), words.webhook_example_name(), words.webhook_example_message());
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
    fn no_quote_ends_an_argument_early() {
        for language in Language::ALL {
            let command = command("https://portal.example.com/api/webhooks/lead", Words(*language));
            assert_eq!(command.matches('\'').count(), 8, "{command}");
            assert!(
                command.starts_with("curl -X POST 'https://portal.example.com/api/webhooks/lead' \\\n  -H")
            );
            let (_, body) = command.split_once("-d '").expect("a body");
            assert!(serde_json::from_str::<serde_json::Value>(body.trim_end_matches('\'')).is_ok(), "{body}");
        }
    }
}
