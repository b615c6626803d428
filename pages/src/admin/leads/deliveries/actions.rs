//! Actions about deliveries.

use app::error::AppError;
use domain::DomainError;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::address::{self, Address};
use crate::form_action::{act, store};

/// `page`, on which it stands how many deliveries became leads when they were read again, and how many did
/// not.
fn replayed(page: Address, taken_in: i64, left: i64) -> Address {
    page.with("taken", &taken_in.to_string()).with("left", &left.to_string())
}

/// Reads a delivery again, as its source reads now.
#[server(prefix = "/rpc/admin", endpoint = "replay_delivery")]
pub async fn replay_delivery(id: String) -> Result<(), AppError> {
    let page = address::delivery(&id);
    act(page.clone(), async {
        let processed = store().replay(&id).await?;
        let taken_in = processed.outcome.is_taken_in();
        Ok(replayed(page, i64::from(taken_in), i64::from(!taken_in)).top())
    })
    .await
}

/// Deliveries that are chosen in a list, as its form sends them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Selection {
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

impl Selection {
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
#[server(prefix = "/rpc/admin", endpoint = "replay_deliveries")]
pub async fn replay_deliveries(#[server(default)] chosen: Selection) -> Result<(), AppError> {
    let (page, ids) = (chosen.page(), chosen.ids());
    act(page.clone(), async {
        if ids.is_empty() {
            return Ok(page.with("chosen", "none").top());
        }
        let store = store();
        let (mut taken_in, mut left) = (0, 0);
        for id in ids {
            match store.replay(id).await {
                Ok(processed) if processed.outcome.is_taken_in() => taken_in += 1,
                Ok(_) => left += 1,
                // Its time was over, or its lead was deleted.
                Err(store::Error::Domain(DomainError::UnknownRecord)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(replayed(page, taken_in, left).top())
    })
    .await
}

/// Puts deliveries in quarantine aside, and comes back to the list.
#[server(prefix = "/rpc/admin", endpoint = "set_deliveries_aside")]
pub async fn set_deliveries_aside(#[server(default)] chosen: Selection) -> Result<(), AppError> {
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
#[server(prefix = "/rpc/admin", endpoint = "set_delivery_aside")]
pub async fn set_delivery_aside(id: String) -> Result<(), AppError> {
    let page = address::delivery(&id);
    act(page.clone(), async {
        let aside = store().set_aside(&[id]).await?;
        Ok(page.with("aside", &aside.to_string()).top())
    })
    .await
}

/// Reads again what a source has in quarantine.
#[server(prefix = "/rpc/admin", endpoint = "replay_quarantine")]
pub async fn replay_quarantine(id: String) -> Result<(), AppError> {
    let page = address::source(&id);
    act(page.clone(), async {
        let result = store().replay_quarantine(&id).await?;
        Ok(replayed(page, result.taken_in, result.left).at("deliveries"))
    })
    .await
}
