//! Leads, with what happened.

use domain::{Activity, Lead};
use leptos::prelude::*;

use crate::error::Mishap;

/// The newest leads, each with its activities, newest first.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "leads")]
pub async fn load_leads() -> Result<Vec<(Lead, Vec<Activity>)>, Mishap> {
    crate::viewer::Admin::signed_in()?;
    let store = expect_context::<store::Store>();
    let mut leads = Vec::new();
    for lead in store.leads().await? {
        let activities = store.activities(&lead.id).await?;
        leads.push((lead, activities));
    }
    Ok(leads)
}
