//! How long what arrives is kept, and how long a source may be silent.

use domain::{Form, SettingsDraft, Versioned};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::admin::desk::DeskView;
use crate::rpc::SaveArrivalDays;
use crate::ui::{Fields, FormHead, TextField};

/// The form.
#[component]
pub fn ArrivalsForm(
    /// What stands.
    settings: Versioned<SettingsDraft>,
    /// The page.
    desk: DeskView,
) -> impl IntoView {
    let words = desk.words;
    let Versioned { record, version } = settings;
    let fields = Fields::new(&desk, "arrivals", Form::from(&record));
    let place = fields.id();
    view! {
        <form id=place method="post" action=SaveArrivalDays::PATH class="form">
            <FormHead fields=fields.clone() version/>
            <div class="form__pair">
                <TextField
                    fields=fields.clone()
                    name="delivery_days"
                    label=words.delivery_days()
                    kind="number"
                    required=true
                    inputmode="numeric"
                    hint=words.delivery_days_hint()
                />
                <TextField
                    fields
                    name="silent_days"
                    label=words.silent_days()
                    kind="number"
                    required=true
                    inputmode="numeric"
                    hint=words.silent_days_hint()
                />
            </div>
            <button class="button">{words.save()}</button>
        </form>
    }
}
