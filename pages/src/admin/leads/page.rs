//! The page of a lead: details, history and actions.

use domain::clients::EmailOwner;
use domain::id::{ActivityId, DeliveryId, LeadId, MemberId};
use domain::leads::{LeadCard, MergeLine};
use domain::{Cursor, Language, Lead, LeadDraft, LeadStatus, Member, Versioned, Zone};
use leptos::either::EitherOf5;

use super::board::NextStep;
use super::card::LeadFacts;
use super::convert::ConvertForm;
use super::history::History;
use super::merge::{MergeQuery, OtherLead, UndoForm};
use super::new::{LeadFields, owner_of_refused_email};
use crate::admin::assign::AssignForm;
use crate::admin::leads::actions::{AssignLead, DeleteLead, FinishStep, SaveLead};
use crate::admin::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq)]
enum OpenForm {
    Nothing,
    Edit,
    Convert,
    Delete,
    /// The confirmation to undo the merge with this id.
    UndoMerge(String),
    /// The confirmation to delete the activity with this id.
    DeleteActivity(String),
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LeadQuery {
    edit: Option<String>,
    convert: Option<String>,
    delete: String,
    separate: Option<String>,
    before: String,
    /// After a merge was undone: the id of the primary lead.
    other: String,
    #[serde(flatten)]
    merge: MergeQuery,
}

impl LeadQuery {
    fn open(&self) -> OpenForm {
        match (self.delete.strip_prefix("activity-"), self.delete.is_empty()) {
            (Some(id), _) => OpenForm::DeleteActivity(id.to_owned()),
            (None, false) => OpenForm::Delete,
            (None, true) if self.edit.is_some() => OpenForm::Edit,
            (None, true) if self.convert.is_some() => OpenForm::Convert,
            (None, true) => self.separate.clone().map_or(OpenForm::Nothing, OpenForm::UndoMerge),
        }
    }
}

#[derive(Debug, Clone)]
struct LeadPageData {
    card: LeadCard,
    /// The agency's language, the default of a client made from the lead.
    language: Language,
    /// The sources of existing leads, as suggestions.
    sources: Vec<String>,
    /// The leads that were merged into this one, latest first.
    merges: Vec<MergeLine>,
    /// The stored deliveries of the activities shown.
    deliveries: Vec<(ActivityId, DeliveryId)>,
    /// Who has the e-mail of a lead without a client.
    owners: Vec<EmailOwner>,
    /// The page of the lead that has the e-mail of the refused form.
    owner: Option<String>,
    assigned: Vec<MemberId>,
    members: Vec<Member>,
}

/// `GET /admin/leads/{lead}`
pub async fn page(Path(id): Path<LeadId>, Query(query): Query<LeadQuery>, request: AdminRequest) -> PageResult {
    if let Some(merge) = query.merge.requested() {
        return merge.page(&id, request).await;
    }
    let before: Option<Cursor> = query.before.parse().ok();
    let store = &request.store;
    let card = store.lead_card(&id, before.as_ref()).await?;
    let record = &card.lead.record;
    let owners = match &record.email {
        Some(email) if record.client_id.is_none() => store.email_owners(email).await?,
        _ => Vec::new(),
    };
    let loaded = LeadPageData {
        owners,
        owner: owner_of_refused_email(&request).await?,
        merges: store.merges(&card.lead.record.id).await?,
        deliveries: store.activity_deliveries(&card.lead.record.id, &card.activities).await?,
        language: store.language().await?,
        sources: store.lead_source_names().await?,
        assigned: store.members_of_lead(&card.lead.record.id).await?,
        members: store.members().await?,
        card,
    };
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let lead = &loaded.card.lead.record;
        // A form about a lead that was merged would overwrite the one that is left.
        let open = if lead.id == id { query.open() } else { OpenForm::Nothing };
        let (name, address) = (lead.name.clone(), address::lead(lead.id.as_str()));
        let to_delete = match &open {
            OpenForm::DeleteActivity(id) => Some(id.clone()),
            _ => None,
        };
        let has_form = matches!(open, OpenForm::Edit | OpenForm::Convert | OpenForm::Delete | OpenForm::UndoMerge(_));
        let layout = if has_form { "lead" } else { "lead lead--facts" };
        let body = view! {
            <OtherLead done=admin.flash.done other=query.other i18n/>
            <p class="back"><a href=address::leads().into_string()>{i18n.back_to_leads()}</a></p>
            <div class="page-head">
                <h1 dir="auto">{name.clone()}</h1>
                <Actions address lead=loaded.card.lead.record.clone() is_client=loaded.card.client.is_some() i18n/>
            </div>
            <OtherOwner owners=loaded.owners.clone() i18n/>
            {(!has_form).then(|| view! { <Step lead=loaded.card.lead.record.clone() admin=admin.clone()/> })}
            <div class=layout>{form_or_facts(open, &loaded, &admin)} <History card=loaded.card deliveries=loaded.deliveries before to_delete admin/></div>
        };
        (name, body.into_any())
    };
    request.page(NavItem::Leads, show).await
}

/// The open form, otherwise the details.
fn form_or_facts(open: OpenForm, loaded: &LeadPageData, admin: &AdminView) -> impl IntoView + use<> {
    let (card, merges) = (loaded.card.clone(), loaded.merges.clone());
    let lead = card.lead.record.id.to_string();
    let to_undo = match &open {
        OpenForm::UndoMerge(id) => merges.iter().find(|merge| merge.can_undo && merge.id.as_str() == id).cloned(),
        _ => None,
    };
    match open {
        OpenForm::Edit => EitherOf5::A(
            view! { <EditForm lead=card.lead sources=loaded.sources.clone() owner=loaded.owner.clone() admin=admin.clone()/> },
        ),
        OpenForm::Convert if card.client.is_none() => {
            let lead = card.lead.record;
            EitherOf5::B(view! { <ConvertForm lead language=loaded.language admin=admin.clone()/> })
        }
        OpenForm::Delete if is_for_owner() => EitherOf5::C(delete_form(&card.lead.record, card.activity_count, admin)),
        _ => match to_undo {
            Some(merge) => EitherOf5::D(view! { <UndoForm lead merge i18n=admin.i18n/> }),
            None => EitherOf5::E(facts(lead, merges, loaded, admin)),
        },
    }
}

fn facts(lead: String, merges: Vec<MergeLine>, loaded: &LeadPageData, admin: &AdminView) -> impl IntoView + use<> {
    let LeadPageData { card, assigned, members, .. } = loaded.clone();
    view! {
        <div>
            <LeadFacts card merges i18n=admin.i18n/>
            <AssignForm action=AssignLead::PATH of=("lead", lead) assigned members admin=admin.clone()/>
        </div>
    }
}

#[component]
fn Actions(address: Address, lead: Lead, is_client: bool, i18n: I18n) -> impl IntoView {
    let link = |what: &str| address.clone().with(what, "1").into_string();
    // Until it is qualified, the next step comes first.
    let is_first = lead.next_step.is_none() || lead.status == LeadStatus::Qualified;
    let class = if is_first { "button" } else { "button button--quiet" };
    let convert = (!is_client).then(|| view! { <a class=class href=link("convert")>{i18n.lead_convert()}</a> });
    view! {
        <p class="actions">
            <a class="button button--quiet" href=link("edit")>{i18n.edit()}</a>
            <a class="button button--quiet" href=link("merge")>{i18n.merge_open()}</a>
            {is_for_owner().then(|| view! { <a class="button button--quiet" href=link("delete")>{i18n.delete()}</a> })}
            {convert}
        </p>
    }
}

/// What the agency does next, with the way to say that it is done.
#[component]
fn Step(lead: Lead, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let step = lead.next_step?;
    let on = lead.next_step_on.map(|on| on.to_string()).unwrap_or_default();
    let class = if lead.status == LeadStatus::Qualified { "button button--quiet" } else { "button" };
    Some(view! {
        <section class="panel" aria-labelledby="step-heading">
            <div class="page-head">
                <div>
                    <h2 id="step-heading">{i18n.lead_step()}</h2>
                    <NextStep step=step.clone() on=lead.next_step_on admin/>
                </div>
                <form method="post" action=FinishStep::PATH>
                    <input type="hidden" name="lead" value=String::from(lead.id)/>
                    <input type="hidden" name="step" value=step/>
                    <input type="hidden" name="on" value=on/>
                    <button class=class>{i18n.lead_step_done()}</button>
                </form>
            </div>
        </section>
    })
}

/// The client who has the e-mail of a lead that is none yet.
#[component]
fn OtherOwner(owners: Vec<EmailOwner>, i18n: I18n) -> impl IntoView {
    owners.into_iter().find_map(|owner| match owner {
        EmailOwner::Client(id) => Some(view! {
            <p class="notice">
                {i18n.client_has_email()} " "
                <a href=address::client(id.as_str()).into_string()>{i18n.open_it()}</a>
            </p>
        }),
        EmailOwner::Lead(_) => None,
    })
}

#[component]
fn EditForm(lead: Versioned<Lead>, sources: Vec<String>, owner: Option<String>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record, version } = lead;
    let zone = use_context::<Zone>().unwrap_or_default();
    let fields = Fields::new(&admin, "lead", LeadDraft::from(&record).form(&zone, admin.language));
    let fields = fields.taken_by(owner);
    let form_id = fields.id();
    let back = address::lead(record.id.as_str()).into_string();
    view! {
        <form method="post" action=SaveLead::PATH class="form" id=form_id>
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
    let impact = (activities > 0).then(|| i18n.lead_activities(activities)).into_iter().collect();
    let arguments = vec![("id", lead.id.to_string())];
    let back = address::lead(lead.id.as_str()).into_string();
    let question = i18n.lead_delete(&lead.name);
    view! { <DeleteForm question impact action=DeleteLead::PATH arguments back i18n/> }
}
