//! Clients, from the agency's side.

use domain::Client;
use leptos::prelude::*;

use crate::error::Mishap;

/// Every client, by name.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "clients")]
pub async fn load_clients() -> Result<Vec<Client>, Mishap> {
    crate::viewer::Admin::signed_in()?;
    Ok(expect_context::<store::Store>().clients().await?)
}
