//! Name, colour, language and time zone: saved together.

use domain::{Form, Language, SettingsDraft, Versioned};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::admin::desk::DeskView;
use crate::rpc::SaveSettings;
use crate::ui::{Fields, FormHead, SelectField, TextField};

/// The form.
#[component]
pub fn StudioForm(
    /// What stands.
    settings: Versioned<SettingsDraft>,
    /// The time zones to choose from.
    zones: Vec<String>,
    /// The page.
    desk: DeskView,
) -> impl IntoView {
    let words = desk.words;
    let Versioned { record, version } = settings;
    let fields = Fields::new(&desk, "settings", Form::from(&record));
    let languages = Language::ALL.iter().map(|language| {
        let name = match language {
            Language::It => words.language_italian(),
            Language::En => words.language_english(),
        };
        (language.to_string(), name.to_owned())
    });
    // Old names of zones are not in the list, but may stand.
    let chosen = Some(record.time_zone).filter(|chosen| !zones.contains(chosen));
    let zones = chosen.into_iter().chain(zones).map(|zone| (zone.clone(), zone.replace('_', " ")));
    view! {
        <section class="setting" aria-labelledby="studio-heading">
            <h2 id="studio-heading">{words.studio()}</h2>
            <p class="muted">{words.studio_hint()}</p>
            <form id=fields.id() method="post" action=SaveSettings::PATH class="form">
                <FormHead fields=fields.clone() version/>
                <TextField fields=fields.clone() name="agency_name" label=words.agency_name() most=80/>
                <TextField
                    fields=fields.clone()
                    name="accent"
                    label=words.accent()
                    hint=words.accent_hint()
                    most=7
                />
                <SelectField
                    fields=fields.clone()
                    name="language"
                    label=words.language_label()
                    options=languages.collect()
                    hint=words.language_hint()
                />
                <SelectField
                    fields=fields.clone()
                    name="time_zone"
                    label=words.time_zone()
                    options=zones.collect()
                    hint=words.time_zone_hint()
                />
                <button class="button">{words.save()}</button>
            </form>
        </section>
    }
}
