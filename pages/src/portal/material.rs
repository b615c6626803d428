//! A checklist of what the agency needs: each thing has its own place, and is sent from there.

use app::dates;
use app::portal_actions::SendText;
use domain::projects::material::MAX_TEXT;
use domain::{Checklist, MaterialKind, MaterialRequest, MaterialStatus, ShownMaterial};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn as _;

use super::PortalContext;
use super::material_upload::UPLOAD;
use super::sent_files::SentFiles;
use crate::address::{Address, material_place};
use crate::i18n::I18n;
use crate::ui::{Outcome, RefusedText};

/// The head and the things of a checklist, in place of the course of the project.
#[component]
pub fn MaterialPage(list: Checklist, i18n: I18n) -> impl IntoView {
    let PortalContext { agency, person, now, .. } = expect_context();
    let (arrived, all) = (list.arrived(), list.items.len());
    let due = list.due_on().map(|on| {
        let day = i18n.weekday_and_day(on, dates::today(now));
        let (before, after) = i18n.needed_by_parts(&day);
        let piecemeal = (all > 1).then(|| format!("; {}", i18n.material_one_by_one()));
        view! { <p class="lede__facts">{before} " " <strong>{after}</strong> {piecemeal.unwrap_or_else(|| ".".to_owned())}</p> }
    });
    let progress = (all > 1).then(|| {
        view! {
            <p class="plan muted">
                <progress class="progress" max=all.to_string() value=arrived.to_string() aria-hidden="true"></progress>
            </p>
            <p class="muted">{i18n.arrived_of(arrived, all)}</p>
        }
    });
    let may_send = person.can_write();
    let others = (!may_send && list.is_open()).then(|| {
        let text = i18n.others_send(&i18n.site_name(&agency), person.client.company_or_name());
        view! { <p>{text}</p> }
    });
    // What is called like the page is not named again.
    let is_alone = list.name.is_none();
    let item = |item| view! { <MaterialItem item is_alone may_send i18n/> };
    view! {
        <div class="project__course">
            <div class="lede">
                {due}
                {progress}
            </div>
            {others}
            <ul class="course asks">{list.items.into_iter().map(item).collect_view()}</ul>
        </div>
    }
}

/// The head of the page: the way back, and what the checklist is called.
#[component]
pub fn MaterialHead(title: String, i18n: I18n) -> impl IntoView {
    let project = expect_context::<PortalContext>().target.project;
    let back = Address::here().with("project", &project).with_fragment("needs");
    view! {
        <p><a href=back><span aria-hidden="true">"‹ "</span> {i18n.open_items()}</a></p>
        <h1 dir="auto">{title}</h1>
    }
}

#[component]
fn MaterialItem(item: ShownMaterial, is_alone: bool, may_send: bool, i18n: I18n) -> impl IntoView {
    let PortalContext { agency, now, flash, .. } = expect_context();
    let ShownMaterial { request, files } = item;
    let MaterialRequest { id, title, description, kind, status, text, answered_at, reason, .. } = request;
    let flash = flash.about(id.as_str());
    let is_open = status == MaterialStatus::Open;
    let heading = (!is_alone).then(|| view! { <h2 class="phase__name" dir="auto">{title.clone()}</h2> });
    let day = answered_at.filter(|_| !is_open).map(|at| i18n.recent_day(dates::today(at), dates::today(now)));
    let state = match status {
        MaterialStatus::Received => Some(i18n.material_received()),
        MaterialStatus::Accepted => Some(i18n.material_accepted()),
        MaterialStatus::Open => None,
    };
    let state = state.map(|state| view! { <p class="approved"><strong>{state}</strong> " " {day}</p> });
    let again = reason.filter(|_| is_open).map(|reason| {
        view! {
            <p><span class="pill pill--waiting">{i18n.material_again()}</span></p>
            <p class="deliverable__text"><b dir="auto">{i18n.site_name(&agency)}</b> " " <q dir="auto">{reason}</q></p>
        }
    });
    let sent_text = text.clone().map(|text| view! { <p class="quote" dir="auto">{text}</p> });
    let sent_files = (!files.is_empty()).then(|| {
        view! { <SentFiles files i18n/> }
    });
    let send = (may_send && status != MaterialStatus::Accepted).then(|| {
        let (id, draft) = (id.to_string(), flash.draft.clone());
        let form = match kind {
            MaterialKind::File => view! { <SendFiles id title=title.clone() i18n/> }.into_any(),
            MaterialKind::Text => view! { <SendTextForm id title=title.clone() text draft i18n/> }.into_any(),
        };
        let more = match kind {
            MaterialKind::File => i18n.material_more(),
            MaterialKind::Text => i18n.material_change_text(),
        };
        if is_open {
            Either::Left(form)
        } else {
            let title = title.clone();
            Either::Right(view! {
                <details open=!flash.draft.is_empty()>
                    <summary>{more} <span class="sr-only">" " {title}</span></summary>
                    {form}
                </details>
            })
        }
    });
    let rest = (!may_send || status == MaterialStatus::Accepted).then(|| {
        view! { <RefusedText text=flash.draft.clone()/> }
    });
    let class = if is_open { "phase" } else { "phase phase--completed" };
    let name = is_alone.then(|| title.clone());
    view! {
        <li class=class id=material_place(id.as_str()) aria-label=name>
            {heading}
            {description.map(|text| view! { <p class="prose muted" dir="auto">{text}</p> })}
            {state}
            {again}
            {sent_text}
            {sent_files}
            <Outcome flash=flash.clone() i18n/>
            {send}
            {rest}
        </li>
    }
}

/// On a phone a photo first. The button that sends comes once something is chosen.
#[component]
fn SendFiles(id: String, title: String, i18n: I18n) -> impl IntoView {
    let PortalContext { max_file, target, .. } = expect_context();
    let is_preview = target.is_preview;
    let form = |is_photo: bool| {
        let (button, class) =
            if is_photo { (i18n.material_take_photo(), "send send--photo") } else { (i18n.material_choose(), "send") };
        let label_class = if is_photo { "button" } else { "button button--quiet" };
        let input = format!("{}-{id}", if is_photo { "photo" } else { "files" });
        view! {
            <form class=class method="post" action=UPLOAD enctype="multipart/form-data">
                <HiddenFields id=id.clone()/>
                <input
                    id=input.clone()
                    type="file"
                    name="file"
                    required
                    disabled=is_preview
                    multiple=!is_photo
                    accept=is_photo.then_some("image/*")
                    capture=is_photo.then_some("environment")
                />
                <label class=label_class for=input>{button} <span class="sr-only">" " {title.clone()}</span></label>
                <button class="button" disabled=is_preview>{i18n.material_send_files()} <span class="sr-only">" " {title.clone()}</span></button>
            </form>
        }
    };
    view! {
        <div class="drop">
            {form(true)}
            {form(false)}
            <p class="muted">{i18n.material_up_to(&whole_size(max_file))}</p>
        </div>
    }
}

/// `200 MB`: `MAX_FILE` is whole megabytes.
fn whole_size(bytes: i64) -> String {
    let megabytes = bytes / 1_000_000;
    if megabytes % 1_000 == 0 { format!("{} GB", megabytes / 1_000) } else { format!("{megabytes} MB") }
}

#[component]
fn SendTextForm(id: String, title: String, text: Option<String>, draft: String, i18n: I18n) -> impl IntoView {
    let is_preview = expect_context::<PortalContext>().target.is_preview;
    let value = if draft.is_empty() { text.unwrap_or_default() } else { draft };
    // Kept in the browser while it is typed.
    let (of_form, kept) = (material_place(&id), material_place(&id));
    view! {
        <form class="dialog__form" method="post" action=SendText::PATH data-draft=of_form>
            <HiddenFields id/>
            <textarea
                name="text"
                rows="4"
                required
                data-draft=kept
                maxlength=MAX_TEXT.to_string()
                placeholder=i18n.material_write_here()
                aria-label=format!("{}: {title}", i18n.material_your_text())
                dir="auto"
            >
                {value}
            </textarea>
            <button class="button button--quiet" disabled=is_preview>{i18n.material_send_text()} <span class="sr-only">" " {title}</span></button>
        </form>
    }
}

/// Before the files, so that who sends them is known first.
#[component]
fn HiddenFields(id: String) -> impl IntoView {
    let target = expect_context::<PortalContext>().target;
    view! {
        <input type="hidden" name="pass" value=target.pass/>
        <input type="hidden" name="key" value=target.key/>
        <input type="hidden" name="project" value=target.project/>
        <input type="hidden" name="request" value=id/>
    }
}
