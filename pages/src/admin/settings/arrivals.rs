//! The settings of deliveries: retention, the silence after which a source is reported, and space.

use domain::{Form, SettingsDraft, Versioned};

use crate::admin::prelude::*;
use crate::admin::settings::actions::SaveArrivalDays;

#[component]
pub fn LeadSourcesForm(settings: Versioned<SettingsDraft>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record, version } = settings;
    let fields = Fields::new(&admin, "arrivals", Form::from(&record));
    let form_id = fields.id();
    let number = |name: &'static str, label: &'static str, hint: &'static str| {
        let fields = fields.clone();
        view! { <TextField fields name label kind="number" required=true inputmode="numeric" hint/> }
    };
    view! {
        <form id=form_id method="post" action=SaveArrivalDays::PATH class="form">
            <SectionOutcome section="arrivals" flash=admin.flash i18n/>
            <FormHead fields=fields.clone() version/>
            <div class="form__pair">
                {number("delivery_days", i18n.delivery_days(), i18n.delivery_days_hint())}
                {number("silent_days", i18n.silent_days(), i18n.silent_days_hint())}
            </div>
            <div class="form__pair">
                {number("source_megabytes", i18n.source_megabytes(), i18n.source_megabytes_hint())}
                {number("delivery_megabytes", i18n.delivery_megabytes(), i18n.delivery_megabytes_hint())}
            </div>
            {number("free_megabytes", i18n.free_megabytes(), i18n.free_megabytes_hint())}
            <button class="button">{i18n.save()}</button>
        </form>
    }
}
