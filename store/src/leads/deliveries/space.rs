//! How much disk the stored deliveries take, and whether another one fits.
//!
//! The database is summed at most once a minute; what this process stores in between is added in memory. So several
//! processes may together exceed a limit by what they receive in a minute.

use std::collections::HashMap;

use domain::id::SourceId;
use domain::leads::{LeadSource, RawDelivery};
use domain::settings::draft::{DELIVERY_MEGABYTES, SOURCE_MEGABYTES};
use domain::settings::space::{NearlyFull, SpaceWarnings};
use domain::{DomainError, Timestamp};
use tokio::sync::Mutex;

use crate::settings::values::number;
use crate::{Fault, Result, Store};

/// In milliseconds.
const COUNT_INTERVAL: i64 = 60_000;
const MEGABYTE: i64 = 1_000_000;
/// A body is stored twice: the history of the lead has a copy as long as the delivery is kept.
const COPIES: i64 = 2;
/// Of each delivery, for its row, its indexes and its headers.
const OVERHEAD: i64 = 1_024;
/// Bytes of a body. A source without room for it counts as full, even if a shorter one would fit.
const ORDINARY: i64 = 4_096;
/// `OCTET_LENGTH` does not read the bodies. The constants are those above.
const COUNT: &str = "SELECT COALESCE(source_id, ''), 2 * SUM(OCTET_LENGTH(body)) + 1024 * COUNT(*) \
     FROM lead_delivery GROUP BY source_id";
/// The row of the table `internal` that says whose deliveries have little space left.
const NEARLY_FULL: &str = "nearly_full_deliveries";

/// The latest count.
#[derive(Default)]
pub(crate) struct DeliverySpace(Mutex<Option<Counted>>);

struct Counted {
    at: Timestamp,
    /// Bytes by source id; those of the main address under the empty string.
    stored: HashMap<String, i64>,
    most_of_source: i64,
    most: i64,
}

impl Counted {
    /// Whether one more delivery fits; takes its space.
    fn reserve(&mut self, source: &str, bytes: i64) -> bool {
        let fits = self.fits(source, bytes);
        if fits {
            *self.stored.entry(source.to_owned()).or_default() += bytes;
        }
        fits
    }

    fn fits(&self, source: &str, bytes: i64) -> bool {
        let of_source = self.stored.get(source).copied().unwrap_or_default();
        of_source + bytes <= self.most_of_source && self.stored.values().sum::<i64>() + bytes <= self.most
    }

    /// The source that has used nine tenths of its space; the empty string when it is the main address, or all
    /// together.
    fn nearly_full(&self) -> Option<&str> {
        let is_nearly = |bytes: i64, most: i64| bytes / 9 >= most / 10;
        if is_nearly(self.stored.values().sum(), self.most) {
            return Some("");
        }
        let full = self.stored.iter().filter(|(_, bytes)| is_nearly(**bytes, self.most_of_source));
        full.map(|(source, _)| source.as_str()).min()
    }
}

impl Store {
    /// Takes the space of a delivery before it is stored.
    ///
    /// # Errors
    /// [`DomainError::DeliveriesFull`], or a fault.
    pub(super) async fn reserve_space(&self, source: Option<&LeadSource>, raw: &RawDelivery) -> Result<()> {
        let bytes = COPIES * i64::try_from(raw.body.len()).unwrap_or(i64::MAX / COPIES - OVERHEAD) + OVERHEAD;
        let source = source.map_or("", |source| source.id.as_str());
        let mut space = self.delivery_space.0.lock().await;
        if self.recent_count(&mut space).await?.reserve(source, bytes) {
            Ok(())
        } else {
            Err(DomainError::DeliveriesFull.into())
        }
    }

    /// Whether a delivery of ordinary length to this source would be stored.
    pub async fn has_room(&self, source: &LeadSource) -> Result<bool> {
        let mut space = self.delivery_space.0.lock().await;
        let counted = self.recent_count(&mut space).await?;
        Ok(counted.fits(source.id.as_str(), COPIES * ORDINARY + OVERHEAD))
    }

    async fn recent_count<'a>(&self, space: &'a mut Option<Counted>) -> Result<&'a mut Counted> {
        let now = self.clock.now();
        let is_recent = |counted: &Counted| (0..COUNT_INTERVAL).contains(&(now.as_millis() - counted.at.as_millis()));
        let counted = match space.take().filter(is_recent) {
            Some(counted) => counted,
            None => self.count_space(now).await?,
        };
        Ok(space.insert(counted))
    }

    /// Counts anew, after deliveries were deleted or the limits changed.
    pub(crate) async fn recount_space(&self) -> Result<()> {
        let mut space = self.delivery_space.0.lock().await;
        *space = Some(self.count_space(self.clock.now()).await?);
        Ok(())
    }

    /// What the agency is warned of: a full disk, deliveries that have nearly used their space, files that nothing scans.
    pub async fn space_warnings(&self) -> Result<SpaceWarnings> {
        let free_space = self.free_space().await?;
        // A source that was deleted since is not found.
        let sql = "SELECT internal.value, lead_source.name FROM internal \
             LEFT JOIN lead_source ON lead_source.id = internal.value WHERE internal.key = $1";
        let nearly_full: Option<(String, Option<String>)> =
            self.db.readers().fetch_optional(sql, [NEARLY_FULL]).await?;
        let deliveries = match nearly_full {
            Some((id, name)) if !id.is_empty() => {
                SourceId::parse(id).ok().zip(name).map(|(id, name)| NearlyFull::Source(id, name))
            }
            all => all.map(|_| NearlyFull::All),
        };
        let low = free_space.filter(|space| space.is_low);
        Ok(SpaceWarnings { low, deliveries, unscanned: self.late_scans().await? })
    }

    async fn count_space(&self, at: Timestamp) -> Result<Counted> {
        let mut connection = self.db.readers().acquire().await?;
        let most_of_source = number(&mut connection, SOURCE_MEGABYTES).await? * MEGABYTE;
        let most = number(&mut connection, DELIVERY_MEGABYTES).await? * MEGABYTE;
        let stored: Vec<(String, i64)> = connection.fetch_all(COUNT, ()).await?;
        let sql = "SELECT value FROM internal WHERE key = $1";
        let known: Option<String> = connection.fetch_optional_value(sql, [NEARLY_FULL]).await?;
        drop(connection);
        let counted = Counted { at, stored: stored.into_iter().collect(), most_of_source, most };
        if known.as_deref() != counted.nearly_full() {
            self.store_nearly_full(counted.nearly_full()).await?;
        }
        Ok(counted)
    }

    /// For the warning on the pages of every process.
    async fn store_nearly_full(&self, source: Option<&str>) -> Result<(), Fault> {
        let Some(source) = source else {
            self.db.writers().execute("DELETE FROM internal WHERE key = $1", [NEARLY_FULL]).await?;
            return Ok(());
        };
        tracing::warn!(source, "the stored deliveries have used nine tenths of their space");
        let sql = "INSERT INTO internal (key, value) VALUES ($1, $2) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value";
        self.db.writers().execute(sql, (NEARLY_FULL, source)).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(stored: [(&str, i64); 2]) -> Counted {
        let stored = stored.map(|(source, bytes)| (source.to_owned(), bytes)).into();
        Counted { at: Timestamp::MIN, stored, most_of_source: 100, most: 150 }
    }

    #[test]
    fn a_source_and_all_together_are_bounded() {
        let mut space = counted([("a", 80), ("", 10)]);
        assert!(!space.reserve("a", 21), "more than its own");
        assert!(space.reserve("a", 20) && !space.reserve("a", 1));
        assert!(space.reserve("b", 40) && !space.reserve("b", 1), "more than all");
        assert!(!space.reserve("", 1));
    }

    #[test]
    fn nine_tenths_are_nearly_full() {
        assert_eq!(counted([("a", 89), ("", 20)]).nearly_full(), None);
        assert_eq!(counted([("a", 90), ("", 20)]).nearly_full(), Some("a"));
        assert_eq!(counted([("a", 70), ("b", 65)]).nearly_full(), Some(""));
    }
}
