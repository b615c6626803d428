//! What arrived from the sources of leads.

use app::error::AppError;
use domain::Cursor;
use domain::id::SourceId;
use domain::lead::delivery::{Deliveries, DeliveryCard, DeliveryFilter};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use store::Store;

use crate::{PageError, address};
use crate::address::Address;
use crate::form_action::{act, store};

/// Everything the list of deliveries shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveriesDesk {
    /// A page of it, newest first.
    pub deliveries: Deliveries,
    /// The sources to choose from, by name.
    pub sources: Vec<(SourceId, String)>,
    /// After how many days they are deleted.
    pub kept_days: i64,
}

/// A page of the list of deliveries.
///
/// # Errors
/// [`AppError::Fault`].
async fn load_deliveries(store: &Store, filter: DeliveryFilter, after: Option<Cursor>) -> Result<DeliveriesDesk, PageError> {
    let sources = store.lead_sources().await?;
    Ok(DeliveriesDesk {
        deliveries: store.deliveries(&filter, after.as_ref()).await?,
        sources: sources.into_iter().map(|line| (line.source.id, line.source.name)).collect(),
        kept_days: store.settings().await?.record.delivery_days,
    })
}

/// One delivery.
///
/// # Errors
/// [`AppError::Missing`]; [`AppError::Fault`].
async fn load_delivery(store: &Store, id: String) -> Result<DeliveryCard, PageError> {
    Ok(store.delivery(&id).await?)
}

/// Reads a delivery again, as its source reads now.
///
/// # Errors
/// [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "replay_delivery")]
pub async fn replay_delivery(
    /// Its id.
    id: String,
) -> Result<(), AppError> {
    let page = address::delivery(&id);
    act(page.clone(), async {
        let settled = store().replay(&id).await?;
        let taken_in = settled.outcome.is_taken_in();
        Ok(page.reread(i64::from(taken_in), i64::from(!taken_in)).top())
    })
    .await
}

/// Deliveries that are chosen in a list, as its form sends them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Chosen {
    /// The ids of those whose boxes are ticked.
    pub ids: Vec<String>,
    /// Not empty: the box is ticked that stands for all that the page shows.
    pub all: String,
    /// The ids of those.
    pub shown: Vec<String>,
    /// The list's filter by source, as it stands in its address.
    pub source: String,
    /// The list's filter by outcome.
    pub outcome: String,
    /// After which delivery the list's page begins.
    pub after: String,
}

impl Chosen {
    /// Which they are; no more than a page shows.
    pub fn ids(&self) -> &[String] {
        let ids = if self.all.is_empty() { &self.ids } else { &self.shown };
        ids.get(..domain::paging::MOST).unwrap_or(ids)
    }

    /// The list as it was looked at.
    pub fn page(&self) -> Address {
        let Self { source, outcome, after, .. } = self;
        address::deliveries().with("source", source).with("outcome", outcome).with("after", after)
    }
}

/// Reads several deliveries again, and comes back to the list.
///
/// # Errors
/// [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "replay_deliveries")]
pub async fn replay_deliveries(
    /// The deliveries, and the list they stand in.
    #[server(default)]
    chosen: Chosen,
) -> Result<(), AppError> {
    let (page, ids) = (chosen.page(), chosen.ids());
    act(page.clone(), async {
        if ids.is_empty() {
            return Ok(page.with("chosen", "none").top());
        }
        let store = store();
        let (mut taken_in, mut left) = (0, 0);
        for id in ids {
            match store.replay(id).await.map_err(AppError::from) {
                Ok(settled) if settled.outcome.is_taken_in() => taken_in += 1,
                Ok(_) => left += 1,
                // Its time was over, or its lead was deleted.
                Err(AppError::Missing) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(page.reread(taken_in, left).top())
    })
    .await
}

/// Puts deliveries in quarantine aside, and comes back to the list.
///
/// # Errors
/// [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "set_deliveries_aside")]
pub async fn set_deliveries_aside(
    /// The deliveries, and the list they stand in.
    #[server(default)]
    chosen: Chosen,
) -> Result<(), AppError> {
    let (page, ids) = (chosen.page(), chosen.ids());
    act(page.clone(), async {
        if ids.is_empty() {
            return Ok(page.with("chosen", "none").top());
        }
        let aside = store().set_aside(ids).await?;
        Ok(page.with("aside", &aside.to_string()).top())
    })
    .await
}

/// Puts one delivery in quarantine aside, and comes back to it.
///
/// # Errors
/// [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "set_delivery_aside")]
pub async fn set_delivery_aside(
    /// Its id.
    id: String,
) -> Result<(), AppError> {
    let page = address::delivery(&id);
    act(page.clone(), async {
        let aside = store().set_aside(&[id]).await?;
        Ok(page.with("aside", &aside.to_string()).top())
    })
    .await
}

/// How many deliveries wait in quarantine.
///
/// # Errors
/// [`AppError::Fault`].
async fn load_quarantined(store: &Store) -> Result<i64, PageError> {
    Ok(store.quarantined().await?)
}

/// Reads again what a source has in quarantine.
///
/// # Errors
/// [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "replay_quarantine")]
pub async fn replay_quarantine(
    /// The source's id.
    id: String,
) -> Result<(), AppError> {
    let page = address::source(&id);
    act(page.clone(), async {
        let replayed = store().replay_quarantine(&id).await?;
        Ok(page.reread(replayed.taken_in, replayed.left).at("deliveries"))
    })
    .await
}
