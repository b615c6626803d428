//! The error page: not found, or failed.

use app::error::AppError;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{Html, Response};
use domain::{Agency, Role};
use leptos::prelude::*;

use crate::address::{self, Address, encode};
use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};
use crate::ui::{Brand, is_for_owner};
use crate::{PageError, PagesState};

/// The fallback for addresses without a route.
pub async fn unknown_address() -> PageError {
    PageError::UnknownAddress
}

/// Middleware: replaces the body of a response that carries a [`PageError`] by the error page, with links for the [`Role`] that it
/// carries.
pub async fn render_errors(State(state): State<PagesState>, request: Request, next: Next) -> Response {
    let nonce = request.extensions().get().cloned();
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    let role = response.extensions().get::<Role>().copied();
    let Some(error) = response.extensions().get::<PageError>().copied() else { return response };
    let area = match error {
        PageError::UnknownAddress if path.starts_with("/c/") => Area::Portal,
        PageError::UnknownAddress | PageError::FileInCheck => Area::Public,
        PageError::App(_) => Area::of(&path),
    };
    // The error page is shown even if the language cannot be read.
    let language = state.store.language().await.unwrap_or_default();
    let context = PageContext::load(&state, nonce).await;
    let i18n = match area {
        Area::Portal | Area::Public => I18n(language, context.agency().form_of_address),
        Area::Leads | Area::Admin => language.into(),
    };
    let page = || {
        if let Some(role) = role {
            provide_context(role);
        }
        match area {
            Area::Portal => dead_link(context.agency(), &state.agency_email, i18n),
            _ => error_page(error, area, context.agency(), i18n),
        }
    };
    let Html(page) = render(context.clone(), page).await;
    let (mut head, _) = response.into_parts();
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    Response::from_parts(head, Body::from(page))
}

fn error_page(error: PageError, area: Area, agency: &Agency, i18n: I18n) -> Page {
    let (heading, hint) = match error.app_error() {
        _ if error == PageError::FileInCheck => (i18n.file_in_check(), i18n.file_in_check_hint()),
        AppError::Missing if area == Area::Public => (i18n.not_found(), i18n.not_found_hint()),
        AppError::Missing => (i18n.not_found(), i18n.not_there_any_more()),
        AppError::Busy => (i18n.busy(), i18n.busy_hint()),
        _ => (i18n.trouble(), i18n.trouble_hint()),
    };
    let body = view! {
        <main class="lobby">
            <p class="brand"><Brand agency=agency.clone() i18n/></p>
            <h1>{heading}</h1>
            <p class="lobby__text">{hint}</p>
            <p class="actions">{area.links(i18n)}</p>
        </main>
    };
    let title = format!("{heading} · {}", i18n.site_name(agency));
    Page { language: i18n.0, title, description: None, body: body.into_any() }
}

/// The address of no portal: most likely one that was changed or closed. In both languages, because nobody can tell whose
/// it was.
fn dead_link(agency: &Agency, email: &str, i18n: I18n) -> Page {
    let texts = [i18n, I18n(i18n.0.other(), i18n.1)].map(|i18n| {
        let hint = i18n.dead_link_hint(agency.name.as_deref().unwrap_or_else(|| i18n.whoever_sent_it()));
        view! {
            <section class="lobby__part" lang=i18n.0.as_str()>
                <h2>{i18n.dead_link()}</h2>
                <p class="lobby__text">{hint}</p>
            </section>
        }
    });
    let write = email.rsplit_once('@').map(|(user, host)| {
        view! { <p class="lobby__contact"><a href=format!("mailto:{}@{host}", encode(user))>{email.to_owned()}</a></p> }
    });
    let heading = i18n.not_found();
    let body = view! {
        <main class="lobby">
            <p class="brand"><Brand agency=agency.clone() i18n/></p>
            <h1 class="lobby__label">{heading}</h1>
            {texts.collect_view()}
            {write}
        </main>
    };
    let title = format!("{heading} · {}", i18n.site_name(agency));
    Page { language: i18n.0, title, description: None, body: body.into_any() }
}

/// The part of the site an address belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Area {
    /// Leads, their sources and deliveries.
    Leads,
    Admin,
    /// An address below `/c` that is none of a portal.
    Portal,
    /// Everything else.
    Public,
}

impl Area {
    fn of(path: &str) -> Self {
        let is_within =
            |page: &str| path.strip_prefix(page).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        match () {
            () if is_within("/admin/leads") => Self::Leads,
            () if is_within("/admin") => Self::Admin,
            () => Self::Public,
        }
    }

    fn links(self, i18n: I18n) -> impl IntoView + use<> {
        let links = match self {
            Self::Leads => {
                let sources = is_for_owner().then(|| (address::sources(), i18n.lead_origins()));
                let lists = [(address::leads(), i18n.leads()), (address::deliveries(), i18n.deliveries())];
                lists.into_iter().chain(sources).collect()
            }
            Self::Admin => vec![(address::inbox(), i18n.to_start())],
            Self::Portal | Self::Public => vec![(Address::path("/".to_owned()), i18n.to_start())],
        };
        let link = |(to, name): (Address, &'static str)| view! { <a href=to.into_string()>{name}</a> };
        links.into_iter().map(link).collect_view()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn area_follows_the_path() {
        for (path, area) in [
            ("/admin/leads/sources/x", Area::Leads),
            ("/admin/leads", Area::Leads),
            ("/admin/leadsx", Area::Admin),
            ("/admin", Area::Admin),
            ("/administrator", Area::Public),
            ("/c/x", Area::Public),
            ("", Area::Public),
        ] {
            assert_eq!(Area::of(path), area, "{path}");
        }
    }
}
