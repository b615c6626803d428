//! The settings of deliveries: retention, and the silence after which a source is reported.

use domain::{Form, SettingsDraft, Versioned};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::admin::AdminView;
use crate::admin::settings::actions::SaveArrivalDays;
use crate::ui::{Fields, FormHead, TextField};

#[component]
pub fn LeadSourcesForm(settings: Versioned<SettingsDraft>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record, version } = settings;
    let fields = Fields::new(&admin, "arrivals", Form::from(&record));
    let form_id = fields.id();
    view! {
        <form id=form_id method="post" action=SaveArrivalDays::PATH class="form">
            <FormHead fields=fields.clone() version/>
            <div class="form__pair">
                <TextField
                    fields=fields.clone()
                    name="delivery_days"
                    label=i18n.delivery_days()
                    kind="number"
                    required=true
                    inputmode="numeric"
                    hint=i18n.delivery_days_hint()
                />
                <TextField
                    fields
                    name="silent_days"
                    label=i18n.silent_days()
                    kind="number"
                    required=true
                    inputmode="numeric"
                    hint=i18n.silent_days_hint()
                />
            </div>
            <button class="button">{i18n.save()}</button>
        </form>
    }
}
