//! The form for the letterhead and the VAT rate of quotes.

use domain::{QuoteSettings, Versioned};

use crate::admin::prelude::*;
use crate::admin::settings::actions::SaveQuoteSettings;

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
