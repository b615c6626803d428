//! The letterhead and the VAT rate of quotes.

use domain::{QuoteSettings, Versioned};

use super::{Section, section_page};
use crate::admin::prelude::*;
use crate::admin::settings::actions::SaveQuoteSettings;

/// `GET /admin/settings/quotes`
pub async fn page(request: AdminRequest) -> PageResult {
    let Versioned { record, version } = request.store.quote_settings().await?;
    let body = move |admin: AdminView| {
        let i18n = admin.i18n;
        let fields = Fields::new(&admin, Section::Quotes.form_name(), record.form(admin.language));
        let form_id = fields.id();
        view! {
            <p class="muted">{i18n.quotes_hint()}</p>
            <form id=form_id method="post" action=SaveQuoteSettings::PATH class="form">
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
        }
        .into_any()
    };
    section_page(request, Section::Quotes, body).await
}
