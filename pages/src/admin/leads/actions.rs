//! Leads as the agency's pages show them.

pub mod actions;
pub mod conversion;
pub mod history;
pub mod merge;

use app::error::AppError;
use domain::{Cursor, Language, Timestamp};
use domain::id::{ActivityId, ClientId, DeliveryId, LeadId, SourceId};
use domain::lead::{LeadCard, LeadColumn, LeadFilter, LeadList, MergeLine};
use domain::lead::source::SourceTrouble;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use store::Store;

use crate::PageError;

pub use actions::*;
pub use conversion::*;
pub use history::*;
pub use merge::*;

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
    /// The leads that were merged into this one, the latest first.
    pub merges: Vec<MergeLine>,
    /// The deliveries that are kept of the activities shown.
    pub arrivals: Vec<(ActivityId, DeliveryId)>,
}

/// A page of the list of leads, and what there is to worry about where they come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadsDesk {
    /// The leads.
    pub list: LeadList,
    /// The sources that look as if something were wrong with them, by name.
    pub troubled: Vec<TroubledSource>,
}

/// A source that looks as if something were wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TroubledSource {
    /// Its id.
    pub id: SourceId,
    /// Its name.
    pub name: String,
    /// What seems to be wrong.
    pub trouble: SourceTrouble,
    /// When it delivered last.
    pub last_received_at: Option<Timestamp>,
}

/// A page of the list of leads.
///
/// # Errors
/// [`AppError::Fault`].
async fn load_leads(store: &Store, filter: LeadFilter, after: Option<Cursor>) -> Result<LeadsDesk, PageError> {
    let troubled = store.lead_sources().await?.into_iter().filter_map(|line| {
        let (source, last_received_at) = (line.source, line.last_received_at);
        line.trouble.map(|trouble| TroubledSource {
            id: source.id,
            name: source.name,
            trouble,
            last_received_at,
        })
    });
    let troubled = troubled.collect();
    Ok(LeadsDesk { list: store.lead_list(&filter, after.as_ref()).await?, troubled })
}

/// The pipeline.
///
/// # Errors
/// [`AppError::Fault`].
async fn load_lead_board(store: &Store) -> Result<Vec<LeadColumn>, PageError> {
    Ok(store.lead_board().await?)
}

/// What a new lead will be called, and where leads came from until now.
///
/// # Errors
/// [`AppError::Fault`].
async fn load_new_lead(store: &Store) -> Result<(LeadId, Vec<String>), PageError> {
    let id = LeadId::parse(store::new_id()).map_err(|_| AppError::Fault)?;
    Ok((id, store.lead_origins().await?))
}

/// One lead.
///
/// # Errors
/// [`AppError::Missing`]; [`AppError::Fault`].
async fn load_lead(store: &Store, id: String, before: Option<Cursor>) -> Result<LeadDesk, PageError> {
    let card = store.lead_card(&id, before.as_ref()).await?;
    Ok(LeadDesk {
        merges: store.merges(&card.lead.record.id).await?,
        arrivals: store.arrivals_of(&card.lead.record.id, &card.activities).await?,
        card,
        new_activity: ActivityId::parse(store::new_id()).map_err(|_| AppError::Fault)?,
        new_client: ClientId::parse(store::new_id()).map_err(|_| AppError::Fault)?,
        language: store.language().await?,
        sources: store.lead_origins().await?,
    })
}
