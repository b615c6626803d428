//! The frame of every admin page: header, navigation and the result of the last submitted form.

use std::future::Future;

use admin_island::AdminLive;
use app::error::AppError;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use domain::audit::Actor;
use domain::id::MemberId;
use domain::projects::project_records::Timer;
use domain::{Agency, Language, Role, Timestamp, Topic, Unsaved};
use futures_util::future::try_join;
use leptos::prelude::*;
use leptos::tachys::view::any_view::AnyView;
use store::{FormOwner, Store, TopicVersions};

use super::assigned_filter::AssignedFilter;
use super::nav::NavItem;
use super::running_timer::RunningTimerBadge;
use super::{account, guide};
use crate::extract::Query;
use crate::i18n::I18n;
use crate::render::{Page, PageContext, render};
use crate::session::{CsrfToken, SignedInAdmin};
use crate::ui::{AdminView, Brand, Flash, FlashQuery, Outcome};
use crate::{PageError, PagesState};

pub type PageResult = Result<Response, PageError>;

/// Extractor: a request for an admin page, with a signed-in admin.
pub struct AdminRequest {
    pub store: Store,
    /// From before the page's data was read. What is committed later is fetched by the open page.
    pub versions: TopicVersions,
    context: PageContext,
    signed_in: SignedInAdmin,
    csrf_token: String,
    flash: Flash,
    /// The name of the refused form that the page shows again.
    unsaved: String,
    /// Whether the page is opened, and not fetched by one that is open.
    is_opening: bool,
    /// The chapter of the guide about it.
    chapter: &'static str,
    /// What it shows besides the topics of its part of the navigation.
    also_shown: Option<Topic>,
}

impl FromRequestParts<PagesState> for AdminRequest {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &PagesState) -> Result<Self, PageError> {
        let Some(signed_in) = parts.extensions.get::<SignedInAdmin>().cloned() else {
            return Err(AppError::SignedOut.into());
        };
        let CsrfToken(csrf_token) = parts.extensions.get().cloned().unwrap_or_default();
        let Ok(context) = PageContext::from_request_parts(parts, state).await;
        let Ok(Query(mut query)) = Query::<FlashQuery>::from_request_parts(parts, state).await;
        let unsaved = std::mem::take(&mut query.unsaved);
        let is_opening = parts.headers.get("sec-fetch-dest").is_none_or(|what| what == "document");
        let (store, flash) = (state.store.clone(), query.into());
        let versions = store.topic_versions();
        let (also_shown, chapter) = (None, guide::chapter(parts.uri.path()));
        Ok(Self { store, versions, context, signed_in, csrf_token, flash, unsaved, is_opening, chapter, also_shown })
    }
}

impl AdminRequest {
    /// Who is signed in; none for the account of the environment.
    pub fn member(&self) -> Option<&MemberId> {
        self.signed_in.member.as_ref().map(|member| &member.id)
    }

    /// Who is signed in, as what they write names them.
    pub fn actor(&self) -> Actor {
        self.signed_in.actor()
    }

    /// The page is also fetched again when `topic` changes.
    #[must_use]
    pub fn also_showing(self, topic: Topic) -> Self {
        Self { also_shown: Some(topic), ..self }
    }

    /// Whether a list shows only what the reader looks after: as `asked` in its address, else as they chose last. What they
    /// choose is remembered; a page that refreshes itself chooses nothing.
    pub async fn assigned_filter(&self, asked: &str) -> store::Result<AssignedFilter> {
        let Some(member) = self.member() else { return Ok(AssignedFilter::new(None, false)) };
        let remembered = self.store.assigned_filter(member).await?;
        let is_on = if asked.is_empty() { remembered } else { asked != "0" };
        if is_on != remembered && self.is_opening {
            self.store.set_assigned_filter(member, is_on).await?;
        }
        Ok(AssignedFilter::new(Some(member.clone()), is_on))
    }

    /// Whether the page is to show a form again that was refused.
    pub fn has_refused_form(&self) -> bool {
        !self.unsaved.is_empty()
    }

    /// The refused form that the page shows again.
    pub async fn refused_form(&self) -> store::Result<Option<Unsaved>> {
        if self.unsaved.is_empty() { Ok(None) } else { self.store.unsaved(FormOwner::Agency, &self.unsaved).await }
    }

    /// Renders the title and body that `show` returns, inside the frame. Call it after loading the page's data:
    /// opening a thread changes the unread count in the header.
    pub fn page(
        self,
        item: NavItem,
        show: impl FnOnce(AdminView) -> (String, AnyView) + Send + 'static,
    ) -> impl Future<Output = PageResult> + Send {
        self.boxed_page(item, Box::new(show))
    }

    async fn boxed_page(
        self,
        item: NavItem,
        show: Box<dyn FnOnce(AdminView) -> (String, AnyView) + Send>,
    ) -> PageResult {
        let unsaved = self.refused_form().await?;
        let Self { store, versions, context, signed_in, csrf_token, flash, chapter, also_shown, .. } = self;
        let topics: Vec<Topic> = item.topics().iter().copied().chain(also_shown).collect();
        let (mut language, agency, now) = (store.language().await?, context.agency().clone(), store.clock().now());
        let (role, mut name) = (signed_in.role(), signed_in.email);
        let is_member = signed_in.member.is_some();
        if let Some(member) = signed_in.member {
            (language, name) = (member.language.unwrap_or(language), member.name);
        }
        let today = context.zone().date(now);
        let (waiting, timer) = try_join(store.waiting_count(today), store.running_timer()).await?;
        let change_tag = versions.tag(&topics);
        let guide = guide::address(language, chapter);
        let i18n = I18n::from(language);
        let site_name = i18n.site_name(&agency);
        let frame = Frame { role, name, guide, csrf_token, language, agency, waiting, timer, now, topics, change_tag };
        let view = AdminView { i18n, language, now, site_name, is_member, waiting, flash, unsaved };
        Ok(render(context, || frame_page(frame, item, view, show)).await.into_response())
    }
}

struct Frame {
    role: Role,
    /// Of a member; of the environment's account its e-mail.
    name: String,
    /// The address of the chapter of the guide about the page.
    guide: String,
    csrf_token: String,
    language: Language,
    agency: Agency,
    /// How many clients wait for an answer.
    waiting: i64,
    timer: Option<Timer>,
    now: Timestamp,
    /// What the page is fetched again for.
    topics: Vec<Topic>,
    change_tag: String,
}

fn frame_page(
    frame: Frame,
    item: NavItem,
    view: AdminView,
    show: Box<dyn FnOnce(AdminView) -> (String, AnyView) + Send>,
) -> Page {
    provide_context(frame.role);
    let (i18n, language) = (view.i18n, view.language);
    let flash = flash_above(&view);
    let (title, body) = show(view);
    // Type-erased, so that the type of the whole page stays small.
    let changes = format!("/admin/changes?topics={}", Topic::join(&frame.topics));
    let live = view! { <AdminLive changes change_tag=frame.change_tag.clone() i18n=*i18n/> }.into_any();
    let title = format!("{title} · {}", i18n.site_name(&frame.agency));
    let header = view! { <AdminHeader frame item/> }.into_any();
    let body = view! {
        <a class="skip" href="#main">{i18n.skip()}</a>
        <div class="desk">
            {header}
            <main id="main" class="desk__main">
                <Outcome flash i18n/>
                {body}
                {live}
            </main>
        </div>
    };
    Page { language, title, description: None, body: body.into_any() }
}

/// The result to show at the top of the page: without what a form or section on the page shows itself.
fn flash_above(view: &AdminView) -> Flash {
    let is_shown_below = view.unsaved.is_some() || view.flash.is_about_message();
    let error = view.flash.error.filter(|_| !is_shown_below);
    let done = view.flash.done.filter(|_| view.flash.about.is_none());
    Flash { error, done, ..view.flash.clone() }
}

/// The search over everything: a field where there is room, a way to its page on a phone.
#[component]
fn SearchBox(i18n: I18n) -> impl IntoView {
    let icon = || view! { <Icon path=NavItem::Search.icon()/> };
    view! {
        <form
            class="desk__search"
            role="search"
            aria-label=i18n.search_everything()
            method="get"
            action=NavItem::Search.href()
        >
            {icon()}
            <input
                type="search"
                name="q"
                placeholder=i18n.search()
                aria-label=i18n.search_everything()
                aria-keyshortcuts="/"
                maxlength="200"
                autocomplete="off"
                dir="auto"
                data-hotkey="/"
            />
        </form>
        <a class="desk__find" href=NavItem::Search.href() aria-label=i18n.search_everything()>{icon()}</a>
    }
}

/// It stands beside a label, so screen readers skip it.
#[component]
fn Icon(path: &'static str) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d=path></path>
        </svg>
    }
}

#[component]
fn AdminHeader(frame: Frame, item: NavItem) -> impl IntoView {
    let i18n = I18n::from(frame.language);
    let entry = |entry: NavItem| {
        let waiting = (entry == NavItem::Inbox).then(|| {
            let count = (frame.waiting > 0).then(|| {
                view! {
                    <span class="count" aria-hidden="true">{frame.waiting}</span>
                    <span class="sr-only">" "{i18n.clients_waiting(frame.waiting)}</span>
                }
            });
            view! { <span class="nav__count" data-live="unread" data-unread=frame.waiting>{count}</span> }
        });
        let current = match entry {
            _ if entry == item => Some("page"),
            NavItem::Projects if item.is_for_desks() => Some("true"),
            _ => None,
        };
        view! {
            <li class=entry.is_for_desks().then_some("nav__desk")>
                <a class="nav__link" href=entry.href() aria-current=current>
                    <Icon path=entry.icon()/>
                    {entry.name(i18n)}
                </a>
                {waiting}
            </li>
        }
    };
    view! {
        <header class="desk__bar">
            <p class="desk__name"><Brand agency=frame.agency i18n/></p>
            <SearchBox i18n/>
            <nav class="nav" aria-label=i18n.navigation()>
                {NavItem::all(frame.role).map(|group| view! { <ul>{group.iter().copied().map(entry).collect_view()}</ul> }).collect_view()}
            </nav>
            <RunningTimerBadge timer=frame.timer now=frame.now i18n/>
            <details class="desk__account">
                <summary>
                    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                        <path d="M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 19.5c.5-3.4 3.2-5 7-5s6.5 1.6 7 5"></path>
                    </svg>
                    <span class="sr-only">{i18n.account()} " "</span>
                    <span class="desk__email" dir="auto">{frame.name}</span>
                </summary>
                <form method="post" action="/api/auth/signout">
                    <a class="desk__sign-out" href=frame.guide>{i18n.guide()}</a>
                    <a class="desk__sign-out" href=account::ADDRESS>{i18n.your_account()}</a>
                    <input type="hidden" name="csrfToken" value=frame.csrf_token/>
                    <button class="desk__sign-out">{i18n.sign_out()}</button>
                </form>
            </details>
        </header>
    }
}
