//! What the agency chooses.

use domain::{Agency, Language};
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
    use crate::address::Address;

    let outcome = async {
        crate::viewer::Admin::signed_in()?;
        let language: domain::Language = language.parse().map_err(|_| Mishap::Garbled)?;
        expect_context::<store::Store>().set_setting("language", language.as_str()).await?;
        Ok(())
    }
    .await;
    leptos_axum::redirect(&Address::settings(outcome, "language").top(), false);
    outcome
}

/// How the agency presents itself, for its settings.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "agency")]
pub async fn load_agency() -> Result<(Language, Agency), Mishap> {
    crate::viewer::Admin::signed_in()?;
    let store = expect_context::<store::Store>();
    Ok((store.language().await?, store.agency().await?))
}

/// Sets the name and the colour clients see, and brings a browser back to the settings.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::NameTooLong`] and [`Mishap::UnusableText`] for the name;
/// [`Mishap::NoColour`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "set_agency")]
pub async fn present_agency(
    /// What the agency is called; empty: Atrio stands in its place.
    name: String,
    /// Its colour, `#rrggbb`; empty: Atrio's own.
    accent: String,
) -> Result<(), Mishap> {
    use crate::address::Address;
    use domain::Accent;

    let outcome = async {
        crate::viewer::Admin::signed_in()?;
        let accent = Some(accent.trim()).filter(|accent| !accent.is_empty());
        let accent = accent.map(Accent::parse).transpose().map_err(|_| Mishap::NoColour)?;
        expect_context::<store::Store>().present_agency(&name, accent).await?;
        Ok(())
    }
    .await;
    leptos_axum::redirect(&Address::settings(outcome, "agency").top(), false);
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
