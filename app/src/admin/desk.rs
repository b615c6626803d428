//! What stands around every page of the agency: the navigation, and the way to sign in for those
//! who are not.

use std::future::Future;

use domain::{Language, Timestamp, Unsaved};
use leptos::either::Either;
use leptos::prelude::*;
use leptos_router::hooks::{use_location, use_query_map};

use crate::error::AppError;
use crate::i18n::I18n;
use crate::live::DeskLive;
use crate::rpc::{self, Desk};
use crate::ui::{Document, ErrorPage, Flash, Icon, Outcome, Picture};
use crate::viewer::CsrfToken;

/// Which entry of the navigation a page belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The conversations.
    Inbox,
    /// The clients.
    Clients,
    /// The projects.
    Projects,
    /// The leads.
    Leads,
    /// The settings.
    Settings,
}

impl Place {
    const ALL: [Self; 5] = [Self::Inbox, Self::Clients, Self::Projects, Self::Leads, Self::Settings];

    const fn href(self) -> &'static str {
        match self {
            Self::Inbox => "/admin",
            Self::Clients => "/admin/clients",
            Self::Projects => "/admin/projects",
            Self::Leads => "/admin/leads",
            Self::Settings => "/admin/settings",
        }
    }

    /// Its name in the navigation.
    pub fn name(self, i18n: I18n) -> &'static str {
        match self {
            Self::Inbox => i18n.inbox(),
            Self::Clients => i18n.clients(),
            Self::Projects => i18n.projects(),
            Self::Leads => i18n.leads(),
            Self::Settings => i18n.settings(),
        }
    }

    const fn picture(self) -> Picture {
        match self {
            Self::Inbox => Picture::Inbox,
            Self::Clients => Picture::Clients,
            Self::Projects => Picture::Projects,
            Self::Leads => Picture::Leads,
            Self::Settings => Picture::Settings,
        }
    }
}

/// What a page of the agency is rendered with, besides what it loaded.
#[derive(Debug, Clone)]
pub struct DeskView {
    /// The admin's words.
    pub i18n: I18n,
    /// The same as a language.
    pub language: Language,
    /// What time it is.
    pub now: Timestamp,
    /// What a form that was sent left in the address.
    pub flash: Flash,
    /// The form that was refused, with what was typed.
    pub unsaved: Option<Unsaved>,
}

/// A page of the agency: what `load` brings, shown by `show` with its title, inside the navigation.
/// Whoever is not signed in is sent to sign in and come back.
pub fn desk_page<T, V>(
    place: Place,
    load: impl Future<Output = Result<T, AppError>> + Send + 'static,
    show: impl FnOnce(T, DeskView) -> (String, V) + Send + 'static,
) -> impl IntoView
where
    T: Send + 'static,
    V: IntoView + 'static,
{
    let here = use_location();
    let page = format!("{}{}", here.pathname.get_untracked(), question(&here.search.get_untracked()));
    let unsaved = use_query_map().with_untracked(|query| query.get("unsaved"));
    let flash = Flash::of_page();
    let content = async move {
        // First the page, then the count: opening a thread reads it.
        let loaded = load.await;
        let desk = match rpc::load_desk(page, unsaved).await {
            Ok(desk) => desk,
            Err(AppError::SignedOut) => return Either::Right(Either::Left(view! { <SignedOut/> })),
            Err(error) => return Either::Right(Either::Right(view! { <ErrorPage error/> })),
        };
        match loaded {
            Err(error) => Either::Right(Either::Right(view! { <ErrorPage error/> })),
            Ok(loaded) => {
                let Desk { language, now, unsaved, .. } = &desk;
                let (i18n, outcome) = (I18n(*language), told_above(&flash, unsaved.as_ref()));
                let view = DeskView { i18n, language: *language, now: *now, flash, unsaved: unsaved.clone() };
                let (title, body) = show(loaded, view);
                Either::Left(view! {
                    <Document language=desk.language title=format!("{title} · {}", i18n.app_name())/>
                    <a class="skip" href="#main">{i18n.skip()}</a>
                    <div class="desk">
                        <DeskHeader desk place/>
                        <main id="main" class="desk__main">
                            <Outcome flash=outcome i18n/>
                            {body}
                            <DeskLive i18n/>
                        </main>
                    </div>
                })
            }
        }
    };
    view! { <Suspense>{Suspend::new(content)}</Suspense> }
}

fn question(search: &str) -> String {
    if search.is_empty() { String::new() } else { format!("?{}", search.trim_start_matches('?')) }
}

/// What is said at the top of the page: everything but what a form on it says itself.
fn told_above(flash: &Flash, unsaved: Option<&Unsaved>) -> Flash {
    let told_below = unsaved.is_some() || flash.is_about_message();
    let error = flash.error.filter(|_| !told_below);
    Flash { error, ..flash.clone() }
}

#[component]
fn DeskHeader(desk: Desk, place: Place) -> impl IntoView {
    let i18n = I18n(desk.language);
    let entry = |entry: Place| {
        let unread = (entry == Place::Inbox).then(|| {
            let count = (desk.unread > 0).then(|| {
                view! {
                    <span class="count" aria-hidden="true">{desk.unread}</span>
                    <span class="sr-only">" "{i18n.unread_messages(desk.unread)}</span>
                }
            });
            view! { <span class="nav__count" data-live="unread" data-unread=desk.unread>{count}</span> }
        });
        view! {
            <li>
                <a class="nav__link" href=entry.href() aria-current=(entry == place).then_some("page")>
                    <Icon picture=entry.picture()/>
                    {entry.name(i18n)}
                </a>
                {unread}
            </li>
        }
    };
    let CsrfToken(csrf_token) = use_context().unwrap_or_default();
    view! {
        <header class="desk__bar">
            <p class="desk__name">{i18n.app_name()}</p>
            <nav class="nav" aria-label=i18n.navigation()>
                <ul>{Place::ALL.map(entry).collect_view()}</ul>
            </nav>
            <div class="desk__who">
                <p class="muted">{desk.email}</p>
                <form method="post" action="/api/auth/signout">
                    <input type="hidden" name="csrfToken" value=csrf_token/>
                    <button class="button button--quiet">{i18n.sign_out()}</button>
                </form>
            </div>
        </header>
    }
}

/// What is sent along with the redirect to the sign-in page.
#[component]
fn SignedOut() -> impl IntoView {
    let page = async move {
        let i18n = I18n(rpc::load_language().await.unwrap_or_default());
        view! {
            <Document language=i18n.0 title=i18n.sign_in().to_owned()/>
            <main class="lobby">
                <h1>{i18n.sign_in_heading()}</h1>
                <p>
                    <a href="/admin/login">{i18n.sign_in()}</a>
                </p>
            </main>
        }
    };
    view! { <Suspense>{Suspend::new(page)}</Suspense> }
}
