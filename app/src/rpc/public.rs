//! What every page asks.

use domain::Language;
use leptos::prelude::*;

use crate::error::AppError;

/// The language of admin and public pages (setting `language`).
///
/// # Errors
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "language")]
pub async fn load_language() -> Result<Language, AppError> {
    Ok(expect_context::<store::Store>().language().await?)
}

/// Gives the page being rendered the status of an error, and its language.
///
/// # Errors
/// [`AppError::Fault`]: the language is not known either.
#[server(prefix = "/rpc", endpoint = "mishap")]
pub async fn tell_mishap(
    /// What happened.
    error: AppError,
) -> Result<Language, AppError> {
    use leptos::server_fn::error::FromServerFnError;

    expect_context::<leptos_axum::ResponseOptions>().set_status(error.status_code());
    load_language().await
}
