//! Name, language, form of address and time zone.

use domain::{Form, FormOfAddress, Language, Versioned};

use super::{Section, section_page};
use crate::admin::prelude::*;
use crate::admin::settings::actions::SaveSettings;

/// `GET /admin/settings`
pub async fn page(request: AdminRequest) -> PageResult {
    let Versioned { record, version } = request.store.settings().await?;
    let zones = store::zone_names();
    let body = move |admin: AdminView| {
        let i18n = admin.i18n;
        let fields = Fields::new(&admin, Section::Studio.form_name(), Form::from(&record));
        let languages = options(Language::ALL, |one| i18n.language_name(one));
        let forms_of_address = options(FormOfAddress::ALL, |one| i18n.address_with(one));
        let zone = |zone: String| view! { <option value=zone></option> };
        view! {
            <form id=fields.id() method="post" action=SaveSettings::PATH class="form">
                <FormHead fields=fields.clone() version/>
                <TextField
                    fields=fields.clone()
                    name="agency_name"
                    label=i18n.agency_name()
                    most=80
                    hint=i18n.studio_hint()
                />
                <SelectField
                    fields=fields.clone()
                    name="language"
                    label=i18n.language_label()
                    options=languages
                    hint=i18n.language_hint()
                />
                <SelectField
                    fields=fields.clone()
                    name="form_of_address"
                    label=i18n.form_of_address()
                    options=forms_of_address
                    hint=i18n.form_of_address_hint()
                />
                <TextField
                    fields=fields.clone()
                    name="time_zone"
                    label=i18n.time_zone()
                    required=true
                    most=64
                    list="time-zones"
                    hint=i18n.time_zone_hint()
                />
                <datalist id="time-zones">{zones.into_iter().map(zone).collect_view()}</datalist>
                <button class="button">{i18n.save()}</button>
            </form>
        }
        .into_any()
    };
    section_page(request, Section::Studio, body).await
}
