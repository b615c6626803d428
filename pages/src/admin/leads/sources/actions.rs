//! The sources of leads as the agency's pages show them.

pub mod edits;
pub mod mapping;

use app::error::AppError;
use domain::id::SourceId;
use domain::lead::delivery::{DeliveredTo, DeliveryFilter, DeliveryLine};
use domain::lead::source::{MainLine, SourceCard, SourceLine};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use store::Store;

use crate::PageError;

pub use edits::*;
pub use mapping::*;

/// Everything the list of sources shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcesDesk {
    /// The sources, by name.
    pub sources: Vec<SourceLine>,
    /// The address that needs a secret header instead of a key.
    pub main_address: String,
    /// Whether that secret is set; without it everybody is turned away there.
    pub main_is_open: bool,
    /// What came there.
    pub main: MainLine,
}

/// Everything the page of a source shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceDesk {
    /// The source.
    pub card: SourceCard,
    /// Where its sender posts to.
    pub address: String,
    /// What arrived last, newest first; at most [`SourceDesk::LATEST`].
    pub latest: Vec<DeliveryLine>,
}

impl SourceDesk {
    /// How many arrivals its page shows.
    pub const LATEST: usize = 10;
}

/// The sources.
///
/// # Errors
/// [`AppError::Fault`].
async fn load_sources(store: &Store) -> Result<SourcesDesk, PageError> {
    let PublicOrigin(origin) = use_context().unwrap_or_default();
    let WebhookIsOpen(main_is_open) = use_context().unwrap_or_default();
    Ok(SourcesDesk {
        sources: store.lead_sources().await?,
        main: store.main_address().await?,
        main_address: format!("{origin}/api/webhooks/lead"),
        main_is_open,
    })
}

/// What a new source will be called in addresses, and where leads came from until now.
///
/// # Errors
/// [`AppError::Fault`].
async fn load_new_source(store: &Store) -> Result<(SourceId, Vec<String>), PageError> {
    let id = SourceId::parse(store::new_id()).map_err(|_| AppError::Fault)?;
    Ok((id, store.lead_origins().await?))
}

/// One source.
///
/// # Errors
/// [`AppError::Missing`]; [`AppError::Fault`].
async fn load_source(store: &Store, id: String) -> Result<SourceDesk, PageError> {
    let card = store.lead_source(&id).await?;
    let PublicOrigin(origin) = use_context().unwrap_or_default();
    let address = format!("{origin}/api/webhooks/lead/{}", card.line.source.key.reveal());
    let only_its =
        DeliveryFilter { from: Some(DeliveredTo::Source(card.line.source.id.clone())), outcome: None };
    let mut latest = store.deliveries(&only_its, None).await?.items;
    latest.truncate(SourceDesk::LATEST);
    Ok(SourceDesk { card, address, latest })
}
