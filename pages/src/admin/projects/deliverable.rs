//! A deliverable on the board, with its approval status.

use std::sync::Arc;

use domain::DeliverableStatus::{Approved, ChangesRequested, InReview, Pending};
use domain::id::PhaseId;
use domain::projects::board::{BoardDeliverable, BoardItem, ChangeRequest};
use domain::{Deliverable, DeliverableDraft, DeliverableStatus, Timestamp};
use leptos::either::EitherOf4;

use super::buttons::{ApprovalButton, DeleteSection};
use super::card_menu::CardMenu;
use super::card_menu::Waiting;
use super::context::BoardContext;
use super::edit::DeliverableForm;
use super::warning::Warning;
use crate::admin::prelude::*;

/// A deliverable. An approved one cannot be edited, only deleted.
#[component]
pub fn DeliverableRow(deliverable: BoardDeliverable, phase: PhaseId, context: Arc<BoardContext>) -> impl IntoView {
    let BoardDeliverable { deliverable, version, request, in_review_since, versions, has_receipt } = deliverable;
    let i18n = context.admin.i18n;
    let item = BoardItem::Deliverable(deliverable.id.clone());
    let is_final = deliverable.approved_at.is_some();
    let form = match context.deletion_of(&item) {
        Some(deletion) => {
            let name = deliverable.title.clone();
            EitherOf3::A(view! { <DeleteSection deletion name context=context.clone()/> })
        }
        None if context.is_editing(&item) && !is_final => {
            let (id, draft) = (deliverable.id.clone(), DeliverableDraft::from(&deliverable));
            EitherOf3::B(view! { <DeliverableForm id draft version context=context.clone()/> })
        }
        None => EitherOf3::C(()),
    };
    let link = deliverable.url.as_deref().and_then(address::link).map(|url| {
        let title = deliverable.title.clone();
        view! {
            <a href=url target="_blank" rel="noopener noreferrer">
                {i18n.open()} <span class="sr-only">" "{title}" "{i18n.in_new_tab()}</span>
            </a>
        }
    });
    // What is a file is seen as the client sees it.
    let is_seen = !versions.is_empty() && deliverable.url.is_none() && deliverable.status != Pending;
    let seen = is_seen.then(|| {
        let href = address::agency_viewer(&context.client, deliverable.id.as_str()).into_string();
        view! { <a href=href>{i18n.open()} <span class="sr-only">" " {deliverable.title.clone()}</span></a> }
    });
    let page = address::deliverable(&context.project, deliverable.id.as_str()).into_string();
    let is_empty = versions.is_empty() && deliverable.url.is_none();
    let chips = (!versions.is_empty()).then(|| {
        view! { <VersionChips versions href=page.clone() title=deliverable.title.clone() i18n/> }
    });
    let label_of_page = if is_final { i18n.versions() } else { i18n.version_new() };
    let versions =
        view! { <a href=page>{label_of_page} <span class="sr-only">" "{deliverable.title.clone()}</span></a> };
    let (href, label) =
        if is_final { (context.delete(&item), i18n.delete()) } else { (context.edit(&item), i18n.edit()) };
    let (id, title, status) = (deliverable.id.clone(), deliverable.title.clone(), deliverable.status);
    let take_back = matches!(status, InReview | ChangesRequested).then(|| {
        view! { <ApprovalButton id title=title.clone() seen=status to=Pending label=i18n.take_back() is_quiet=true/> }
    });
    let warning = (context.focus.warn.as_ref() == Some(&item) && matches!(status, Pending | ChangesRequested))
        .then(|| view! { <Warning deliverable=deliverable.clone() is_empty context=context.clone()/> });
    let class = format!("board-deliverable board-deliverable--{}", deliverable.status);
    let state = view! {
        <State deliverable=deliverable.clone() request in_review_since has_receipt phase context=context.clone()/>
    };
    view! {
        <li class=class id=item.to_string()>
            <p class="board-deliverable__line">
                <span class="board-deliverable__title" dir="auto">{deliverable.title}</span>
                {chips}
                {link}
                {seen}
                {versions}
                <CardMenu item=item.clone() name=title.clone() i18n>
                    {take_back}
                    <a href=href>{label} <span class="sr-only">" "{title.clone()}</span></a>
                </CardMenu>
            </p>
            {deliverable.description.map(|text| view! { <p class="board-task__text" dir="auto">{text}</p> })}
            {state}
            {warning}
            {form}
        </li>
    }
}

/// The status, and the buttons that change it.
#[component]
fn State(
    deliverable: Deliverable,
    request: Option<ChangeRequest>,
    in_review_since: Option<Timestamp>,
    has_receipt: bool,
    phase: PhaseId,
    context: Arc<BoardContext>,
) -> impl IntoView {
    let i18n = context.admin.i18n;
    let Deliverable { id, title, status, approved_at, approved_by, .. } = deliverable;
    let status_text = match status {
        Approved => EitherOf4::A(approved_at.map(|at| {
            let receipt = has_receipt.then(|| address::receipt(id.as_str()).into_string());
            view! { <ApprovedAt at by=approved_by receipt context=context.clone()/> }
        })),
        ChangesRequested => EitherOf4::B(view! { <RequestedChanges request phase context=context.clone()/> }),
        InReview => {
            let text = i18n.deliverable_status(status).to_owned();
            let unknown = context.unreached.map(|_| {
                let href = address::client(&context.client).with_fragment("notifications");
                view! { " " <a class="status--late" href=href>{i18n.does_not_know()}</a> }
            });
            EitherOf4::C(view! { <Waiting text since=in_review_since context=context.clone()/> {unknown} })
        }
        Pending => EitherOf4::D(view! { <span class="status">{i18n.deliverable_status(status)}</span> }),
    };
    let label = match status {
        Pending => Some(i18n.send_for_approval()),
        ChangesRequested => Some(i18n.send_again()),
        InReview | Approved => None,
    };
    let send = label.map(|label| view! { <ApprovalButton id title seen=status to=InReview label/> });
    view! {
        <div class="board-deliverable__state">
            {status_text}
            {send}
        </div>
    }
}

#[component]
fn ApprovedAt(
    at: Timestamp,
    by: Option<String>,
    /// The address of its receipt.
    receipt: Option<String>,
    context: Arc<BoardContext>,
) -> impl IntoView {
    let i18n = context.admin.i18n;
    let by = by.map(|name| view! { " · " <bdi>{name}</bdi> });
    view! {
        <span class="status status--completed" title=i18n.approved_is_final()>
            <time datetime=at.to_string()>{i18n.approved_at(&dates::moment(at, i18n.0))}</time>
            {by}
        </span>
        {receipt.map(|href| view! { <a href=href>{i18n.receipt_link()}</a> })}
    }
}

/// The numbers of the versions, which lead to their page; the newest stands out.
#[component]
fn VersionChips(versions: Vec<i64>, href: String, title: String, i18n: I18n) -> impl IntoView {
    let newest = versions.first().copied();
    let chip = |number: i64| {
        let class = if Some(number) == newest { "chips__newest" } else { "" };
        view! { <span class=class>"v" {number.to_string()}</span> }
    };
    view! {
        <a class="chips" href=href>
            <span class="sr-only">{i18n.versions()} " " {title} " "</span>
            {versions.into_iter().rev().map(chip).collect_view()}
        </a>
    }
}

/// The change request of the client, with a link to the conversation.
#[component]
fn RequestedChanges(request: Option<ChangeRequest>, phase: PhaseId, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let channel = address::thread(&context.client).with("channel", phase.as_str()).into_string();
    let reason = request.as_ref().map(|request| {
        let reason = request.reason.clone();
        view! { <blockquote class="prose board-deliverable__reason" dir="auto">{reason}</blockquote> }
    });
    let by = request.as_ref().and_then(|request| request.by.clone()).map(|name| view! { " · " <bdi>{name}</bdi> });
    let text = match request {
        Some(ChangeRequest { at, version, .. }) => {
            let of = version.map(|number| i18n.on_version(number)).unwrap_or_default();
            format!("{}{of}", i18n.changes_asked_at(&dates::moment(at, i18n.0)))
        }
        None => i18n.deliverable_status(DeliverableStatus::ChangesRequested).to_owned(),
    };
    view! {
        <span class="status status--answer">{text} {by}</span>
        <a href=channel>{i18n.read_request()}</a>
        {reason}
    }
}
