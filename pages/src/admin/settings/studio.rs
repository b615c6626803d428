//! The form for name, colour, language and time zone.

use domain::{Form, FormOfAddress, Language, SettingsDraft, Versioned};

use crate::admin::prelude::*;
use crate::admin::settings::actions::SaveSettings;

#[component]
pub fn StudioForm(settings: Versioned<SettingsDraft>, zones: Vec<String>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record, version } = settings;
    let fields = Fields::new(&admin, "settings", Form::from(&record));
    let languages = Language::ALL.iter().map(|language| {
        let name = match language {
            Language::It => i18n.language_italian(),
            Language::En => i18n.language_english(),
        };
        (language.to_string(), name.to_owned())
    });
    let forms_of_address = FormOfAddress::ALL.iter().map(|form| {
        let name = match form {
            FormOfAddress::Tu => i18n.address_with_tu(),
            FormOfAddress::Lei => i18n.address_with_lei(),
        };
        (form.to_string(), name.to_owned())
    });
    let zone = |zone: String| view! { <option value=zone></option> };
    view! {
        <section class="setting" aria-labelledby="studio-heading">
            <h2 id="studio-heading">{i18n.studio()}</h2>
            <p class="muted">{i18n.studio_hint()}</p>
            <form id=fields.id() method="post" action=SaveSettings::PATH class="form">
                <FormHead fields=fields.clone() version/>
                <TextField fields=fields.clone() name="agency_name" label=i18n.agency_name() most=80/>
                <ColourField
                    fields=fields.clone()
                    name="accent"
                    label=i18n.accent()
                    picker=i18n.accent_picker()
                    hint=i18n.accent_hint()
                />
                <SelectField
                    fields=fields.clone()
                    name="language"
                    label=i18n.language_label()
                    options=languages.collect()
                    hint=i18n.language_hint()
                />
                <SelectField
                    fields=fields.clone()
                    name="form_of_address"
                    label=i18n.form_of_address()
                    options=forms_of_address.collect()
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
        </section>
    }
}
