//! Status of the main address.

use domain::Timestamp;
use domain::leads::source::MainLine;
use sqlx::FromRow;

use crate::{Result, Store};

#[derive(FromRow)]
struct MainRow {
    last_success_at: Option<i64>,
    refused: i64,
}

impl Store {
    /// When the main address last took in a delivery, and how many of the stored deliveries it refused.
    pub async fn main_address(&self) -> Result<MainLine> {
        let row: MainRow = sqlx::query_as(MAIN).fetch_one(self.db.readers()).await?;
        Ok(MainLine {
            last_success_at: row.last_success_at.map(Timestamp::from_millis),
            refused: row.refused,
        })
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
