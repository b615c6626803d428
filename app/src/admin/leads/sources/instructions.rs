//! How to connect a source, for who is at the sender's settings in another window.

use domain::lead::SourceKind;
use domain::lead::source::SourceCard;
use leptos::prelude::*;

use crate::words::Words;

/// The steps, and what there is to know about the signature. Folded away once something has arrived.
#[component]
pub fn Instructions(
    /// The source.
    card: SourceCard,
    /// Where its sender posts to.
    address: String,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    let (source, is_new) = (card.line.source, card.line.received == 0);
    let kind = source.kind;
    let steps = words.source_steps(kind).iter().map(|step| view! { <li>{*step}</li> }).collect_view();
    let command = (kind == SourceKind::Calendly).then(|| view! { <CalendlyCommand address words/> });
    let signature = match (words.source_secret(kind), source.signing_secret.is_some()) {
        (None, _) => view! { <p>{words.signature_none()}</p> }.into_any(),
        (Some(_), true) => view! { <p>{words.signature_is_set()}</p> }.into_any(),
        (Some(where_to_find), false) => view! {
            <p>{words.signature_is_not_set()}</p>
            <p>{where_to_find}</p>
        }
        .into_any(),
    };
    view! {
        <details class="source__how" open=is_new>
            <summary>
                <h2>{words.source_connect()}</h2>
            </summary>
            <ol class="steps">{steps}</ol>
            {command}
            <p>{words.source_connect_then()}</p>
            <h3>{words.source_signature()}</h3>
            {signature}
        </details>
    }
}

/// What makes Calendly send, with everything in it but what only its account knows.
#[component]
fn CalendlyCommand(address: String, words: Words) -> impl IntoView {
    let command = calendly_command(&address, words);
    view! {
        <div class="source__command">
            <p class="muted">{words.calendly_command()}</p>
            <pre class="command" tabindex="0" role="region" aria-label=words.calendly_command()>
                <code>{command.clone()}</code>
            </pre>
            <p>
                <button type="button" class="button button--quiet button--small" data-copy=command hidden>
                    {words.copy_command()}
                </button>
            </p>
        </div>
    }
}

/// A request that any shell sends as it is written.
fn calendly_command(address: &str, words: Words) -> String {
    let [organization, user, secret] = words.calendly_placeholders();
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
    fn the_command_is_one_that_a_shell_and_calendly_understand() {
        for language in Language::ALL {
            let command =
                calendly_command("https://portal.example.com/api/webhooks/lead/k", Words(*language));
            assert_eq!(command.matches('\'').count(), 8, "{command}");
            let (_, body) = command.split_once("-d '").expect("a body");
            let body: serde_json::Value = serde_json::from_str(body.trim_end_matches('\'')).expect("JSON");
            assert_eq!(body["url"], "https://portal.example.com/api/webhooks/lead/k");
        }
    }
}
