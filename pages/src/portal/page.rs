//! The portal page: header, project tabs and the open project.

use app::chat::channel_to_open;
use app::portal_actions::{CHANGES, MESSAGE};
use axum::Extension;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use domain::id::ClientId;
use domain::portal::{Portal, ProjectTab};
use domain::{ChannelKey, FormOfAddress, Language, MessagePage, Person, Unsaved};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::tachys::view::any_view::AnyView;
use serde::Deserialize;
use store::{ClientScope, FormOwner};

use super::cached_page::CachedPage;
use super::conversation::ConversationView;
use super::dialogs::CommandFallback;
use super::masthead::{Masthead, PreviewBanner, ProjectTabs};
use super::material::{MaterialHead, MaterialPage};
use super::picture::ImageOrigins;
use super::project::Course;
use super::rendered_rows::PageRows;
use super::view_nav::{UnreadElsewhere, ViewNav};
use super::your_turn::count_here;
use super::{FormTarget, PortalContext};
use crate::address;
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::render::{Page, PageContext, render, render_part};
use crate::session::SignedInAdmin;
use crate::ui::{Flash, FlashQuery};
use crate::{PageError, PagesState};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PortalQuery {
    project: Option<String>,
    channel: Option<String>,
    /// A request of the checklist that is shown in place of the project's course.
    material: String,
    /// A timestamp: shows the messages before it.
    before: String,
}

impl PortalQuery {
    /// Whether it asks for nothing but a project.
    fn is_plain(&self) -> bool {
        self.channel.is_none() && self.material.is_empty() && self.before.is_empty()
    }
}

/// `GET /c/{key}`. A middleware has looked up the client and limits guessing of keys.
pub async fn page(
    State(state): State<PagesState>,
    Extension(scope): Extension<ClientScope>,
    Query(query): Query<PortalQuery>,
    Query(flash): Query<FlashQuery>,
    mut context: PageContext,
) -> Result<Response, PageError> {
    context.portal_key = scope.portal_key();
    if !query.is_plain() || flash != FlashQuery::default() {
        let data = load(&state, &scope, query, flash).await?;
        state.store.record_visit(&scope);
        return Ok(respond(context, data).await);
    }
    let cached = state.store.cached_portal(&scope, query.project.as_deref()).await?;
    state.store.record_visit(&scope);
    let now = state.store.clock().now();
    if let Some(page) = cached.page::<CachedPage>().filter(|page| page.is_as_at(now, &context)) {
        return Ok(with_origins(Html(page.at(now, &context)), page.origins.clone()));
    }
    let data = PortalPageData::plain(cached.portal_at(now), &scope, &state);
    let origins = ImageOrigins::of(data.portal.project.as_ref());
    let before = cached.page_before_messages::<CachedPage>().filter(|page| page.is_as_at(now, &context));
    let rows = PageRows::after(before.as_ref().map(|page| page.rows.clone()).unwrap_or_default());
    let html = if let Some(before) = before {
        before.with_conversation(&render_part(&context, || conversation(data, &rows)), &context)
    } else {
        render(context.clone(), || portal_page(data, Some(&rows))).await.0
    };
    if let Some(page) = CachedPage::new(html.clone(), context, now, origins.clone(), rows.rendered()) {
        cached.cache_page(page);
    }
    Ok(with_origins(Html(html), origins))
}

/// The page, with the origins of its pictures for the Content-Security-Policy.
pub(super) async fn respond(context: PageContext, data: PortalPageData) -> Response {
    let origins = ImageOrigins::of(data.portal.project.as_ref());
    with_origins(render(context, || portal_page(data, None)).await, origins)
}

fn with_origins(page: Html<String>, origins: ImageOrigins) -> Response {
    let mut response = page.into_response();
    response.extensions_mut().insert(origins);
    response
}

/// Loads the data of the page, to be opened by its client.
pub(super) async fn load(
    state: &PagesState,
    scope: &ClientScope,
    query: PortalQuery,
    flash: FlashQuery,
) -> Result<PortalPageData, PageError> {
    let PortalQuery { project, channel, material, before } = query;
    let store = &state.store;
    let mut portal = store.portal(scope, project.as_deref()).await?;
    let earlier = match channel.as_deref().zip(before.parse().ok()) {
        Some((channel, before)) => {
            portal.channels.iter_mut().for_each(|channel| channel.remove_approvals_from(before));
            Some(store.history(scope, channel, before).await?)
        }
        None => None,
    };
    let unsaved = match &*flash.unsaved {
        "" => None,
        id => store.unsaved(FormOwner::Client(scope), id).await?,
    };
    let flash = with_draft(flash.into(), unsaved);
    Ok(PortalPageData { earlier, channel, material, flash, ..PortalPageData::plain(portal, scope, state) })
}

/// Adds the refused text, if it belongs to the form that the address names.
fn with_draft(flash: Flash, unsaved: Option<Unsaved>) -> Flash {
    let name = if flash.about.is_some() { CHANGES } else { MESSAGE };
    let form = unsaved.filter(|unsaved| unsaved.name == name).map(|unsaved| unsaved.form).unwrap_or_default();
    Flash { draft: form.get("text").to_owned(), files: form.get("files").to_owned(), ..flash }
}

pub(super) struct PortalPageData {
    person: Person,
    /// Of the portal's address.
    key: String,
    portal: Portal,
    earlier: Option<MessagePage>,
    /// The portal credential, which forms and islands send instead of the token; in a preview, its own.
    pub(super) pass: String,
    /// The requested channel key.
    channel: Option<String>,
    material: String,
    max_file: i64,
    flash: Flash,
    /// The agency's language, if it looks at the portal as its client does.
    pub(super) preview: Option<Language>,
}

impl PortalPageData {
    /// What opens when nothing but a project is asked for.
    fn plain(portal: Portal, scope: &ClientScope, state: &PagesState) -> Self {
        Self {
            person: scope.person().clone(),
            key: scope.portal_key(),
            portal,
            earlier: None,
            pass: scope.portal_credential(),
            channel: None,
            material: String::new(),
            max_file: state.max_file,
            flash: Flash::default(),
            preview: None,
        }
    }

    fn i18n(&self) -> I18n {
        I18n(self.portal.language, self.portal.agency.form_of_address)
    }

    /// The id of the project shown, empty without one.
    fn shown(&self) -> &str {
        self.portal.project.as_ref().map_or("", |project| project.id.as_str())
    }

    fn unread_elsewhere(&self) -> UnreadElsewhere {
        UnreadElsewhere::of(&self.portal.open_items.unread, self.shown(), self.i18n())
    }

    /// The name of the project shown, unless tabs name it, because there are several.
    fn name_alone(&self) -> Option<String> {
        let project = self.portal.project.as_ref().filter(|_| self.portal.projects.len() < 2);
        project.map(|project| project.name.clone())
    }

    /// What the parts of the page need; takes the result of the last form out.
    fn context(&mut self) -> PortalContext {
        let (person, portal, i18n) = (&self.person, &self.portal, self.i18n());
        let is_of_company = portal.company.as_ref().is_some_and(|company| *company != portal.client_name);
        let open = channel_to_open(self.channel.as_deref(), &portal.channels);
        // Ignored unless it belongs to the open channel.
        let is_of_open = open.as_ref().map(ChannelKey::as_str) == self.channel.as_deref();
        PortalContext {
            client_id: portal.client_id.clone(),
            person: person.clone(),
            client_first_name: first_name(person.name(), person.contact.is_some() || is_of_company, i18n),
            agency: portal.agency.clone(),
            now: portal.now,
            target: FormTarget {
                key: self.key.clone(),
                pass: self.pass.clone(),
                project: self.shown().to_owned(),
                channel: open.as_ref().map(ToString::to_string).unwrap_or_default(),
                is_preview: self.preview.is_some(),
            },
            open,
            max_file: self.max_file,
            flash: std::mem::take(&mut self.flash),
            earlier: self.earlier.take().filter(|_| is_of_open),
        }
    }
}

/// The conversation of the page, without the rest.
fn conversation(mut data: PortalPageData, rows: &PageRows) -> AnyView {
    let (i18n, unread_elsewhere, project) = (data.i18n(), data.unread_elsewhere().count, data.name_alone());
    provide_context(data.context());
    rows.provide(*i18n);
    let Portal { channels, cursor, .. } = data.portal;
    view! { <ConversationView channels cursor unread_elsewhere project i18n/> }.into_any()
}

fn portal_page(mut data: PortalPageData, rows: Option<&PageRows>) -> Page {
    let (i18n, elsewhere, alone_name, context) =
        (data.i18n(), data.unread_elsewhere(), data.name_alone(), data.context());
    let PortalPageData { portal, material, preview, key, .. } = data;
    let Portal { client_id, client_name, language, agency, projects, project, open_items, channels, cursor, .. } =
        portal;
    let greeting = i18n.greeting(&context.client_first_name, count_here(&open_items, &context.target.project));
    // One line for the name, one for what there is to do.
    let (hello, rest) = greeting.split_once(", ").map_or((greeting.clone(), None), |(hello, rest)| {
        (format!("{hello}, "), Some(view! { <br/> {rest.to_owned()} }))
    });
    let site_name = i18n.site_name(&agency);
    let unread = channels.iter().map(|channel| channel.unread).sum::<i64>() + elsewhere.count;
    // An archived project has no tab, but leads to those that have.
    let is_another = |one: &ProjectTab| project.as_ref().is_some_and(|open| open.id != one.id);
    let tabs = projects.iter().any(is_another).then(|| {
        let open = project.as_ref().map(|one| one.id.to_string());
        view! { <ProjectTabs projects open i18n/> }
    });
    let banner = preview.map(|agency| {
        let client = (client_id.clone(), client_name.clone());
        view! { <PreviewBanner client i18n=I18n::from(agency)/> }
    });
    let notifications = match preview {
        None => address::portal_notifications(&key),
        Some(_) => address::preview_notifications(client_id.as_str()),
    };
    let name = project.as_ref().map_or(client_name, |project| project.name.clone());
    let title = format!("{name} · {site_name}");
    let alone = alone_name.clone().map(|name| view! { <p class="portal__project" dir="auto">{name}</p> });
    let person_name = context.person.name().to_owned();
    provide_context(context);
    if let Some(rows) = rows {
        rows.provide(*i18n);
    }
    let lists = project.iter().flat_map(|project| &project.material);
    let list = lists.into_iter().find(|list| list.has(&material)).cloned();
    let (heading, course) = if let Some(list) = list {
        let heading = view! { <MaterialHead title=list.title().to_owned() i18n/> };
        (Either::Left(heading), Either::Left(view! { <MaterialPage list i18n/> }))
    } else {
        let course = view! { <Course project open_items channels=channels.clone() i18n/> };
        (Either::Right(view! { <h1 dir="auto">{hello} {rest}</h1> }), Either::Right(course))
    };
    let body = view! {
        <a class="skip" href="#main">{i18n.skip()}</a>
        {banner}
        <Masthead agency client_name=person_name notifications=notifications.into_string() i18n>{tabs}</Masthead>
        <ViewNav unread elsewhere=elsewhere.clone() i18n/>
        <main id="main" class="portal">
            <div id="project" class="project">
                <div class="project__head">
                    {alone}
                    {heading}
                </div>
                {course}
                <ConversationView channels cursor unread_elsewhere=elsewhere.count project=alone_name i18n/>
            </div>
        </main>
        <CommandFallback/>
    };
    Page { language, title, description: None, body: body.into_any() }
}

/// How the client is greeted: a person of a company by the first name, unless with *Lei*.
fn first_name(name: &str, is_person: bool, i18n: I18n) -> String {
    let is_first = |first: &&str| is_person && i18n.1 == FormOfAddress::Tu && !first.ends_with('.');
    let first = name.split_whitespace().next().filter(is_first);
    first.unwrap_or(name).to_owned()
}

/// `GET /admin/clients/{client}/preview`. Its credential expires, ends with the session, and writes nothing.
pub async fn preview(
    Path(client): Path<ClientId>,
    Extension(admin): Extension<SignedInAdmin>,
    State(state): State<PagesState>,
    Query(query): Query<PortalQuery>,
    Query(flash): Query<FlashQuery>,
    context: PageContext,
) -> Result<Response, PageError> {
    let store = &state.store;
    let pass = store.preview_credential(&client, &admin.session).await?;
    let scope = store.viewer_by_credential(&pass).await?;
    let mut data = load(&state, &scope, query, flash).await?;
    data.pass = pass;
    data.preview = Some(store.language().await?);
    Ok(respond(context, data).await)
}
