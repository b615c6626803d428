//! The colour and the logos.

use domain::settings::accent::Scheme;
use domain::settings::logo::LogoProblem;
use domain::{Form, Versioned};

use super::logo::{LogoFlash, LogoSection};
use super::{Section, section_page};
use crate::admin::prelude::*;
use crate::admin::settings::actions::SaveSettings;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LookQuery {
    /// The error code of a refused logo.
    logo: String,
    /// Which logo was refused, if it was not the one for light mode.
    of: String,
    /// Which logo to ask for confirmation to remove.
    remove: String,
}

/// `GET /admin/settings/look`
pub async fn page(Query(query): Query<LookQuery>, request: AdminRequest) -> PageResult {
    let Versioned { record, version } = request.store.settings().await?;
    let agency = request.store.agency().await?;
    let problem = match query.logo.as_str() {
        "stale" => Some(LogoFlash::Stale),
        code => code.parse::<LogoProblem>().ok().map(LogoFlash::Problem),
    };
    let flash = problem.map(|problem| (query.of.parse().unwrap_or(Scheme::Light), problem));
    let removing = query.remove.parse().ok();
    let body = move |admin: AdminView| {
        let i18n = admin.i18n;
        let fields = Fields::new(&admin, Section::Look.form_name(), Form::from(&record));
        let form_id = fields.id();
        view! {
            <form id=form_id method="post" action=SaveSettings::PATH class="form">
                <FormHead fields=fields.clone() version/>
                <input type="hidden" name="section" value=Section::Look.form_name()/>
                <ColourField
                    fields
                    name="accent"
                    label=i18n.accent()
                    picker=i18n.accent_picker()
                    hint=i18n.accent_hint()
                />
                <button class="button">{i18n.save()}</button>
            </form>
            <LogoSection agency flash removing outcome=admin.flash i18n/>
        }
        .into_any()
    };
    section_page(request, Section::Look, body).await
}
