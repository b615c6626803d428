//! A deliverable in the portal: title, link, status, and the forms to approve it or request changes.

use app::dates;
use app::error::AppError;
use domain::{Deliverable, DeliverableStatus, Timestamp};
use leptos::either::EitherOf3;
use leptos::prelude::*;

use super::FormTarget;
use super::dialogs::{ApproveDialog, ChangesDialog, ChangesForm};
use super::picture::is_picture;
use crate::address::{self, deliverable_place};
use crate::i18n::I18n;
use crate::ui::{Flash, Outcome, RefusedText};

#[component]
pub fn DeliverableItem(
    deliverable: Deliverable,
    phase: String,
    target: FormTarget,
    flash: Option<Flash>,
    i18n: I18n,
) -> impl IntoView {
    let Deliverable { id, title, description, url, status, approved_at, .. } = deliverable;
    let link = url.as_deref().and_then(address::link).map(|url| {
        let picture = is_picture(&url).then(|| {
            let url = url.clone();
            view! { <img src=url alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer"/> }
        });
        view! {
            <a class="deliverable__open" href=url target="_blank" rel="noopener noreferrer">
                {picture} {i18n.open()}
                <span class="sr-only">" " {title.clone()} " " {i18n.in_new_tab()}</span>
            </a>
        }
    });
    let flash = flash.unwrap_or_default();
    let draft = flash.draft.clone();
    let state = match approved_at {
        Some(at) => EitherOf3::A(view! { <Approved at draft i18n/> }),
        // Nothing has been asked for yet. What the client has typed meanwhile is not lost.
        None if status == DeliverableStatus::Pending => EitherOf3::B(view! { <RefusedText text=draft/> }),
        None => {
            let (id, title, flash) = (id.to_string(), title.clone(), flash.clone());
            EitherOf3::C(view! { <ClientActions id title status phase target flash i18n/> })
        }
    };
    view! {
        <li class=format!("deliverable deliverable--{status}") id=deliverable_place(id.as_str())>
            <p class="deliverable__head">
                <span class="deliverable__title" dir="auto">{title}</span>
                " "
                {approved_at.is_none().then(|| view! {
                    <span class="deliverable__status">
                        {if status == DeliverableStatus::InReview { i18n.to_approve() } else { i18n.deliverable_status(status) }}
                    </span>
                })}
            </p>
            {description.map(|text| view! { <p class="deliverable__text" dir="auto">{text}</p> })}
            {link}
            <Outcome flash i18n/>
            {state}
        </li>
    }
}

/// The time of approval, and the draft of a change request if the approval came first.
#[component]
fn Approved(at: Timestamp, draft: String, i18n: I18n) -> impl IntoView {
    view! {
        <RefusedText text=draft/>
        <p class="approved">
            <strong>{i18n.approved()}</strong>
            " "
            <time datetime=at.to_string()>{i18n.at_moment(&dates::moment(at, i18n.0))}</time>
        </p>
    }
}

/// The buttons to approve and to request changes, each with its dialog. After a request for changes it is the
/// agency's turn: approving is a quiet second action.
#[component]
fn ClientActions(
    id: String,
    title: String,
    status: DeliverableStatus,
    phase: String,
    target: FormTarget,
    flash: Flash,
    i18n: I18n,
) -> impl IntoView {
    // A refused request for changes stays open, with its text.
    let refused = flash.error.is_some_and(AppError::is_about_text) || !flash.draft.is_empty();
    let (approve, changes) = (format!("approve-{id}"), format!("changes-{id}"));
    let form = refused.then(|| {
        let (id, target) = (id.clone(), target.clone());
        view! { <ChangesForm id target phase=phase.clone() draft=flash.draft in_dialog=None i18n/> }
    });
    let is_preview = target.is_preview;
    let dialogs = (!is_preview).then(|| {
        let (dialog, id, title, target) = (approve.clone(), id.clone(), title.clone(), target.clone());
        let changes = view! {
            <ChangesDialog dialog=changes.clone() id=id.clone() title=title.clone() phase target=target.clone() i18n/>
        };
        view! { <ApproveDialog dialog id title target i18n/> {changes} }
    });
    let approve_class = if status == DeliverableStatus::InReview { "button" } else { "button button--quiet" };
    view! {
        {form}
        <p class="deliverable__answers">
            <button class=approve_class popovertarget=approve disabled=is_preview>
                {i18n.approve_verb()} <span class="sr-only">" " {title.clone()}</span>
            </button>
            <button class="button button--quiet" popovertarget=changes disabled=is_preview>
                {i18n.request_changes()} <span class="sr-only">" " {title}</span>
            </button>
        </p>
        {dialogs}
    }
}
