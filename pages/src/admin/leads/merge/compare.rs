//! Two leads side by side, with the result of merging them.

use domain::id::LeadId;
use domain::leads::MergePlan;
use domain::{Lead, Timestamp};

use crate::admin::leads::actions::MergeLeads;
use crate::admin::prelude::*;

/// `GET /admin/leads/{lead}?merge=1&with={other}`
pub async fn page(id: &LeadId, other: &LeadId, request: AdminRequest) -> PageResult {
    let plan = request.store.merge_plan(id, other).await?;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let title = i18n.merge_title(&plan.primary.name, &plan.duplicate.name);
        let body = view! {
            <p class="back">
                <a href=address::lead(plan.primary.id.as_str()).into_string() dir="auto">{plan.primary.name.clone()}</a>
            </p>
            <h1 dir="auto">{title.clone()}</h1>
            <Comparison plan=plan.clone() i18n/>
            <MergeForm plan i18n/>
        };
        (title, body.into_any())
    };
    request.page(NavItem::Leads, show).await
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum FieldValue {
    Text(String),
    At(Timestamp),
}

/// A field of both leads and of the merged lead.
struct Field {
    name: &'static str,
    primary: Option<FieldValue>,
    duplicate: Option<FieldValue>,
    after: Option<FieldValue>,
    /// Whether a value that is not taken over is recorded in the note of the merge.
    is_noted: bool,
}

fn fields(plan: &MergePlan, i18n: I18n) -> Vec<Field> {
    let MergePlan { primary, duplicate, after, clients, .. } = plan;
    let field = |name, is_noted, value: &dyn Fn(&Lead) -> Option<FieldValue>| Field {
        name,
        primary: value(primary),
        duplicate: value(duplicate),
        after: value(after),
        is_noted,
    };
    let text = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty()).map(FieldValue::Text);
    let client = |lead: &Lead| {
        let name = if lead.client_id == primary.client_id { &clients.0 } else { &clients.1 };
        lead.client_id.as_ref().and_then(|_| text(name))
    };
    let mut fields = vec![
        field(i18n.lead_name(), true, &|lead| Some(FieldValue::Text(lead.name.clone()))),
        field(i18n.lead_company(), true, &|lead| text(&lead.company)),
        field(i18n.email(), true, &|lead| lead.email.clone().map(|email| FieldValue::Text(email.into()))),
        field(i18n.lead_phone(), true, &|lead| text(&lead.phone)),
        field(i18n.lead_status_label(), false, &|lead| {
            Some(FieldValue::Text(i18n.lead_status(lead.status).to_owned()))
        }),
        field(i18n.lead_client(), false, &client),
        field(i18n.call_date(), false, &|lead| lead.call_date.map(FieldValue::At)),
        field(i18n.source(), true, &|lead| Some(FieldValue::Text(lead.source.clone()))),
        field(i18n.last_contact(), false, &|lead| Some(FieldValue::At(lead.last_contact_date))),
        field(i18n.merge_first_contact(), false, &|lead| Some(FieldValue::At(lead.created_at))),
    ];
    fields.retain(|field| field.primary.is_some() || field.duplicate.is_some());
    fields
}

#[component]
fn Comparison(plan: MergePlan, i18n: I18n) -> impl IntoView {
    let row = |field| view! { <FieldRow field i18n/> };
    let rows = fields(&plan, i18n).into_iter().map(row).collect_view();
    let head = |role: &'static str, lead: &Lead| {
        view! {
            <th scope="col">
                {role} ": " <a href=address::lead(lead.id.as_str()).into_string() dir="auto">{lead.name.clone()}</a>
                {contact(lead)}
            </th>
        }
    };
    view! {
        <section class="merge">
            <h2 id="merge-compare">{i18n.merge_compare()}</h2>
            <div class="table" role="region" aria-labelledby="merge-compare" tabindex="0">
                <table class="merge__table">
                    <thead>
                        <tr>
                            <th scope="col">{i18n.merge_field()}</th>
                            {head(i18n.merge_stays(), &plan.primary)}
                            {head(i18n.merge_comes(), &plan.duplicate)}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p>{i18n.merge_activities(plan.activities)}</p>
            <p class="muted">{i18n.merge_note_hint()}</p>
        </section>
    }
}

/// Contact details, to distinguish leads of the same name.
fn contact(lead: &Lead) -> impl IntoView + use<> {
    let contact = lead.email.as_ref().map(ToString::to_string).or_else(|| lead.phone.clone());
    contact.map(|contact| view! { <span class="merge__contact" dir="auto">{contact}</span> })
}

#[component]
fn FieldRow(field: Field, i18n: I18n) -> impl IntoView {
    let Field { name, primary, duplicate, after, is_noted } = field;
    let cell = |value: Option<FieldValue>, is_gone: bool| {
        let stays = value.is_some() && value == after;
        let chip = if value.is_none() {
            EitherOf3::A(())
        } else if stays {
            EitherOf3::B(view! { <span class="chip chip--done">{i18n.merge_is_kept()}</span> })
        } else {
            let noted = is_gone && is_noted;
            EitherOf3::C(noted.then(|| view! { <span class="chip">{i18n.merge_is_noted()}</span> }))
        };
        let class = if stays { "merge__stays" } else { "merge__goes" };
        view! {
            <td class=class dir="auto">
                <Cell value i18n/>
                " "
                {chip}
            </td>
        }
    };
    view! {
        <tr>
            <th scope="row">{name}</th>
            {cell(primary, false)}
            {cell(duplicate, true)}
        </tr>
    }
}

#[component]
fn Cell(value: Option<FieldValue>, i18n: I18n) -> impl IntoView {
    match value {
        None => EitherOf3::A(view! {
            <span aria-hidden="true">"–"</span>
            <span class="sr-only">{i18n.merge_nothing()}</span>
        }),
        Some(FieldValue::Text(text)) => EitherOf3::B(text),
        Some(FieldValue::At(at)) => EitherOf3::C(view! { <Moment at language=i18n.0/> }),
    }
}

/// The form that merges, with links to cancel, choose another lead or swap both.
#[component]
fn MergeForm(plan: MergePlan, i18n: I18n) -> impl IntoView {
    let (primary, duplicate) = (plan.primary.id.to_string(), plan.duplicate.id.to_string());
    let back = address::lead(&primary).into_string();
    let other = address::lead(&primary).with("merge", "1").into_string();
    let links = view! {
        <a class="button button--quiet" href=back>{i18n.cancel()}</a>
        <a href=other>{i18n.merge_other()}</a>
    };
    if plan.clients_differ {
        return Either::Left(view! {
            <p class="notice notice--wrong">{i18n.error_clients_differ()}</p>
            <p class="actions">{links}</p>
        });
    }
    let swap = address::lead_merge(&duplicate, &primary).into_string();
    Either::Right(view! {
        <form method="post" action=MergeLeads::PATH class="actions">
            <input type="hidden" name="kept" value=primary/>
            <input type="hidden" name="gone" value=duplicate/>
            <input type="hidden" name="version" value=plan.version/>
            <button class="button">{i18n.merge_do()}</button>
            {links}
            <a href=swap>{i18n.merge_swap()}</a>
        </form>
    })
}
