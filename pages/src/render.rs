//! Renders a Leptos view to a complete HTML document.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Html;
use domain::{Agency, Language, Zone};
use futures_util::StreamExt as _;
use hydration_context::{SharedContext, SsrSharedContext};
use leptos::nonce::Nonce;
use leptos::prelude::*;
use leptos::tachys::view::any_view::AnyView;

use crate::PagesState;
use crate::address::Address;
use crate::hydration::{SiteFiles, load_module, module};
use crate::theme::Theme;
use crate::uploads;

/// What every page is rendered with besides its content. An axum extractor.
#[derive(Clone)]
pub struct PageContext {
    files: Arc<SiteFiles>,
    /// The nonce of the Content-Security-Policy header, from the request's extensions.
    nonce: Option<Nonce>,
    agency: Agency,
    zone: Zone,
    /// Of the open portal, for the address of its manifest.
    pub portal_key: String,
}

impl PageContext {
    /// The agency's name, colour and logos.
    pub fn agency(&self) -> &Agency {
        &self.agency
    }

    /// Of the response's Content-Security-Policy.
    pub fn nonce(&self) -> Option<&Nonce> {
        self.nonce.as_ref()
    }

    /// The agency's time zone.
    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// Loads the agency's settings; falls back to the defaults if that fails.
    pub async fn load(state: &PagesState, nonce: Option<Nonce>) -> Self {
        let log_error = |error: &store::Error| tracing::error!(%error, "the agency's settings could not be read");
        Self {
            files: state.files.clone(),
            nonce,
            agency: state.store.agency().await.inspect_err(log_error).unwrap_or_default(),
            zone: state.store.zone().await.inspect_err(log_error).unwrap_or_default(),
            portal_key: String::new(),
        }
    }
}

impl FromRequestParts<PagesState> for PageContext {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &PagesState) -> Result<Self, Infallible> {
        Ok(Self::load(state, parts.extensions.get().cloned()).await)
    }
}

pub struct Page {
    /// The language of its texts.
    pub language: Language,
    pub title: String,
    /// The meta description, for search engines.
    pub description: Option<&'static str>,
    /// The content of `<body>`.
    pub body: AnyView,
}

/// How Leptos marks the place of a dynamic node for hydration.
const MARKER: &str = "<!>";
const ISLAND_END: &str = "</leptos-island>";

/// Removes the markers outside islands: nothing is hydrated there.
pub(crate) fn without_markers(html: &str) -> String {
    let mut page = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find(ISLAND) {
        let end = rest[start..].find(ISLAND_END).map_or(rest.len(), |end| start + end + ISLAND_END.len());
        page.push_str(&rest[..start].replace(MARKER, ""));
        page.push_str(&rest[start..end]);
        rest = &rest[end..];
    }
    page.push_str(&rest.replace(MARKER, ""));
    page
}

/// The opening tag of an island in HTML.
const ISLAND: &str = "<leptos-island";

/// Renders a page. `page` runs inside a reactive owner whose context has the agency's time zone ([`Zone`])
/// and the nonce.
pub async fn render(context: PageContext, page: impl FnOnce() -> Page) -> Html<String> {
    let shared = Arc::new(SsrSharedContext::new_islands());
    let owner = detached_root(shared.clone());
    let (language, head, body) = owner.with(|| {
        provide(&context);
        let Page { language, title, description, body } = page();
        let body = without_markers(&body.to_html());
        let uploads = context.files.uploads.as_deref().filter(|_| uploads::are_in(&body));
        let uploads = uploads.map(|module| uploads::loader(module, language.into()));
        let head = head(&context, title, description, module(&context.files, &body), uploads);
        (language, head, body)
    });
    let scripts =
        if body.contains(ISLAND) { island_data(&shared, context.nonce.as_ref()).await } else { String::new() };
    owner.unset_with_forced_cleanup();
    Html(format!("<!DOCTYPE html><html lang=\"{language}\">{head}<body>{body}</body></html>{scripts}"))
}

/// Renders a part of a page, as [`render`] does within the page.
pub fn render_part(context: &PageContext, part: impl FnOnce() -> AnyView) -> String {
    let owner = detached_root(Arc::new(SsrSharedContext::new_islands()));
    let html = owner.with(|| {
        provide(context);
        without_markers(&part().to_html())
    });
    owner.unset_with_forced_cleanup();
    html
}

fn provide(context: &PageContext) {
    provide_context(context.zone.clone());
    if let Some(nonce) = context.nonce.clone() {
        provide_context(nonce);
    }
}

/// A new root owner. `Owner::new_root` makes it the thread's current owner; this restores the previous one.
fn detached_root(shared: Arc<SsrSharedContext>) -> Owner {
    let previous = Owner::current();
    let owner = Owner::new_root(Some(shared));
    match previous {
        Some(previous) => previous.set(),
        None => owner.clone().unset(),
    }
    owner
}

/// The script with the serialized data that islands read when they hydrate.
async fn island_data(shared: &SsrSharedContext, nonce: Option<&Nonce>) -> String {
    let Some(chunks) = shared.pending_data() else { return String::new() };
    let data = chunks.collect::<String>().await;
    match nonce {
        Some(nonce) => format!("<script nonce=\"{nonce}\">{data}</script>"),
        None => format!("<script>{data}</script>"),
    }
}

/// The `<head>`. Only a page with an island loads a module.
fn head(
    context: &PageContext,
    title: String,
    description: Option<&'static str>,
    module: Option<&str>,
    uploads: Option<impl IntoView>,
) -> String {
    let PageContext { files, agency, portal_key, .. } = context;
    let style = format!("/pkg/{}.css", module.unwrap_or(&files.all));
    let manifest = Address::path("/manifest.webmanifest".to_owned()).with("at", portal_key).into_string();
    let head = view! {
        <head>
            <meta charset="utf-8"/>
            // The on-screen keyboard shrinks the page instead of covering it.
            <meta
                name="viewport"
                content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
            />
            <meta name="color-scheme" content="light dark"/>
            <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7"/>
            <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#17191c"/>
            <link rel="stylesheet" href=style/>
            <Theme accent=agency.accent/>
            <link
                rel="preload"
                href="/fonts/figtree-basic.woff2"
                r#as="font"
                r#type="font/woff2"
                crossorigin=""
            />
            <link rel="icon" href="/favicon.svg" r#type="image/svg+xml"/>
            <link rel="apple-touch-icon" href="/icons/apple-touch-icon-180.png"/>
            <link rel="manifest" href=manifest/>
            {module.map(load_module)}
            {uploads}
            <title>{title}</title>
            {description.map(|text| view! { <meta name="description" content=text/> })}
        </head>
    };
    without_markers(&head.to_html())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_stay_inside_islands_only() {
        let html = "<p>a<!></p><leptos-island data-x=\"1\"><!></leptos-island><!><b><!></b>";
        assert_eq!(without_markers(html), "<p>a</p><leptos-island data-x=\"1\"><!></leptos-island><b></b>");
        assert_eq!(without_markers("<leptos-island><!>"), "<leptos-island><!>");
    }
}
