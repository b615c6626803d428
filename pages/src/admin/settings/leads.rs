//! Where leads come from, how long what was received is kept, and when a source is silent.

use domain::{Form, Versioned};

use super::{Section, section_page};
use crate::admin::prelude::*;
use crate::admin::settings::actions::SaveSettings;

/// `GET /admin/settings/leads`
pub async fn page(request: AdminRequest) -> PageResult {
    let Versioned { record, version } = request.store.settings().await?;
    let body = move |admin: AdminView| {
        let i18n = admin.i18n;
        let fields = Fields::new(&admin, Section::Leads.form_name(), Form::from(&record));
        let form_id = fields.id();
        view! {
            <p>
                {i18n.webhook_sources()} " "
                <a href=address::sources().into_string()>{i18n.lead_origins()}</a>
            </p>
            <form id=form_id method="post" action=SaveSettings::PATH class="form">
                <FormHead fields=fields.clone() version/>
                <input type="hidden" name="section" value=Section::Leads.form_name()/>
                <NumberField fields=fields.clone() name="delivery_days" label=i18n.delivery_days() hint=i18n.delivery_days_hint()/>
                <NumberField fields name="silent_days" label=i18n.silent_days() hint=i18n.silent_days_hint()/>
                <button class="button">{i18n.save()}</button>
            </form>
        }
        .into_any()
    };
    section_page(request, Section::Leads, body).await
}

#[component]
pub(super) fn NumberField(
    fields: Fields,
    name: &'static str,
    label: &'static str,
    hint: &'static str,
) -> impl IntoView {
    view! { <TextField fields name label kind="number" required=true inputmode="numeric" hint/> }
}
