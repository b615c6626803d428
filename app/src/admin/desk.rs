//! What stands around every page of the agency: the navigation, and the way to sign in for those
//! who are not.

use std::future::Future;

use leptos::either::Either;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

use crate::error::Mishap;
use crate::rpc::{self, Desk};
use crate::ui::{Document, MishapPage};
use crate::viewer::CsrfToken;
use crate::words::Words;

/// Which entry of the navigation a page belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The conversations.
    Inbox,
    /// The clients.
    Clients,
    /// The leads.
    Leads,
    /// The settings.
    Settings,
}

impl Place {
    const ALL: [Self; 4] = [Self::Inbox, Self::Clients, Self::Leads, Self::Settings];

    const fn href(self) -> &'static str {
        match self {
            Self::Inbox => "/admin",
            Self::Clients => "/admin/clients",
            Self::Leads => "/admin/leads",
            Self::Settings => "/admin/settings",
        }
    }

    /// Its name in the navigation.
    pub fn name(self, words: Words) -> &'static str {
        match self {
            Self::Inbox => words.inbox(),
            Self::Clients => words.clients(),
            Self::Leads => words.leads(),
            Self::Settings => words.settings(),
        }
    }
}

/// A page of the agency: what `load` brings, shown by `show` with its title, inside the navigation.
/// Whoever is not signed in is sent to sign in and come back.
pub fn desk_page<T, V>(
    place: Place,
    load: impl Future<Output = Result<T, Mishap>> + Send + 'static,
    show: impl FnOnce(T, Words) -> (String, V) + Send + 'static,
) -> impl IntoView
where
    T: Send + 'static,
    V: IntoView + 'static,
{
    let here = use_location();
    let page = format!("{}{}", here.pathname.get_untracked(), question(&here.search.get_untracked()));
    let content = async move {
        // First the page, then the count: opening a thread reads it.
        let loaded = load.await;
        let desk = match rpc::load_desk(page).await {
            Ok(desk) => desk,
            Err(Mishap::SignedOut) => return Either::Right(Either::Left(view! { <SignedOut/> })),
            Err(mishap) => return Either::Right(Either::Right(view! { <MishapPage mishap/> })),
        };
        match loaded {
            Err(mishap) => Either::Right(Either::Right(view! { <MishapPage mishap/> })),
            Ok(loaded) => {
                let words = Words(desk.language);
                let (title, body) = show(loaded, words);
                Either::Left(view! {
                    <Document language=desk.language title=format!("{title} · {}", words.app_name())/>
                    <a class="skip" href="#main">{words.skip()}</a>
                    <DeskHeader desk place/>
                    <main id="main" class="desk">{body}</main>
                })
            }
        }
    };
    view! { <Suspense>{Suspend::new(content)}</Suspense> }
}

fn question(search: &str) -> String {
    if search.is_empty() { String::new() } else { format!("?{}", search.trim_start_matches('?')) }
}

#[component]
fn DeskHeader(desk: Desk, place: Place) -> impl IntoView {
    let words = Words(desk.language);
    let entry = |entry: Place| {
        let unread = (entry == Place::Inbox && desk.unread > 0).then(|| {
            view! {
                <span class="count" aria-hidden="true">{desk.unread}</span>
                <span class="sr-only">{words.unread_messages(desk.unread)}</span>
            }
        });
        view! {
            <li>
                <a href=entry.href() aria-current=(entry == place).then_some("page")>
                    {entry.name(words)}
                </a>
                {unread}
            </li>
        }
    };
    let CsrfToken(csrf_token) = use_context().unwrap_or_default();
    view! {
        <header class="desk-header">
            <p class="desk-header__name">{words.app_name()}</p>
            <nav aria-label=words.navigation()>
                <ul class="nav">{Place::ALL.map(entry).collect_view()}</ul>
            </nav>
            <p class="desk-header__who">{desk.email}</p>
            <form method="post" action="/api/auth/signout">
                <input type="hidden" name="csrfToken" value=csrf_token/>
                <button class="button button--quiet">{words.sign_out()}</button>
            </form>
        </header>
    }
}

/// What is sent along with the redirect to the sign-in page.
#[component]
fn SignedOut() -> impl IntoView {
    let page = async move {
        let words = Words(rpc::load_language().await.unwrap_or_default());
        view! {
            <Document language=words.0 title=words.sign_in().to_owned()/>
            <main class="lobby">
                <h1>{words.sign_in_heading()}</h1>
                <p>
                    <a href="/admin/login">{words.sign_in()}</a>
                </p>
            </main>
        }
    };
    view! { <Suspense>{Suspend::new(page)}</Suspense> }
}
