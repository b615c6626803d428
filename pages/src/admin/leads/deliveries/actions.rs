//! Actions on deliveries: replay, dismiss and delete.

use domain::id::DeliveryId;
use domain::{DomainError, Timestamp, paging};
use serde::Serialize;

use super::filter::shown_filter;
use crate::admin::prelude::*;

/// Adds the result of a replay to `page`: how many deliveries became leads, and how many did not.
fn replayed(page: Address, taken_in: i64, left: i64) -> Address {
    page.with("taken", &taken_in.to_string()).with("left", &left.to_string())
}

/// Replays a delivery with the current rules of its source.
#[server(prefix = "/rpc/admin", endpoint = "replay_delivery")]
pub async fn replay_delivery(id: String) -> Result<(), AppError> {
    let page = address::delivery(&id);
    act(page.clone(), async {
        let processed = store().replay(&parse_id(&id)?).await?;
        let taken_in = processed.outcome.is_taken_in();
        Ok(replayed(page, i64::from(taken_in), i64::from(!taken_in)).into_string())
    })
    .await
}

/// The selected deliveries of a list, as its form sends them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Selection {
    pub ids: Vec<String>,
    /// Not empty: all deliveries on the page are selected.
    pub all: String,
    pub shown: Vec<String>,
    /// The list's filter by source, as in its address.
    pub source: String,
    /// The list's filter by outcome.
    pub outcome: String,
    /// The cursor of the list's page.
    pub after: String,
}

impl Selection {
    /// The selected ids, at most as many as a page shows.
    pub fn ids(&self) -> Vec<DeliveryId> {
        let ids = if self.all.is_empty() { &self.ids } else { &self.shown };
        ids.iter().take(paging::MAX_ITEMS).filter_map(|id| parse_id(id).ok()).collect()
    }

    /// The address of the list with its filter and cursor.
    pub fn page(&self) -> Address {
        let Self { source, outcome, after, .. } = self;
        address::deliveries().with("source", source).with("outcome", outcome).with("after", after)
    }
}

/// Replays several deliveries and redirects to the list.
#[server(prefix = "/rpc/admin", endpoint = "replay_deliveries")]
pub async fn replay_deliveries(#[server(default)] chosen: Selection) -> Result<(), AppError> {
    let (page, ids) = (chosen.page(), chosen.ids());
    act(page.clone(), async {
        if ids.is_empty() {
            return Ok(page.with("chosen", "none").into_string());
        }
        let store = store();
        let (mut taken_in, mut left) = (0, 0);
        for id in &ids {
            match store.replay(id).await {
                Ok(processed) if processed.outcome.is_taken_in() => taken_in += 1,
                Ok(_) => left += 1,
                // It expired, or its lead was deleted.
                Err(store::Error::Domain(DomainError::UnknownRecord)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(replayed(page, taken_in, left).into_string())
    })
    .await
}

/// Dismisses quarantined deliveries and redirects to the list.
#[server(prefix = "/rpc/admin", endpoint = "set_deliveries_aside")]
pub async fn dismiss_deliveries(#[server(default)] chosen: Selection) -> Result<(), AppError> {
    let (page, ids) = (chosen.page(), chosen.ids());
    act(page.clone(), async {
        if ids.is_empty() {
            return Ok(page.with("chosen", "none").into_string());
        }
        let dismissed = store().dismiss_deliveries(&ids).await?;
        Ok(page.with("aside", &dismissed.to_string()).into_string())
    })
    .await
}

/// Dismisses a quarantined delivery and redirects to it.
#[server(prefix = "/rpc/admin", endpoint = "set_delivery_aside")]
pub async fn dismiss_delivery(id: String) -> Result<(), AppError> {
    let page = address::delivery(&id);
    act(page.clone(), async {
        let dismissed = store().dismiss_deliveries(&[parse_id(&id)?]).await?;
        Ok(page.with("aside", &dismissed.to_string()).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "replay_quarantine")]
pub async fn replay_quarantine(id: String) -> Result<(), AppError> {
    let page = address::source(&id);
    act(page.clone(), async {
        let result = store().replay_quarantine(&parse_id(&id)?).await?;
        Ok(replayed(page, result.taken_in, result.left).with_fragment("deliveries"))
    })
    .await
}

/// Deletes all deliveries that the list found when it asked, and redirects to the list.
#[server(prefix = "/rpc/admin", endpoint = "delete_deliveries")]
pub async fn delete_deliveries(source: String, outcome: String, until: String) -> Result<(), AppError> {
    let page = address::deliveries().with("source", &source).with("outcome", &outcome);
    act(page.clone(), async {
        let filter = shown_filter(&source, &outcome).ok_or(AppError::Garbled)?;
        let until = until.parse().map_err(|_| AppError::Garbled)?;
        let deleted = store().delete_deliveries(&actor(), &filter, Timestamp::from_millis(until)).await?;
        Ok(page.with("deleted", &deleted.to_string()).into_string())
    })
    .await
}
