//! The form fields of a lead, new or existing.

use domain::{LeadDraft, LeadStatus};

use crate::admin::prelude::*;

#[component]
pub fn LeadFields(
    fields: Fields,
    /// Suggestions for the source field.
    sources: Vec<String>,
    i18n: I18n,
) -> impl IntoView {
    let statuses = LeadStatus::ALL.iter().copied();
    let statuses = statuses.map(|one| (one.to_string(), i18n.lead_status(one).to_owned())).collect();
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
