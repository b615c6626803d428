//! For whoever runs the server: the main webhook address, the limits of space, the version.

use axum::extract::State;
use domain::settings::system_info::About;
use domain::{Form, SettingsDraft, Versioned};

use super::leads::NumberField;
use super::{Section, section_page};
use crate::PagesState;
use crate::admin::prelude::*;
use crate::admin::settings::actions::SaveSettings;

/// `GET /admin/settings/advanced`
pub async fn page(State(state): State<PagesState>, request: AdminRequest) -> PageResult {
    let settings = request.store.settings().await?;
    let about = request.store.about().await?;
    let webhook = format!("{}/api/webhooks/lead", state.base_url);
    let body = move |admin: AdminView| {
        let i18n = admin.i18n;
        view! {
            <Webhook address=webhook is_open=state.webhook_is_open i18n/>
            <Space settings admin/>
            <Server about i18n/>
        }
        .into_any()
    };
    section_page(request, Section::Advanced, body).await
}

/// The address, whether it is enabled, and an example request.
#[component]
fn Webhook(address: String, is_open: bool, i18n: I18n) -> impl IntoView {
    let command = command(&address, i18n);
    let state = if is_open { i18n.webhook_open() } else { i18n.webhook_closed() };
    view! {
        <section class="setting" aria-labelledby="webhook-heading" id="webhook">
            <h2 id="webhook-heading">{i18n.webhook()}</h2>
            <p class="muted">{i18n.webhook_hint()}</p>
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
fn Space(settings: Versioned<SettingsDraft>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record, version } = settings;
    let fields = Fields::new(&admin, Section::Advanced.form_name(), Form::from(&record));
    let form_id = fields.id();
    let number = |name: &'static str, label: &'static str, hint: &'static str| {
        view! { <NumberField fields=fields.clone() name label hint/> }
    };
    view! {
        <section class="setting" aria-labelledby="space-heading">
            <h2 id="space-heading">{i18n.space()}</h2>
            <form id=form_id method="post" action=SaveSettings::PATH class="form">
                <SectionOutcome section=Section::Advanced.form_name() flash=admin.flash i18n/>
                <FormHead fields=fields.clone() version/>
                <input type="hidden" name="section" value=Section::Advanced.form_name()/>
                {number("source_megabytes", i18n.source_megabytes(), i18n.source_megabytes_hint())}
                {number("delivery_megabytes", i18n.delivery_megabytes(), i18n.delivery_megabytes_hint())}
                {number("free_megabytes", i18n.free_megabytes(), i18n.free_megabytes_hint())}
                <button class="button">{i18n.save()}</button>
            </form>
        </section>
    }
}

#[component]
fn Server(about: About, i18n: I18n) -> impl IntoView {
    view! {
        <section class="setting" aria-labelledby="about-heading">
            <h2 id="about-heading">{i18n.about()}</h2>
            <dl class="facts">
                {fact(i18n.about_version(), env!("CARGO_PKG_VERSION"))}
                {fact(i18n.about_database(), i18n.database(about.database, about.bytes))}
            </dl>
        </section>
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
