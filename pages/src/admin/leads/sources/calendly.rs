//! The commands that subscribe a source to Calendly, which has no settings page for webhooks.

use leptos::prelude::*;

use crate::i18n::I18n;

/// The commands, with placeholders for the account's values.
#[component]
pub fn CalendlyCommands(address: String, i18n: I18n) -> impl IntoView {
    view! {
        <Command label=i18n.calendly_who() command=user_command() i18n/>
        <Command label=i18n.calendly_connect() command=subscribe_command(&address, i18n) i18n/>
    }
}

#[component]
fn Command(label: &'static str, command: String, i18n: I18n) -> impl IntoView {
    let name = format!("{}: {label}", i18n.copy_command());
    view! {
        <div class="source__command">
            <p class="muted">{label}</p>
            <pre class="command" tabindex="0" role="region" aria-label=label>
                <code>{command.clone()}</code>
            </pre>
            <p>
                <button
                    type="button"
                    class="button button--quiet button--small"
                    aria-label=name
                    data-copy=command
                    hidden
                >
                    {i18n.copy_command()}
                </button>
            </p>
        </div>
    }
}

/// A request for the account's user and organization.
fn user_command() -> String {
    "curl -H 'authorization: Bearer TOKEN' https://api.calendly.com/users/me".to_owned()
}

/// A request that creates the subscription; any shell runs it unchanged.
fn subscribe_command(address: &str, i18n: I18n) -> String {
    let [organization, user, secret] = i18n.calendly_placeholders();
    [
        "curl -X POST 'https://api.calendly.com/webhook_subscriptions'".to_owned(),
        "  -H 'authorization: Bearer TOKEN'".to_owned(),
        "  -H 'content-type: application/json'".to_owned(),
        format!("  -d '{{\"url\":\"{address}\",\"events\":[\"invitee.created\",\"invitee.canceled\"],\"scope\":\"user\",\"organization\":\"{organization}\",\"user\":\"{user}\",\"signing_key\":\"{secret}\"}}'"),
    ]
    .join(" \\\n")
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::*;

    #[test]
    fn curl_command_is_quoted_with_json_body() {
        for language in Language::ALL {
            let command =
                subscribe_command("https://portal.example.com/api/webhooks/lead/k", I18n::from(*language));
            assert_eq!(command.matches('\'').count(), 8, "{command}");
            let (_, body) = command.split_once("-d '").expect("a body");
            let body: serde_json::Value = serde_json::from_str(body.trim_end_matches('\'')).expect("JSON");
            assert_eq!(body["url"], "https://portal.example.com/api/webhooks/lead/k");
        }
    }
}
