//! What stands above the list of threads: warnings about the space on disk, the search and the filter.

use domain::settings::space::{NearlyFull, SpaceWarnings};

use crate::admin::assigned_filter::switched;
use crate::admin::prelude::*;
use crate::admin::settings::Section;

/// What the list is narrowed to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListFilter {
    pub q: String,
    pub is_unread: bool,
    /// Only the clients that the reader looks after.
    pub is_mine: bool,
}

impl ListFilter {
    /// The address `page` with this search and filter.
    pub fn on(&self, page: Address) -> Address {
        let flag = |is_set: bool| if is_set { "1" } else { "" };
        page.with("q", &self.q).with("unread", flag(self.is_unread)).with("mine", flag(self.is_mine))
    }

    pub fn empty_text(&self, i18n: I18n) -> &'static str {
        match (self.q.is_empty() && !self.is_mine, self.is_unread) {
            (false, _) => i18n.nothing_found(),
            (true, true) => i18n.all_read(),
            (true, false) => i18n.no_threads(),
        }
    }
}

#[derive(Debug, Clone)]
pub struct FilterPlace {
    page: Address,
    /// The fields that keep the page as it is.
    fields: Vec<(&'static str, String)>,
}

impl FilterPlace {
    pub fn inbox() -> Self {
        Self { page: address::inbox(), fields: Vec::new() }
    }

    /// Beside a thread, which these fields keep as it is.
    pub fn thread(client: &str, fields: Vec<(&'static str, String)>) -> Self {
        Self { page: address::thread(client), fields }
    }

    fn address(&self, filter: &ListFilter) -> String {
        filter.on(self.with_fields()).into_string()
    }

    /// The address of the other choice of `I miei`.
    fn switched(&self, filter: &ListFilter) -> String {
        let all = ListFilter { is_mine: false, ..filter.clone() };
        all.on(self.with_fields()).with("mine", switched(filter.is_mine)).into_string()
    }

    fn with_fields(&self) -> Address {
        self.fields.iter().fold(self.page.clone(), |page, (name, value)| page.with(name, value))
    }
}

#[component]
pub fn InboxFilters(
    place: FilterPlace,
    filter: ListFilter,
    /// Whether the reader may look after clients: the account of the environment does not.
    has_own: bool,
    i18n: I18n,
) -> impl IntoView {
    let choice = |is_unread: bool, name: &'static str| {
        let current = (filter.is_unread == is_unread).then_some("true");
        let href = place.address(&ListFilter { is_unread, ..filter.clone() });
        view! { <a class="choice" href=href aria-current=current>{name}</a> }
    };
    let choices = [choice(false, i18n.all_threads()), choice(true, i18n.unread_threads())];
    let own = has_own.then(|| {
        let href = place.switched(&filter);
        view! { <a class="choice" href=href aria-current=filter.is_mine.then_some("true")>{i18n.mine()}</a> }
    });
    let hidden = |(name, value): (&'static str, String)| {
        (!value.is_empty()).then(|| view! { <input type="hidden" name=name value=value/> })
    };
    let unread = filter.is_unread.then(|| ("unread", "1".to_owned()));
    let mine = filter.is_mine.then(|| ("mine", "1".to_owned()));
    let fields = place.fields.iter().cloned().chain(unread).chain(mine).map(hidden).collect_view();
    let clear = (!filter.q.is_empty()).then(|| {
        let href = place.address(&ListFilter { q: String::new(), ..filter.clone() });
        view! { <a href=href>{i18n.search_clear()}</a> }
    });
    view! {
        <div class="inbox-head">
            <form class="filters" role="search" method="get" action=place.page.clone().into_string()>
                <label class="sr-only" for="q">{i18n.search_inbox()}</label>
                <input
                    id="q"
                    type="search"
                    name="q"
                    value=filter.q.clone()
                    placeholder=i18n.search_inbox()
                    dir="auto"
                    autocomplete="off"
                />
                {fields}
                <button class="button button--quiet">{i18n.search()}</button>
                {clear}
            </form>
            <p class="choices">{choices.into_iter().collect_view()} {own}</p>
        </div>
    }
}

#[component]
pub fn SpaceNotice(warnings: SpaceWarnings, i18n: I18n) -> impl IntoView {
    let low = warnings.low.map(|space| {
        view! { <p class="notice notice--wrong">{i18n.low_space(space.bytes / 1_000_000)}</p> }
    });
    let deliveries = warnings.deliveries.filter(|_| is_for_owner()).map(|full| {
        let source = match full {
            NearlyFull::All => None,
            NearlyFull::Source(id, name) => Some((address::source(id.as_str()).into_string(), name)),
        };
        let text = if source.is_some() { i18n.source_nearly_full() } else { i18n.deliveries_nearly_full() };
        let source = source.map(|(href, name)| {
            view! {
                <a href=href dir="auto">{name}</a>
                ": "
            }
        });
        let settings = Section::Leads.path();
        view! {
            <p class="notice notice--wrong">{source} {text} " " <a href=settings>{i18n.settings()}</a></p>
        }
    });
    let unscanned = (warnings.unscanned > 0).then(|| {
        view! { <p class="notice notice--wrong">{i18n.unscanned(warnings.unscanned)}</p> }
    });
    view! { <div data-live="space">{low} {deliveries} {unscanned}</div> }
}
