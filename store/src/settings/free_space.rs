//! The space on disk.

use domain::settings::draft::FREE_MEGABYTES;
use domain::settings::space::FreeSpace;

use super::values::number;
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
}
