//! What the agency chooses, and what there is to know about its Atrio.

pub mod about;
pub mod arrivals;
pub mod logo;
pub mod sessions;
pub mod studio;
pub mod webhook;

use about::AboutSection;
use arrivals::ArrivalsForm;
use domain::logo::LogoProblem;
use leptos::prelude::*;
use logo::{LogoFlash, LogoSection};
use sessions::SessionsSection;
use studio::StudioForm;
use webhook::WebhookSection;

use crate::admin::{AdminRequest, NavItem, PageResult};
use crate::admin::settings::actions::Studio;
use crate::extract::{Path, Query};
use crate::i18n::I18n;

/// `/admin/settings`.
#[component]
pub fn SettingsPage() -> impl IntoView {
    let (logo_flash, removes_logo, ends_sessions) = use_query_map().with_untracked(|query| {
        let logo = query.get("logo").unwrap_or_default();
        let flash = match logo.as_str() {
            "stale" => Some(LogoFlash::Stale),
            code => code.parse::<LogoProblem>().ok().map(LogoFlash::Problem),
        };
        (flash, query.get("remove").is_some(), query.get("end").is_some())
    });
    admin_page(NavItem::Settings, rpc::load_studio(), move |studio, admin| {
        let i18n = admin.i18n;
        let Studio { settings, logo, zones, webhook, webhook_is_open, about } = studio;
        let beside_webhook = admin.clone();
        let body = view! {
            <div class="page-head">
                <h1>{i18n.settings()}</h1>
                <a class="button button--quiet" href="/admin/audit">{i18n.open_register()}</a>
            </div>
            <StudioForm settings=settings.clone() zones admin=admin.clone()/>
            <LogoSection version=logo flash=logo_flash asks=removes_logo i18n/>
            <WebhookSection address=webhook is_open=webhook_is_open i18n>
                <ArrivalsForm settings admin=beside_webhook/>
            </WebhookSection>
            <ExportsSection i18n/>
            <SessionsSection asks=ends_sessions i18n/>
            <AboutSection about admin/>
        };
        (i18n.settings().to_owned(), body)
    })
}

#[component]
fn ExportsSection(i18n: I18n) -> impl IntoView {
    let link = |(file, name): (&str, &'static str)| {
        view! {
            <li>
                <a href=format!("/admin/export/{file}") download=file.to_owned()>{name}</a>
            </li>
        }
    };
    let files = [
        ("leads.csv", i18n.export_leads()),
        ("time-entries.csv", i18n.export_times()),
        ("payments.csv", i18n.export_payments()),
        ("atrio.json", i18n.export_everything()),
    ];
    view! {
        <section class="setting" aria-labelledby="exports-heading">
            <h2 id="exports-heading">{i18n.exports()}</h2>
            <p class="muted">{i18n.exports_hint()}</p>
            <ul class="actions">{files.map(link).collect_view()}</ul>
        </section>
    }
}
