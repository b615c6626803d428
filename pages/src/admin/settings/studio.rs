//! The form for name, colour, language and time zone.

use domain::{Form, Language, SettingsDraft, Versioned};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::admin::AdminView;
use crate::admin::settings::actions::SaveSettings;
use crate::ui::{Fields, FormHead, SelectField, TextField};

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
    // A saved zone may have an old name that is not in the list.
    let chosen = Some(record.time_zone).filter(|chosen| !zones.contains(chosen));
    let zones = chosen.into_iter().chain(zones).map(|zone| (zone.clone(), zone.replace('_', " ")));
    view! {
        <section class="setting" aria-labelledby="studio-heading">
            <h2 id="studio-heading">{i18n.studio()}</h2>
            <p class="muted">{i18n.studio_hint()}</p>
            <form id=fields.id() method="post" action=SaveSettings::PATH class="form">
                <FormHead fields=fields.clone() version/>
                <TextField fields=fields.clone() name="agency_name" label=i18n.agency_name() most=80/>
                <TextField
                    fields=fields.clone()
                    name="accent"
                    label=i18n.accent()
                    hint=i18n.accent_hint()
                    most=7
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
                    name="time_zone"
                    label=i18n.time_zone()
                    options=zones.collect()
                    hint=i18n.time_zone_hint()
                />
                <button class="button">{i18n.save()}</button>
            </form>
        </section>
    }
}
