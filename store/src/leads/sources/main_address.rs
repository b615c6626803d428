//! Status of the main address.

use domain::leads::source::MainLine;

use crate::db::query::row;
use crate::{Result, Store};

row! { MainLine { last_success_at, refused } }

impl Store {
    /// When the main address last took in a delivery, and how many of the stored deliveries it refused.
    pub async fn main_address(&self) -> Result<MainLine> {
        Ok(self.db.readers().fetch_one(MAIN, ()).await?)
    }
}

// One subquery per outcome: each reads the end of an index.
const MAIN: &str = "SELECT \
    (SELECT MAX(latest) FROM ( \
       SELECT MAX(received_at) AS latest FROM lead_delivery WHERE source_id IS NULL AND outcome = 'created' \
       UNION ALL \
       SELECT MAX(received_at) FROM lead_delivery WHERE source_id IS NULL AND outcome = 'updated' \
     ) AS taken_in) AS last_success_at, \
    (SELECT COUNT(*) FROM lead_delivery WHERE source_id IS NULL AND outcome = 'refused') AS refused";
