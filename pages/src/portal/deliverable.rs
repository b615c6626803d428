//! A deliverable in the portal: a card while the client or the agency has to do something about it, a line otherwise.

use app::address::message_place;
use app::dates;
use app::error::AppError;
use app::outcome::Done;
use domain::files::{Content, Quarantine};
use domain::line::shortened;
use domain::portal::PortalDeliverable;
use domain::projects::board::ChangeRequest;
use domain::{Deliverable, DeliverableStatus};
use leptos::either::{Either, EitherOf4};
use leptos::prelude::*;

use super::PortalContext;
use super::dialogs::{ApproveDialog, ChangesDialog, ChangesForm};
use super::tile::{LinkTile, OpenLink};
use super::versions::FoldedVersions;
use crate::address::{self, Address, deliverable_place};
use crate::i18n::I18n;
use crate::ui::{Flash, Outcome, RefusedText};

/// How much of a change request its card quotes.
const MAX_QUOTED: usize = 280;

/// A deliverable to approve: what it is, what the agency says of it, and the two answers.
#[component]
pub fn ReviewCard(
    one: PortalDeliverable,
    phase: String,
    /// Whether it is the first of the page.
    is_first: bool,
    i18n: I18n,
) -> impl IntoView {
    let context: PortalContext = expect_context();
    let viewer = context.viewer(one.deliverable.id.as_str());
    let PortalContext { agency, person, now, flash, .. } = context;
    let newest = one.content();
    let unreadable = newest.as_ref().and_then(Content::quarantine).map(|why| match why {
        Quarantine::Waiting => i18n.approve_after_check(),
        Quarantine::Infected => i18n.approve_infected(),
    });
    let url = newest.as_ref().and_then(address::content);
    let page = newest.and_then(|content| address::version_page(&content, viewer.clone(), None));
    let PortalDeliverable { deliverable, in_review_since, mut versions, .. } = one;
    let Deliverable { id, title, description, .. } = deliverable;
    let version = versions.first().map_or(1, |newest| newest.number);
    let since = in_review_since.map(|at| {
        let day = i18n.recent_day(dates::today(at), dates::today(now));
        let day = if versions.is_empty() { day } else { i18n.version_of_day(version, &day) };
        view! { <time class="deliverable__when" datetime=at.to_string()>{day}</time> }
    });
    // What the agency says of the newest version, else of the deliverable. The strip does not repeat it.
    let note = versions.first_mut().and_then(|newest| newest.note.take());
    let says = note.or(description).map(|text| {
        view! { <p class="deliverable__text"><b dir="auto">{i18n.site_name(&agency)}</b> " " <q dir="auto">{text}</q></p> }
    });
    let flash = flash.about(id.as_str());
    // A refused request for changes stays open, with its text.
    let is_refused =
        person.can_approve() && (flash.error.is_some_and(AppError::is_about_text) || !flash.draft.is_empty());
    let form = is_refused.then(|| {
        let id = id.to_string();
        view! { <ChangesForm id version phase=phase.clone() draft=flash.draft.clone() in_dialog=None i18n/> }
    });
    // Who may approve no more keeps the words.
    let refused = (!person.can_approve()).then(|| view! { <RefusedText text=flash.draft.clone()/> });
    let (heading, of_tile, of_answers, url_shown) = (title.clone(), title.clone(), title, url.clone());
    view! {
        <li class="deliverable deliverable--in_review" id=deliverable_place(id.as_str())>
            <LinkTile url page title=of_tile is_first i18n/>
            <div class="deliverable__body">
                <p class="deliverable__facts">
                    <span class="pill pill--waiting">{i18n.to_approve()}</span>
                    " "
                    {since}
                </p>
                <h3 class="deliverable__title" dir="auto">{heading}</h3>
                {says}
                <Outcome flash i18n/>
                {form}
                {refused}
            </div>
            {match unreadable {
                None => Either::Left(view! { <Answers id=id.to_string() title=of_answers url=url_shown version phase i18n/> }),
                Some(why) => Either::Right(view! { <p class="deliverable__answers">{why}</p> }),
            }}
            <FoldedVersions versions viewer now i18n/>
        </li>
    }
}

/// The two buttons of a deliverable in review, with their dialogs.
#[component]
pub fn Answers(
    id: String,
    title: String,
    url: Option<String>,
    version: i64,
    phase: String,
    i18n: I18n,
) -> impl IntoView {
    let PortalContext { agency, person, target, .. } = expect_context();
    if !person.can_approve() {
        let text = i18n.others_approve(&i18n.site_name(&agency), person.client.company_or_name());
        return Either::Left(view! { <p class="deliverable__answers">{text}</p> });
    }
    let (approve, changes) = (format!("approve-{id}"), format!("changes-{id}"));
    let dialogs = (!target.is_preview).then(|| {
        let (approve, changes) = (approve.clone(), changes.clone());
        view! {
            <ApproveDialog dialog=approve id=id.clone() title=title.clone() url version i18n/>
            <ChangesDialog dialog=changes id title=title.clone() version phase i18n/>
        }
    });
    // The names of the buttons are read out with the title.
    let of = move || view! { <span class="sr-only">" " {title.clone()}</span> };
    let (of_approve, of_changes) = (of(), of());
    Either::Right(view! {
        <p class="deliverable__answers">
            <DialogButton class="button" opens=approve disabled=target.is_preview>
                {i18n.approve_verb()} {of_approve}
            </DialogButton>
            <DialogButton class="button button--quiet" opens=changes disabled=target.is_preview>
                {i18n.request_changes()} {of_changes}
            </DialogButton>
        </p>
        {dialogs}
    })
}

/// Opens a modal dialog; where browsers know `command`, without a script.
#[component]
fn DialogButton(class: &'static str, opens: String, disabled: bool, children: Children) -> impl IntoView {
    view! {
        <button
            type="button"
            class=class
            commandfor=opens
            command="show-modal"
            disabled=disabled
        >
            {children()}
        </button>
    }
}

/// A deliverable in its task. One to approve is a line that leads to its card: it has one place on the page.
#[component]
pub fn DeliverableItem(one: PortalDeliverable, phase: (String, String), i18n: I18n) -> impl IntoView {
    let context: PortalContext = expect_context();
    let newest = one.content();
    let url = newest.as_ref().and_then(address::content);
    let viewer = context.viewer(one.deliverable.id.as_str());
    let page = newest.and_then(|content| address::version_page(&content, viewer.clone(), None));
    let PortalDeliverable {
        deliverable: Deliverable { id, title, status, approved_at, approved_by, .. },
        request,
        versions,
        has_receipt,
        ..
    } = one;
    let place = deliverable_place(id.as_str());
    let flash = context.flash.about(id.as_str());
    let draft = flash.draft.clone();
    let waits = if context.person.can_approve() { i18n.open_items() } else { i18n.to_approve() };
    match (status, approved_at) {
        (_, Some(at)) => {
            // The panel above says what has just been approved.
            let flash = Flash { done: None, ..flash };
            let by = approved_by.filter(|name| *name != context.person.client.name);
            let by = by.map(|name| view! { " · " <bdi>{name}</bdi> });
            let receipt = (has_receipt && !context.target.is_preview).then(|| {
                let href = address::portal_receipt(&context.target.key, id.as_str()).into_string();
                view! { " · " <a href=href>{i18n.receipt_link()}</a> }
            });
            EitherOf4::A(view! {
                <li class="deliverable deliverable--approved" id=place>
                    <p class="deliverable__line"><OpenLink url page title i18n/></p>
                    <p class="approved">
                        <strong>{i18n.approved()}</strong>
                        " "
                        <time datetime=at.to_string() title=dates::moment(at, i18n.0)>
                            {i18n.at_moment(&i18n.short_day(dates::today(at), dates::today(context.now)))}
                        </time>
                        {by}
                        {receipt}
                    </p>
                    <Outcome flash i18n/>
                    <RefusedText text=draft/>
                    <FoldedVersions versions viewer now=context.now i18n/>
                </li>
            })
        }
        (DeliverableStatus::ChangesRequested, _) => EitherOf4::B(view! {
            <li class="deliverable" id=place>
                <LinkTile url page title=title.clone() i18n/>
                <div class="deliverable__body">
                    <p class="deliverable__facts"><span class="pill">{i18n.deliverable_status(status)}</span></p>
                    <h4 class="deliverable__title" dir="auto">{title}</h4>
                    <Requested flash request phase i18n/>
                </div>
                <FoldedVersions versions viewer now=context.now i18n/>
            </li>
        }),
        (DeliverableStatus::InReview, _) => EitherOf4::C(view! {
            <li class="deliverable">
                <p class="deliverable__line">
                    <span dir="auto">{title}</span>
                    " "
                    <a href=format!("#{place}")>{waits} <span aria-hidden="true">" ↑"</span></a>
                </p>
            </li>
        }),
        // Nothing unfinished can be opened. What the client has typed meanwhile is not lost.
        _ => EitherOf4::D(view! {
            <li class="deliverable" id=place>
                <p class="deliverable__line">
                    <span dir="auto">{title}</span>
                    " "
                    <span class="muted">{i18n.deliverable_status(status)}</span>
                </p>
                <Outcome flash i18n/>
                <RefusedText text=draft/>
            </li>
        }),
    }
}

/// After a request for changes: the words of who asked, what happens now, and the way to the message.
#[component]
fn Requested(flash: Flash, request: Option<ChangeRequest>, phase: (String, String), i18n: I18n) -> impl IntoView {
    let PortalContext { target, person, now, .. } = expect_context();
    let (channel, phase) = phase;
    let (quote, link) = request
        .map(|ChangeRequest { message, at, by, version, reason }| {
            let day = i18n.weekday_and_day(dates::today(at), dates::today(now));
            let writer = by.as_deref().unwrap_or(&person.client.name);
            let wrote =
                if writer == person.name() { i18n.you_wrote_on(&day) } else { i18n.person_wrote_on(writer, &day) };
            let href =
                Address::here().project(&target.project, &channel).with_fragment(&message_place(message.as_str()));
            let quote = view! {
                <blockquote class="quote">
                    <p class="muted"><time datetime=at.to_string()>{wrote}</time> {version.map(|number| i18n.on_version(number))}</p>
                    <p><q dir="auto">{shortened(reason, MAX_QUOTED)}</q></p>
                </blockquote>
            };
            (quote, view! { <p><a class="go" href=href>{i18n.to_message_in(&phase)}</a></p> })
        })
        .unzip();
    // The one place that says so: the form's result takes the focus.
    let is_new = flash.done == Some(Done::ChangesRequested);
    let now = if is_new { i18n.changes_sent() } else { i18n.changes_under_way() };
    let now = if is_new {
        Either::Left(view! { <p class="deliverable__new" tabindex="-1" autofocus>{now}</p> })
    } else {
        Either::Right(view! { <p class="muted">{now}</p> })
    };
    let flash = Flash { done: None, ..flash };
    view! {
        {quote}
        {now}
        <Outcome flash=flash.clone() i18n/>
        <RefusedText text=flash.draft/>
        {link}
    }
}
