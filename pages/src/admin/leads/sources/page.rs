//! One source: its address, how to connect it, what arrived.

use domain::{Form, Timestamp};
use domain::lead::{DeliveryOutcome, SourceDraft, SourceKind};
use domain::lead::delivery::DeliveryLine;
use domain::lead::source::SourceCard;
use leptos::either::{Either, EitherOf3};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::address;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::admin::leads::sources::actions::{DeleteSource, SaveSource, SourceDesk, SwitchSource};
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::ui::{DeleteForm, Done, Fields, FormHead};
use super::address::AddressSection;
use super::facts::SourceFacts;
use super::fields::SourceFields;
use super::instructions::Instructions;
use super::latest::Latest;
use super::new::chosen_kind;
use super::trial::Trial;
use super::trouble::TroubleNotice;

/// Which form the page's address opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Edit,
    Rotate,
    Delete,
}

/// `/admin/leads/sources/{id}`.
#[component]
pub fn SourcePage() -> impl IntoView {
    let id = use_params_map().with_untracked(|params| params.get("source")).unwrap_or_default();
    let (open, kind) = (asked(), chosen_kind());
    admin_page(NavItem::Leads, rpc::load_source(id), move |loaded: SourceDesk, admin| {
        let i18n = admin.i18n;
        let source = &loaded.card.line.source;
        let name = source.name.clone();
        let form = match open {
            Open::Edit => EitherOf3::A(edit_form(&loaded.card, kind, &admin)),
            Open::Delete => EitherOf3::B(delete_form(&loaded.card, i18n)),
            Open::Nothing | Open::Rotate => EitherOf3::C(()),
        };
        let body = view! {
            <p class="back">
                <a href=address::sources().top()>{i18n.back_to_sources()}</a>
            </p>
            <div class="page-head">
                <h1 dir="auto">{name.clone()}</h1>
                <Actions card=loaded.card.clone() i18n/>
            </div>
            {form}
            <State card=loaded.card.clone() latest=loaded.latest.clone() now=admin.now i18n/>
            <div class="source">
                <div class="source__main">
                    <AddressSection card=loaded.card.clone() address=loaded.address.clone() asks=open == Open::Rotate i18n/>
                    <Instructions
                        card=loaded.card.clone()
                        address=loaded.address
                        is_moved=admin.flash.done == Some(Done::AddressChanged)
                        i18n
                    />
                </div>
                <SourceFacts card=loaded.card.clone() i18n/>
            </div>
            <Latest card=loaded.card.clone() latest=loaded.latest i18n>
                <Trial card=loaded.card i18n/>
            </Latest>
        };
        (name, body)
    })
}

fn asked() -> Open {
    use_query_map().with_untracked(|query| match () {
        () if query.get("delete").is_some() => Open::Delete,
        () if query.get("edit").is_some() => Open::Edit,
        () if query.get("rotate").is_some() => Open::Rotate,
        () => Open::Nothing,
    })
}

#[component]
fn Actions(card: SourceCard, i18n: I18n) -> impl IntoView {
    let SourceCard { line, version, .. } = card;
    let (id, active) = (line.source.id.to_string(), line.source.active);
    let (to, button) =
        if active { ("off", i18n.source_switch_off()) } else { ("on", i18n.source_switch_on()) };
    let link = |what: &str| address::source(&id).with(what, "1").top();
    view! {
        <div class="actions">
            <a class="button button--quiet" href=link("edit")>{i18n.edit()}</a>
            <form method="post" action=SwitchSource::PATH>
                <input type="hidden" name="id" value=id.clone()/>
                <input type="hidden" name="version" value=version/>
                <input type="hidden" name="to" value=to/>
                <button class="button button--quiet">{button}</button>
            </form>
            <a class="button button--quiet" href=link("delete")>{i18n.delete()}</a>
        </div>
    }
}

/// What is to be known about it before anything else: that it is off, or that something is wrong.
#[component]
fn State(card: SourceCard, latest: Vec<DeliveryLine>, now: Timestamp, i18n: I18n) -> impl IntoView {
    let line = card.line;
    let state = if line.source.active {
        let is_unread = |line: &DeliveryLine| line.outcome == DeliveryOutcome::Quarantined && !line.is_trial;
        let unread = latest.into_iter().find(is_unread);
        Either::Left(view! { <TroubleNotice line unread now i18n/> })
    } else {
        Either::Right(view! { <p class="notice notice--wrong">{i18n.source_off_hint()}</p> })
    };
    view! { <div class="source-notices" data-live="source-state">{state}</div> }
}

fn edit_form(card: &SourceCard, kind: Option<SourceKind>, admin: &AdminView) -> impl IntoView + use<> {
    let (i18n, source) = (admin.i18n, &card.line.source);
    let fields = Fields::new(admin, "source", Form::from(&SourceDraft::from(source)));
    let kind = kind.or_else(|| fields.value("kind").parse().ok()).unwrap_or(source.kind);
    let (place, id) = (fields.id(), source.id.to_string());
    let back = address::source(&id).top();
    view! {
        <form method="post" action=SaveSource::PATH class="form" id=place data-preview>
            <FormHead fields=fields.clone() version=card.version.clone()/>
            <input type="hidden" name="edit" value="1"/>
            <input type="hidden" name="id" value=id/>
            <SourceFields fields kind origins=Vec::new() i18n/>
            <p class="actions">
                <button class="button">{i18n.save()}</button>
                <a class="button button--quiet" href=back>{i18n.cancel()}</a>
            </p>
        </form>
    }
}

fn delete_form(card: &SourceCard, i18n: I18n) -> impl IntoView + use<> {
    let source = &card.line.source;
    let takes = (card.kept > 0).then(|| i18n.source_takes(card.kept)).into_iter().collect();
    let arguments = vec![("id", source.id.to_string())];
    let back = address::source(source.id.as_str()).top();
    let question = i18n.source_delete(&source.name);
    view! { <DeleteForm question takes action=DeleteSource::PATH arguments back i18n/> }
}
