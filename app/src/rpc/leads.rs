//! Leads as the agency's pages show them.

pub mod actions;
pub mod conversion;
pub mod history;

use domain::id::{ActivityId, ClientId, LeadId};
use domain::lead::{LeadCard, LeadColumn, LeadFilter, LeadList};
use domain::{Cursor, Language};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

pub use actions::*;
pub use conversion::*;
pub use history::*;

use crate::error::Mishap;

/// Everything about a lead, and what the forms beside it need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadDesk {
    /// The lead.
    pub card: LeadCard,
    /// What an activity that is added will be called.
    pub new_activity: ActivityId,
    /// What the client the lead becomes will be called.
    pub new_client: ClientId,
    /// The language that client is likely to speak: the agency's.
    pub language: Language,
    /// Where leads came from until now.
    pub sources: Vec<String>,
}

/// A page of the list of leads.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "leads")]
pub async fn load_leads(
    /// Which leads.
    filter: LeadFilter,
    /// After which lead the page begins.
    after: Option<Cursor>,
) -> Result<LeadList, Mishap> {
    crate::viewer::Admin::signed_in()?;
    Ok(expect_context::<store::Store>().lead_list(&filter, after.as_ref()).await?)
}

/// The pipeline.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "lead_board")]
pub async fn load_lead_board() -> Result<Vec<LeadColumn>, Mishap> {
    crate::viewer::Admin::signed_in()?;
    Ok(expect_context::<store::Store>().lead_board().await?)
}

/// What a new lead will be called, and where leads came from until now.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "new_lead")]
pub async fn load_new_lead() -> Result<(LeadId, Vec<String>), Mishap> {
    crate::viewer::Admin::signed_in()?;
    let id = LeadId::parse(store::new_id()).map_err(|_| Mishap::Fault)?;
    Ok((id, expect_context::<store::Store>().lead_sources().await?))
}

/// One lead.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Missing`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "lead")]
pub async fn load_lead(
    /// The lead's id.
    id: String,
    /// Before which activity the page of its history ends.
    before: Option<Cursor>,
) -> Result<LeadDesk, Mishap> {
    crate::viewer::Admin::signed_in()?;
    let store = expect_context::<store::Store>();
    Ok(LeadDesk {
        card: store.lead_card(&id, before.as_ref()).await?,
        new_activity: ActivityId::parse(store::new_id()).map_err(|_| Mishap::Fault)?,
        new_client: ClientId::parse(store::new_id()).map_err(|_| Mishap::Fault)?,
        language: store.language().await?,
        sources: store.lead_sources().await?,
    })
}
