//! The page for what is not there, the same whatever was asked for, and for what went wrong.

use leptos::prelude::*;
use leptos_router::hooks::use_location;

use super::Document;
use crate::address::Address;
use crate::error::AppError;
use crate::i18n::I18n;
use crate::rpc;

/// Nothing is at this address.
#[component]
pub fn NotFoundPage() -> impl IntoView {
    view! { <ErrorPage error=AppError::Missing/> }
}

/// A page that could not be shown, with the status that says so.
#[component]
pub fn ErrorPage(
    /// Why it could not.
    error: AppError,
) -> impl IntoView {
    let place = Whereabouts::of(&use_location().pathname.get_untracked());
    let page = async move {
        // Without an answer there is still a page to show.
        let i18n = I18n(rpc::tell_mishap(error).await.unwrap_or_default());
        let (heading, hint) = match error {
            AppError::Missing if place == Whereabouts::Elsewhere => (i18n.not_found(), i18n.not_found_hint()),
            AppError::Missing => (i18n.not_found(), i18n.not_there_any_more()),
            _ => (i18n.trouble(), i18n.trouble_hint()),
        };
        view! {
            <Document language=i18n.0 title=format!("{heading} · {}", i18n.app_name())/>
            <main class="lobby">
                <h1>{heading}</h1>
                <p>{hint}</p>
                <p class="actions">{place.ways_out(i18n)}</p>
            </main>
        }
    };
    view! { <Suspense>{Suspend::new(page)}</Suspense> }
}

/// Where somebody is who does not find what they look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whereabouts {
    /// Among the leads, and what makes them.
    Leads,
    /// Elsewhere on the agency's side.
    Desk,
    /// On a client's page, or nowhere.
    Elsewhere,
}

impl Whereabouts {
    fn of(path: &str) -> Self {
        let is_within =
            |page: &str| path.strip_prefix(page).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        match () {
            () if is_within("/admin/leads") => Self::Leads,
            () if is_within("/admin") => Self::Desk,
            () => Self::Elsewhere,
        }
    }

    /// Where to go from there.
    fn ways_out(self, i18n: I18n) -> impl IntoView + use<> {
        let ways = match self {
            Self::Leads => vec![
                (Address::leads(), i18n.leads()),
                (Address::deliveries(), i18n.deliveries()),
                (Address::sources(), i18n.lead_origins()),
            ],
            Self::Desk => vec![(Address::inbox(), i18n.to_start())],
            Self::Elsewhere => vec![(Address::path("/".to_owned()), i18n.to_start())],
        };
        let way = |(to, name): (Address, &'static str)| view! { <a href=to.top()>{name}</a> };
        ways.into_iter().map(way).collect_view()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_misses_something_is_led_back_to_where_it_was() {
        for (path, place) in [
            ("/admin/leads/sources/x", Whereabouts::Leads),
            ("/admin/leads", Whereabouts::Leads),
            ("/admin/leadsx", Whereabouts::Desk),
            ("/admin", Whereabouts::Desk),
            ("/administrator", Whereabouts::Elsewhere),
            ("/c/x", Whereabouts::Elsewhere),
            ("", Whereabouts::Elsewhere),
        ] {
            assert_eq!(Whereabouts::of(path), place, "{path}");
        }
    }
}
