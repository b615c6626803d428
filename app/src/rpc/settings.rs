//! What the agency chooses.

use leptos::prelude::*;

use crate::error::Mishap;

/// Sets the language of admin and public pages, and brings a browser back to the settings.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Garbled`] for a language Atrio does not speak; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "set_language")]
pub async fn choose_language(
    /// `it` or `en`.
    language: String,
) -> Result<(), Mishap> {
    let outcome = async {
        crate::viewer::Admin::signed_in()?;
        let language: domain::Language = language.parse().map_err(|_| Mishap::Garbled)?;
        expect_context::<store::Store>().set_setting("language", language.as_str()).await?;
        Ok(())
    }
    .await;
    let page = crate::address::Address::path("/admin/settings".to_owned()).after(outcome, "");
    let page = page.with("saved", if outcome.is_ok() { "language" } else { "" });
    leptos_axum::redirect(&page.top(), false);
    outcome
}

/// Ends every admin session, this one included, and brings a browser to the sign-in page.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "end_sessions")]
pub async fn end_sessions() -> Result<(), Mishap> {
    crate::viewer::Admin::signed_in()?;
    expect_context::<store::Store>().end_every_session().await?;
    leptos_axum::redirect("/admin/login", false);
    Ok(())
}
