//! Instructions to connect a source at the sender.

use domain::leads::source::SourceCard;
use lead_intake::Command;

use crate::admin::prelude::*;

/// The steps and the state of the signature. Collapsed after the first delivery, until the address changes.
#[component]
pub fn Instructions(card: SourceCard, address: String, is_moved: bool, i18n: I18n) -> impl IntoView {
    let is_new = card.line.received == 0;
    let kind = card.line.source.kind;
    let sender = lead_intake::sender(kind);
    let steps = i18n.pick(sender.steps).lines().map(|step| view! { <li>{step}</li> }).collect_view();
    let heading = if kind.is_form() { i18n.source_main_how() } else { i18n.source_connect() };
    let command = |command: &Command| {
        let text = i18n.pick(command.text).trim_end().replace("{address}", &address);
        view! { <ShellCommand label=i18n.pick(command.label) text i18n/> }
    };
    let commands = sender.commands.iter().map(command).collect_view();
    let signature = (!kind.is_form()).then(|| {
        view! {
            <h3>{i18n.source_signature()}</h3>
            <Signature card i18n/>
        }
    });
    view! {
        <details class="source__how" open=is_new || is_moved>
            <summary><h2>{heading}</h2></summary>
            <ol class="steps">{steps}</ol>
            {commands}
            <p>{i18n.source_connect_then(kind)}</p>
            {signature}
        </details>
    }
}

/// A command with a button that copies it.
#[component]
fn ShellCommand(label: &'static str, text: String, i18n: I18n) -> impl IntoView {
    let name = format!("{}: {label}", i18n.copy_command());
    view! {
        <div class="source__command">
            <p class="muted">{label}</p>
            <pre class="command" tabindex="0" role="region" aria-label=label><code>{text.clone()}</code></pre>
            <p>
                <button
                    type="button"
                    class="button button--quiet button--small"
                    aria-label=name
                    data-copy=text
                >
                    {i18n.copy_command()}
                </button>
            </p>
        </div>
    }
}

/// Whether the signature is checked, where the sender shows its secret, and a link to the secret's field.
#[component]
fn Signature(card: SourceCard, i18n: I18n) -> impl IntoView {
    let source = card.line.source;
    let Some(where_to_find) = i18n.source_secret(source.kind) else {
        return Either::Left(view! { <p>{i18n.signature_none()}</p> });
    };
    let (state, link) = if source.signing_secret.is_some() {
        (i18n.signature_is_set(), i18n.signature_change())
    } else {
        (i18n.signature_is_not_set(), i18n.signature_set())
    };
    let edit = address::source(source.id.as_str()).with("edit", "1").into_string();
    Either::Right(view! {
        <p>{state} " " {where_to_find}</p>
        <p><a href=edit>{link}</a></p>
    })
}
