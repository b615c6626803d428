//! The texts and fields of a contact form, on the page of its source.

use domain::Form;
use domain::Language;
use domain::leads::FormSettings;
use domain::leads::source::SourceCard;

use crate::admin::leads::sources::actions::SaveContactForm;
use crate::admin::prelude::*;

/// Nothing for a source that is no form of Atrio.
pub fn texts_form(card: &SourceCard, admin: &AdminView) -> Option<impl IntoView + use<>> {
    let source = &card.line.source;
    if !source.kind.is_form() {
        return None;
    }
    let i18n = admin.i18n;
    let settings = source.form.clone().unwrap_or_default();
    let fields = Fields::new(admin, "texts", Form::from(&settings));
    let (form_id, id, version) = (fields.id(), source.id.to_string(), card.form_version.clone());
    let browser = (String::new(), i18n.form_language_browser().to_owned());
    let languages = Language::ALL.iter().map(|one| (one.to_string(), i18n.language_name(*one).to_owned()));
    let languages = std::iter::once(browser).chain(languages).collect();
    Some(view! {
        <section class="setting" aria-labelledby="texts-heading">
            <h2 id="texts-heading">{i18n.form_texts()}</h2>
            <form method="post" action=SaveContactForm::PATH class="form" id=form_id>
                <FormHead fields=fields.clone() version/>
                <input type="hidden" name="id" value=id/>
                <ProseField
                    fields=fields.clone()
                    name="intro"
                    label=i18n.form_intro()
                    rows=3
                    most=FormSettings::TEXT
                    hint=i18n.form_intro_hint()
                />
                <ProseField
                    fields=fields.clone()
                    name="consent"
                    label=i18n.form_consent()
                    rows=3
                    most=FormSettings::TEXT
                    hint=i18n.form_consent_hint()
                />
                <TextField
                    fields=fields.clone()
                    name="privacy_url"
                    label=i18n.form_privacy_url()
                    inputmode="url"
                    hint=i18n.form_privacy_url_hint()
                />
                <SelectField
                    fields=fields.clone()
                    name="language"
                    label=i18n.form_language()
                    options=languages
                    hint=i18n.form_language_hint()
                />
                <FlagField fields=fields.clone() name="phone" label=i18n.form_asks_phone()/>
                <FlagField fields name="company" label=i18n.form_asks_company()/>
                <button class="button">{i18n.save()}</button>
            </form>
        </section>
    })
}
