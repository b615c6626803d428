//! What every page asks.

use domain::Language;
use leptos::prelude::*;

use crate::error::Mishap;

/// The language of admin and public pages (setting `language`).
///
/// # Errors
/// [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "language")]
pub async fn load_language() -> Result<Language, Mishap> {
    Ok(expect_context::<store::Store>().language().await?)
}

/// Gives the page being rendered the status of a mishap, and its language.
///
/// # Errors
/// [`Mishap::Fault`]: the language is not known either.
#[server(prefix = "/rpc", endpoint = "mishap")]
pub async fn tell_mishap(
    /// What happened.
    mishap: Mishap,
) -> Result<Language, Mishap> {
    use leptos::server_fn::error::FromServerFnError;

    expect_context::<leptos_axum::ResponseOptions>().set_status(mishap.status_code());
    load_language().await
}
