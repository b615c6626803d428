//! One lead: who they are, what happened, what can be done.

use domain::{Cursor, Lead, LeadDraft, Versioned, Zone};
use leptos::either::{Either, EitherOf5};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::address;
use crate::address::Address;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::admin::leads::actions::{DeleteLead, LeadDesk, SaveLead};
use crate::extract::{Path, Query};
use crate::ui::{DeleteForm, Fields, FormHead};
use super::card::LeadFacts;
use super::convert::ConvertForm;
use super::fields::LeadFields;
use super::history::History;
use super::merge::{self, OtherLead, UndoForm};

/// Which form the page's address opens.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Open {
    Nothing,
    Edit,
    Convert,
    Delete,
    /// The question whether to undo this merge.
    Separate(String),
    /// The question whether to delete this activity.
    DeleteActivity(String),
}

/// `/admin/leads/{id}`.
#[component]
pub fn LeadPage() -> impl IntoView {
    let id = use_params_map().with_untracked(|params| params.get("lead")).unwrap_or_default();
    match merge::Asked::of_page() {
        Some(asked) => Either::Left(asked.page(id)),
        None => Either::Right(lead_page(id)),
    }
}

fn lead_page(id: String) -> impl IntoView {
    let (open, before) = asked();
    admin_page(NavItem::Leads, rpc::load_lead(id, before.clone()), move |loaded: LeadDesk, admin| {
        let i18n = admin.i18n;
        let lead = &loaded.card.lead.record;
        let (name, here) = (lead.name.clone(), address::lead(lead.id.as_str()));
        let to_delete = match &open {
            Open::DeleteActivity(id) => Some(id.clone()),
            _ => None,
        };
        let has_form = matches!(open, Open::Edit | Open::Convert | Open::Delete | Open::Separate(_));
        let layout = if has_form { "lead" } else { "lead lead--facts" };
        let body = view! {
            <OtherLead done=admin.flash.done i18n/>
            <p class="back">
                <a href=address::leads().top()>{i18n.back_to_leads()}</a>
            </p>
            <div class="page-head">
                <h1 dir="auto">{name.clone()}</h1>
                <Actions here is_client=loaded.card.client.is_some() i18n/>
            </div>
            <div class=layout>{top(open, &loaded, &admin)} <History loaded before to_delete admin/></div>
        };
        (name, body)
    })
}

fn asked() -> (Open, Option<Cursor>) {
    use_query_map().with_untracked(|query| {
        let delete = query.get("delete").filter(|what| !what.is_empty());
        let activity = delete.as_deref().and_then(|what| what.strip_prefix("activity-"));
        let open = match (activity, delete.is_some()) {
            (Some(id), _) => Open::DeleteActivity(id.to_owned()),
            (None, true) => Open::Delete,
            (None, false) if query.get("edit").is_some() => Open::Edit,
            (None, false) if query.get("convert").is_some() => Open::Convert,
            (None, false) => query.get("separate").map_or(Open::Nothing, Open::Separate),
        };
        (open, query.get_str("before").and_then(|before| before.parse().ok()))
    })
}

/// The open form, or else the facts.
fn top(open: Open, loaded: &LeadDesk, admin: &AdminView) -> impl IntoView + use<> {
    let (card, merges) = (loaded.card.clone(), loaded.merges.clone());
    let lead = card.lead.record.id.to_string();
    let undone = match &open {
        Open::Separate(id) => merges.iter().find(|merge| merge.id.as_str() == id).cloned(),
        _ => None,
    };
    match open {
        Open::Edit => EitherOf5::A(
            view! { <EditForm lead=card.lead sources=loaded.sources.clone() admin=admin.clone()/> },
        ),
        Open::Convert if card.client.is_none() => {
            EitherOf5::B(view! { <ConvertForm loaded=loaded.clone() admin=admin.clone()/> })
        }
        Open::Delete => EitherOf5::C(delete_form(&card.lead.record, card.activity_count, admin)),
        _ => match undone {
            Some(merge) => EitherOf5::D(view! { <UndoForm lead merge i18n=admin.i18n/> }),
            None => EitherOf5::E(view! { <LeadFacts card merges i18n=admin.i18n/> }),
        },
    }
}

#[component]
fn Actions(here: Address, is_client: bool, i18n: crate::i18n::I18n) -> impl IntoView {
    let link = |what: &str| here.clone().with(what, "1").top();
    let convert =
        (!is_client).then(|| view! { <a class="button" href=link("convert")>{i18n.lead_convert()}</a> });
    view! {
        <p class="actions">
            <a class="button button--quiet" href=link("edit")>{i18n.edit()}</a>
            <a class="button button--quiet" href=link("merge")>{i18n.merge_open()}</a>
            <a class="button button--quiet" href=link("delete")>{i18n.delete()}</a>
            {convert}
        </p>
    }
}

#[component]
fn EditForm(lead: Versioned<Lead>, sources: Vec<String>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record, version } = lead;
    let zone = use_context::<Zone>().unwrap_or_default();
    let fields = Fields::new(&admin, "lead", LeadDraft::from(&record).form(&zone));
    let place = fields.id();
    let back = address::lead(record.id.as_str()).top();
    view! {
        <form method="post" action=SaveLead::PATH class="form" id=place>
            <FormHead fields=fields.clone() version/>
            <input type="hidden" name="id" value=String::from(record.id)/>
            <LeadFields fields sources i18n/>
            <p class="actions">
                <button class="button">{i18n.save()}</button>
                <a class="button button--quiet" href=back>{i18n.cancel()}</a>
            </p>
        </form>
    }
}

fn delete_form(lead: &Lead, activities: i64, admin: &AdminView) -> impl IntoView + use<> {
    let i18n = admin.i18n;
    let takes = (activities > 0).then(|| i18n.lead_activities(activities)).into_iter().collect();
    let arguments = vec![("id", lead.id.to_string())];
    let back = address::lead(lead.id.as_str()).top();
    let question = i18n.lead_delete(&lead.name);
    view! { <DeleteForm question takes action=DeleteLead::PATH arguments back i18n/> }
}
