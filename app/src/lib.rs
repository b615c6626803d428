//! Atrio's pages: rendered whole by the server, alive in the browser where something changes while
//! you look at it.
//!
//! [`shell`] is the document around every page, [`App`] the table of pages, [`rpc`] what pages ask
//! of the server, [`words`] everything they say.

#![expect(clippy::needless_pass_by_value, reason = "components own their props, event handlers their events")]

pub mod address;
pub mod admin;
pub mod chat;
pub mod dates;
pub mod error;
pub mod i18n;
pub mod live;
pub mod portal;
pub mod rpc;
pub mod ui;
pub mod viewer;

use leptos::prelude::*;
use leptos_meta::{MetaTags, provide_meta_context};
use leptos_router::components::{FlatRoutes, Route, Router};
use leptos_router::location::RequestUrl;
use leptos_router::{SsrMode, path};

use crate::address::Address;
use crate::admin::{
    AuditPage, BoardPage, ClientPage, ClientsPage, DeliveriesPage, DeliveryPage, DocumentsPage, InboxPage,
    LeadBoardPage, LeadPage, LeadsPage, LoginPage, MappingPage, NewClientPage, NewLeadPage, NewProjectPage,
    NewSourcePage, NotesPage, PaymentsPage, ProjectsPage, QuotePage, SettingsPage, SourcePage, SourcesPage,
    ThreadPage, TimesPage,
};
use crate::portal::PortalPage;
use crate::ui::{NotFoundPage, OfflinePage, Theme, WelcomePage};
use crate::viewer::PortalKey;

/// The document around every page.
pub fn shell(options: LeptosOptions) -> impl IntoView {
    let style = format!("/{}/{}.css", options.site_pkg_dir, options.output_name);
    let key = use_context::<PortalKey>().map(|key| key.0).unwrap_or_default();
    let manifest = Address::path("/manifest.webmanifest".to_owned()).with("at", &key).top();
    view! {
        <!DOCTYPE html>
        <html>
            <head>
                <meta charset="utf-8"/>
                // The keyboard of a phone takes its room from the page and covers nothing of it.
                <meta
                    name="viewport"
                    content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
                />
                <meta name="color-scheme" content="light dark"/>
                <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7"/>
                <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#17191c"/>
                <link rel="stylesheet" href=style/>
                <Theme/>
                <link
                    rel="preload"
                    href="/fonts/figtree-latin-wght-normal.woff2"
                    r#as="font"
                    r#type="font/woff2"
                    crossorigin=""
                />
                <link rel="icon" href="/favicon.svg" r#type="image/svg+xml"/>
                <link rel="apple-touch-icon" href="/icons/apple-touch-icon-180.png"/>
                <link rel="manifest" href=manifest/>
                <HydrationScripts options islands=true/>
                <MetaTags/>
            </head>
            <body>
                <App/>
            </body>
        </html>
    }
}

/// The table of pages (CONTRACT §4).
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    // The address as the server built it begins with the Host header, which may be no address at
    // all; the router would panic on it.
    if let Some(url) = use_context::<RequestUrl>() {
        provide_context(RequestUrl::new(address::without_origin(url.as_ref())));
    }
    view! {
        <Router>
            <FlatRoutes fallback=NotFoundPage>
                <Route path=path!("/") view=WelcomePage ssr=SsrMode::Async/>
                <Route path=path!("/c/:key") view=PortalPage ssr=SsrMode::Async/>
                <Route path=path!("/offline") view=OfflinePage ssr=SsrMode::Async/>
                <Route path=path!("/admin/login") view=LoginPage ssr=SsrMode::Async/>
                <Route path=path!("/admin") view=InboxPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/inbox/:client") view=ThreadPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/clients") view=ClientsPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/clients/new") view=NewClientPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/clients/:client") view=ClientPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/projects") view=ProjectsPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/projects/new") view=NewProjectPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/projects/:project") view=BoardPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/projects/:project/payments") view=PaymentsPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/projects/:project/documents") view=DocumentsPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/projects/:project/notes") view=NotesPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/projects/:project/times") view=TimesPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/projects/:project/quote") view=QuotePage ssr=SsrMode::Async/>
                <Route path=path!("/admin/leads") view=LeadsPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/leads/board") view=LeadBoardPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/leads/new") view=NewLeadPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/leads/sources") view=SourcesPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/leads/sources/new") view=NewSourcePage ssr=SsrMode::Async/>
                <Route path=path!("/admin/leads/sources/:source") view=SourcePage ssr=SsrMode::Async/>
                <Route path=path!("/admin/leads/sources/:source/mapping") view=MappingPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/leads/deliveries") view=DeliveriesPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/leads/deliveries/:delivery") view=DeliveryPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/leads/:lead") view=LeadPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/settings") view=SettingsPage ssr=SsrMode::Async/>
                <Route path=path!("/admin/audit") view=AuditPage ssr=SsrMode::Async/>
            </FlatRoutes>
        </Router>
    }
}
