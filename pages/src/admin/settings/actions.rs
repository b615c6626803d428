//! Actions of the settings page.

use domain::{Form, QuoteSettings};

use super::Section;
use crate::admin::prelude::*;

/// Saves the settings of the section whose form is named `section`, by default those of the studio.
#[server(prefix = "/rpc/admin", endpoint = "save_settings")]
pub async fn save_settings(form: Form, version: String, #[server(default)] section: String) -> Result<(), AppError> {
    let named = Section::ALL.into_iter().find(|one| one.form_name() == section);
    let section = named.unwrap_or(Section::Studio);
    submit(section.form_name(), &form, section.address(), async {
        let by = actor();
        let store = store();
        let draft = store.settings().await?.record.with(&form, section.fields())?;
        store.save_settings(&by, &draft, &version).await?;
        let saved = section.address().done(Done::Saved);
        // Its form is below another part of the page.
        let is_below = matches!(section, Section::Advanced | Section::People);
        let name = section.form_name();
        Ok(if is_below { saved.with("about", name).with_fragment(name) } else { saved.into_string() })
    })
    .await
}

/// Saves the letterhead and the VAT rate of quotes.
#[server(prefix = "/rpc/admin", endpoint = "save_quote_settings")]
pub async fn save_quote_settings(form: Form, version: String) -> Result<(), AppError> {
    submit(Section::Quotes.form_name(), &form, Section::Quotes.address(), async {
        let draft = QuoteSettings::read(&form)?;
        store().save_quote_settings(&actor(), &draft, &version).await?;
        Ok(Section::Quotes.address().done(Done::Saved).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "remove_logo")]
pub async fn remove_logo(version: String, scheme: String) -> Result<(), AppError> {
    act(Section::Look.address(), async {
        let by = actor();
        let scheme = scheme.parse().map_err(|_| AppError::Garbled)?;
        store().set_logo(&by, scheme, None, &version).await?;
        Ok(Section::Look.address().done(Done::Saved).with("about", "logo").with_fragment("logo"))
    })
    .await
}

/// Ends every admin session, including this one, and redirects to the sign-in page.
#[server(prefix = "/rpc/admin", endpoint = "end_sessions")]
pub async fn end_sessions() -> Result<(), AppError> {
    act(Section::Security.address(), async {
        let by = actor();
        store().end_every_session(&by).await?;
        Ok("/admin/login".to_owned())
    })
    .await
}
