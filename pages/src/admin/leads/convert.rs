//! The form that converts a lead to a client.

use domain::clients::ClientDraft;
use domain::leads::ConversionDraft;
use domain::{Language, Lead};

use crate::admin::leads::actions::ConvertLead;
use crate::admin::prelude::*;

/// The fields of the new client, filled from the lead.
#[component]
pub fn ConvertForm(
    lead: Lead,
    /// The default language of the client.
    language: Language,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let fields = Fields::new(&admin, "convert", ConversionDraft::form_for(&lead, language));
    let languages = options(Language::ALL, |one| i18n.language_name(one));
    let id = fields.id();
    let back = address::lead(lead.id.as_str()).into_string();
    view! {
        <section class="setting" aria-labelledby="convert-heading">
            <h2 id="convert-heading">{i18n.lead_convert()}</h2>
            <p class="muted">{i18n.lead_convert_hint()}</p>
            <form method="post" action=ConvertLead::PATH class="form" id=id>
                <FormHead fields=fields.clone()/>
                <input type="hidden" name="lead" value=String::from(lead.id)/>
                <input type="hidden" name="client" value=store::new_id()/>
                <TextField fields=fields.clone() name="name" label=i18n.lead_name() required=true most=ClientDraft::NAME/>
                <TextField fields=fields.clone() name="company" label=i18n.lead_company() most=ClientDraft::COMPANY/>
                <div class="form__pair">
                    <TextField fields=fields.clone() name="email" label=i18n.email() kind="email"/>
                    <TextField fields=fields.clone() name="phone" label=i18n.lead_phone() kind="tel" most=ClientDraft::PHONE/>
                </div>
                <SelectField fields=fields.clone() name="language" label=i18n.lead_language() options=languages/>
                <TextField
                    fields
                    name="project"
                    label=i18n.lead_project()
                    most=ConversionDraft::PROJECT
                    hint=i18n.lead_project_hint()
                />
                <p class="actions">
                    <button class="button">{i18n.lead_convert_do()}</button>
                    <a class="button button--quiet" href=back>{i18n.cancel()}</a>
                </p>
            </form>
        </section>
    }
}
