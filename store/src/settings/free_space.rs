//! The space on disk, and the warnings about it.

use domain::id::SourceId;
use domain::settings::draft::FREE_MEGABYTES;
use domain::settings::space::{FreeSpace, NearlyFull, SpaceWarnings};

use super::values::number;
use crate::leads::NEARLY_FULL_DELIVERIES;
use crate::{Result, Store};

const MEGABYTE: u64 = 1_000_000;

impl Store {
    /// The free space of the disk with the SQLite database; `None` with PostgreSQL, whose disk is its own.
    pub async fn free_space(&self) -> Result<Option<FreeSpace>> {
        let Some(bytes) = self.db.free_bytes()? else { return Ok(None) };
        let mut connection = self.db.readers().acquire().await?;
        let least = number(&mut connection, FREE_MEGABYTES).await?;
        let is_low = bytes / MEGABYTE < least.unsigned_abs();
        Ok(Some(FreeSpace { bytes, is_low }))
    }

    pub async fn space_warnings(&self) -> Result<SpaceWarnings> {
        let free_space = self.free_space().await?;
        // A source that was deleted since is not found.
        let nearly_full: Option<(String, Option<String>)> = sqlx::query_as(
            "SELECT internal.value, lead_source.name FROM internal \
             LEFT JOIN lead_source ON lead_source.id = internal.value WHERE internal.key = $1",
        )
        .bind(NEARLY_FULL_DELIVERIES)
        .fetch_optional(self.db.readers())
        .await?;
        let deliveries = match nearly_full {
            Some((id, name)) if !id.is_empty() => {
                SourceId::parse(id).ok().zip(name).map(|(id, name)| NearlyFull::Source(id, name))
            }
            all => all.map(|_| NearlyFull::All),
        };
        Ok(SpaceWarnings { low: free_space.filter(|space| space.is_low), deliveries })
    }
}
