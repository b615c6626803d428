//! The form of a new lead, and the fields of every lead.

use domain::clients::EmailOwner;
use domain::{ActivityDraft, EmailAddress, Form, LeadDraft, LeadStatus};

use crate::admin::leads::actions::CreateLead;
use crate::admin::prelude::*;

/// `GET /admin/leads/new`
pub async fn page(request: AdminRequest) -> PageResult {
    let owner = owner_of_refused_email(&request).await?;
    // Generated here, so that a form submitted twice creates one lead.
    let id = store::new_id();
    let sources = request.store.lead_source_names().await?;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let empty =
            Form::default().with("source", Some(i18n.lead_by_hand())).with("status", Some(LeadStatus::New.as_str()));
        let fields = Fields::of_new(&admin, "lead", empty).taken_by(owner);
        let form_id = fields.id();
        let body = view! {
            <p class="back"><a href=address::leads().into_string()>{i18n.back_to_leads()}</a></p>
            <h1>{i18n.new_lead()}</h1>
            <form method="post" action=CreateLead::PATH class="form" id=form_id>
                <FormHead fields=fields.clone()/>
                <input type="hidden" name="id" value=id/>
                <LeadFields fields=fields.clone() sources i18n/>
                <ProseField
                    fields
                    name="message"
                    label=i18n.lead_first_message()
                    hint=i18n.lead_first_message_hint()
                    most=ActivityDraft::TEXT
                />
                <button class="button">{i18n.lead_create()}</button>
            </form>
        };
        (i18n.new_lead().to_owned(), body.into_any())
    };
    request.page(NavItem::Leads, show).await
}

/// The page of the lead that has the e-mail of the refused form.
pub async fn owner_of_refused_email(request: &AdminRequest) -> store::Result<Option<String>> {
    let Some(form) = request.refused_form().await? else { return Ok(None) };
    let Ok(email) = EmailAddress::parse(form.form.get("email")) else { return Ok(None) };
    let owners = request.store.email_owners(&email).await?;
    Ok(owners.into_iter().find_map(|owner| match owner {
        EmailOwner::Lead(lead) => Some(address::lead(lead.as_str()).into_string()),
        EmailOwner::Client(_) => None,
    }))
}

#[component]
pub fn LeadFields(
    fields: Fields,
    /// Suggestions for the source field.
    sources: Vec<String>,
    i18n: I18n,
) -> impl IntoView {
    let statuses = options(LeadStatus::ALL, |one| i18n.lead_status(one));
    let source = |name: String| view! { <option value=name></option> };
    view! {
        <TextField fields=fields.clone() name="name" label=i18n.lead_name() required=true most=LeadDraft::NAME/>
        <TextField fields=fields.clone() name="company" label=i18n.lead_company() most=LeadDraft::COMPANY/>
        <div class="form__pair">
            <TextField fields=fields.clone() name="email" label=i18n.email() kind="email"/>
            <TextField fields=fields.clone() name="phone" label=i18n.lead_phone() kind="tel" most=LeadDraft::PHONE/>
        </div>
        <div class="form__pair">
            <SelectField fields=fields.clone() name="status" label=i18n.lead_status_label() options=statuses/>
            <TextField
                fields=fields.clone()
                name="call_date"
                label=i18n.call_date()
                kind="datetime-local"
                hint=i18n.lead_call_hint()
            />
        </div>
        <TextField
            fields=fields.clone()
            name="value"
            label=i18n.lead_value()
            hint=i18n.payment_amount_hint()
            inputmode="decimal"
            most=40
        />
        <div class="form__pair">
            <TextField fields=fields.clone() name="next_step" label=i18n.lead_step() most=LeadDraft::STEP/>
            <TextField fields=fields.clone() name="next_step_on" label=i18n.lead_step_on() kind="date"/>
        </div>
        <TextField
            fields
            name="source"
            list="lead-sources"
            label=i18n.source()
            required=true
            most=LeadDraft::SOURCE
            hint=i18n.lead_source_hint()
        />
        <datalist id="lead-sources">{sources.into_iter().map(source).collect_view()}</datalist>
    }
}
