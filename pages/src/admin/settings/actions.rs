//! What the agency chooses, and what there is to know about its Atrio.

use app::error::AppError;
use domain::{Form, SettingsDraft, Versioned};
use domain::about::About;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use store::Store;

use crate::{PageError, address};
use crate::form_action::{act, actor, store, submit};

/// Everything the settings page shows.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Studio {
    /// What is edited together.
    pub settings: Versioned<SettingsDraft>,
    /// The version of the logo, if there is one.
    pub logo: Option<String>,
    /// The time zones to choose from.
    pub zones: Vec<String>,
    /// The address senders post leads to.
    pub webhook: String,
    /// Whether `LEAD_WEBHOOK_SECRET` is set; without it the webhook refuses everybody.
    pub webhook_is_open: bool,
    /// The database.
    pub about: About,
}

/// Everything the settings page shows.
///
/// # Errors
/// [`AppError::Fault`].
async fn load_studio(store: &Store) -> Result<Studio, PageError> {
    let PublicOrigin(origin) = use_context().unwrap_or_default();
    let WebhookIsOpen(webhook_is_open) = use_context().unwrap_or_default();
    Ok(Studio {
        settings: store.settings().await?,
        logo: store.agency().await?.logo,
        zones: store::zone_names(),
        webhook: format!("{origin}/api/webhooks/lead"),
        webhook_is_open,
        about: store.about().await?,
    })
}

/// Saves name, colour, language and time zone.
///
/// # Errors
/// [`AppError::Invalid`]; [`AppError::Stale`]; [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "save_settings")]
pub async fn save_settings(
    /// The form.
    form: Form,
    /// The version it was filled from.
    version: String,
) -> Result<(), AppError> {
    submit("settings", &form, address::settings(), async {
        let by = actor();
        let store = store();
        let draft = store.settings().await?.record.with(&form, &SettingsDraft::STUDIO)?;
        store.save_settings(&by, &draft, &version).await?;
        Ok(address::settings().done(crate::ui::Done::Saved).top())
    })
    .await
}

/// Saves how long arrivals are kept, and how long a source may be silent.
///
/// # Errors
/// [`AppError::Invalid`]; [`AppError::Stale`]; [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "save_arrival_days")]
pub async fn save_arrival_days(
    /// The form.
    form: Form,
    /// The version it was filled from.
    version: String,
) -> Result<(), AppError> {
    submit("arrivals", &form, address::settings(), async {
        let by = actor();
        let store = store();
        let draft = store.settings().await?.record.with(&form, &SettingsDraft::ARRIVALS)?;
        store.save_settings(&by, &draft, &version).await?;
        Ok(address::settings().done(crate::ui::Done::Saved).at("arrivals"))
    })
    .await
}

/// Takes the logo away.
///
/// # Errors
/// [`AppError::Stale`]; [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "remove_logo")]
pub async fn remove_logo(
    /// The version of the logo that was seen.
    version: String,
) -> Result<(), AppError> {
    act(address::settings(), async {
        let by = actor();
        store().set_logo(&by, None, &version).await?;
        Ok(address::settings().done(crate::ui::Done::Saved).top())
    })
    .await
}

/// Ends every admin session, this one included, and brings a browser to the sign-in page.
///
/// # Errors
/// [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "end_sessions")]
pub async fn end_sessions() -> Result<(), AppError> {
    act(address::settings(), async {
        let by = actor();
        store().end_every_session(&by).await?;
        Ok("/admin/login".to_owned())
    })
    .await
}
