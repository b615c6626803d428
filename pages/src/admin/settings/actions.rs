//! Actions of the settings page.

use domain::{Form, QuoteSettings, SettingsDraft};

use crate::admin::prelude::*;

/// Saves name, colour, language and time zone.
#[server(prefix = "/rpc/admin", endpoint = "save_settings")]
pub async fn save_settings(form: Form, version: String) -> Result<(), AppError> {
    submit("settings", &form, address::settings(), async {
        let by = actor();
        let store = store();
        let draft = store.settings().await?.record.with(&form, &SettingsDraft::STUDIO)?;
        store.save_settings(&by, &draft, &version).await?;
        Ok(address::settings().done(Done::Saved).into_string())
    })
    .await
}

/// Saves the retention of deliveries, the silence after which a source is reported, and the limits of space.
#[server(prefix = "/rpc/admin", endpoint = "save_arrival_days")]
pub async fn save_arrival_days(form: Form, version: String) -> Result<(), AppError> {
    submit("arrivals", &form, address::settings(), async {
        let by = actor();
        let store = store();
        let draft = store.settings().await?.record.with(&form, &SettingsDraft::LEAD_SOURCES)?;
        store.save_settings(&by, &draft, &version).await?;
        Ok(address::settings().done(Done::Saved).with("about", "arrivals").with_fragment("arrivals"))
    })
    .await
}

/// Saves the letterhead and the VAT rate of quotes.
#[server(prefix = "/rpc/admin", endpoint = "save_quote_settings")]
pub async fn save_quote_settings(form: Form, version: String) -> Result<(), AppError> {
    submit("quotes", &form, address::settings(), async {
        let draft = QuoteSettings::read(&form)?;
        store().save_quote_settings(&actor(), &draft, &version).await?;
        Ok(address::settings().done(Done::Saved).with("about", "quotes").with_fragment("quotes"))
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "remove_logo")]
pub async fn remove_logo(version: String, scheme: String) -> Result<(), AppError> {
    act(address::settings(), async {
        let by = actor();
        let scheme = scheme.parse().map_err(|_| AppError::Garbled)?;
        store().set_logo(&by, scheme, None, &version).await?;
        Ok(address::settings().done(Done::Saved).with("about", "logo").with_fragment("logo"))
    })
    .await
}

/// Ends every admin session, including this one, and redirects to the sign-in page.
#[server(prefix = "/rpc/admin", endpoint = "end_sessions")]
pub async fn end_sessions() -> Result<(), AppError> {
    act(address::settings(), async {
        let by = actor();
        store().end_every_session(&by).await?;
        Ok("/admin/login".to_owned())
    })
    .await
}
