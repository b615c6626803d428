//! The settings page.

pub mod actions;
pub mod logo;
pub mod notifications;
pub mod studio;
pub mod webhook;

use axum::extract::State;
use domain::settings::accent::Scheme;
use domain::settings::logo::LogoProblem;

use crate::PagesState;
use crate::admin::prelude::*;
use logo::{LogoFlash, LogoSection};
use studio::LeadSourcesForm;
use studio::QuotesForm;
use studio::StudioForm;
use webhook::AboutSection;
use webhook::SessionsSection;
use webhook::WebhookSection;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SettingsQuery {
    /// The error code of a refused logo.
    logo: String,
    /// Which logo was refused, if it was not the one for light mode.
    of: String,
    /// Which logo to ask for confirmation to remove.
    remove: String,
    /// Set: asks for confirmation to end every session.
    end: Option<String>,
}

/// `GET /admin/settings`
pub async fn page(
    State(state): State<PagesState>,
    Query(query): Query<SettingsQuery>,
    request: AdminRequest,
) -> PageResult {
    let store = &request.store;
    let settings = store.settings().await?;
    let agency = store.agency().await?;
    let quote_settings = store.quote_settings().await?;
    let zones = store::zone_names();
    let about = store.about().await?;
    let webhook = format!("{}/api/webhooks/lead", state.base_url);
    let logo_flash = match query.logo.as_str() {
        "stale" => Some(LogoFlash::Stale),
        code => code.parse::<LogoProblem>().ok().map(LogoFlash::Problem),
    };
    let refused = query.of.parse().unwrap_or(Scheme::Light);
    let flash = logo_flash.map(|flash| (refused, flash));
    let removing = query.remove.parse().ok();
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let beside_webhook = admin.clone();
        let body = view! {
            <div class="page-head">
                <h1>{i18n.settings()}</h1>
                <p class="actions">
                    <a class="button button--quiet" href=address::notifications().into_string()>{i18n.notifications()}</a>
                    <a class="button button--quiet" href="/admin/audit">{i18n.open_register()}</a>
                </p>
            </div>
            <StudioForm settings=settings.clone() zones admin=admin.clone()/>
            <LogoSection agency flash removing outcome=admin.flash.clone() i18n/>
            <QuotesForm settings=quote_settings admin=admin.clone()/>
            <WebhookSection address=webhook is_open=state.webhook_is_open i18n>
                <LeadSourcesForm settings admin=beside_webhook/>
            </WebhookSection>
            <ExportsSection i18n/>
            <SessionsSection confirming=query.end.is_some() i18n/>
            <AboutSection about admin/>
        };
        (i18n.settings().to_owned(), body.into_any())
    };
    request.page(NavItem::Settings, show).await
}

#[component]
fn ExportsSection(i18n: I18n) -> impl IntoView {
    let tables = [
        ("leads.csv", i18n.export_leads()),
        ("time-entries.csv", i18n.export_times()),
        ("payments.csv", i18n.export_payments()),
    ];
    let link = |address: String, name: &'static str| view! { <li><a href=address download="">{name}</a></li> };
    let for_spreadsheet =
        tables.map(|(file, name)| link(format!("/admin/export/{file}?for=spreadsheet"), name)).collect_view();
    let for_scripts = tables.map(|(file, name)| link(format!("/admin/export/{file}"), name)).collect_view();
    view! {
        <section class="setting" aria-labelledby="exports-heading">
            <h2 id="exports-heading">{i18n.exports()}</h2>
            <p class="muted">{i18n.exports_hint()}</p>
            <ul class="actions">
                {for_spreadsheet} {link("/admin/export/atrio.json".to_owned(), i18n.export_everything())}
            </ul>
            <p class="muted">{i18n.exports_for_scripts()}</p>
            <ul class="actions">{for_scripts}</ul>
        </section>
    }
}
