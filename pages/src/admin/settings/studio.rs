//! The forms of the settings: the studio, quotes, and deliveries.

use domain::{Form, FormOfAddress, Language, QuoteSettings, SettingsDraft, Versioned};

use crate::admin::prelude::*;
use crate::admin::settings::actions::{SaveArrivalDays, SaveQuoteSettings, SaveSettings};

#[component]
pub fn StudioForm(settings: Versioned<SettingsDraft>, zones: Vec<String>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record, version } = settings;
    let fields = Fields::new(&admin, "settings", Form::from(&record));
    let languages = options(Language::ALL, |one| i18n.language_name(one));
    let forms_of_address = options(FormOfAddress::ALL, |one| i18n.address_with(one));
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
        </section>
    }
}

#[component]
pub fn QuotesForm(settings: Versioned<QuoteSettings>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record, version } = settings;
    let fields = Fields::new(&admin, "quotes", record.form(admin.language));
    let form_id = fields.id();
    view! {
        <section class="setting" aria-labelledby="quotes-heading">
            <h2 id="quotes-heading">{i18n.quotes_heading()}</h2>
            <p class="muted">{i18n.quotes_hint()}</p>
            <form id=form_id method="post" action=SaveQuoteSettings::PATH class="form">
                <SectionOutcome section="quotes" flash=admin.flash i18n/>
                <FormHead fields=fields.clone() version/>
                <ProseField
                    fields=fields.clone()
                    name="letterhead"
                    label=i18n.letterhead()
                    hint=i18n.letterhead_hint()
                    most=QuoteSettings::LETTERHEAD
                />
                <TextField
                    fields
                    name="vat_rate"
                    label=i18n.vat_rate()
                    hint=i18n.vat_rate_hint()
                    inputmode="decimal"
                    most=8
                />
                <button class="button">{i18n.save()}</button>
            </form>
        </section>
    }
}

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
