//! What a monitor learns from the database (docs/REFERENCE.md#metrics).

use domain::Timestamp;
use domain::leads::source::SourceTrouble;
use domain::notifications::{Medium, NotificationState};

use crate::db::PoolUsage;
use crate::db::query::row;
use crate::{Result, Store};

/// What a monitor learns from the database.
#[derive(Debug)]
pub struct Figures {
    /// Those that are not sent yet or never were.
    pub notifications: Vec<QueuedNotifications>,
    /// What is wrong with a source, for each active one with a trouble.
    pub troubled_sources: Vec<SourceTrouble>,
    /// In bytes.
    pub database_size: i64,
    /// In bytes; `None` on PostgreSQL.
    pub free_space: Option<u64>,
    pub connections: [PoolUsage; 2],
}

row! {
    /// The notifications of one medium in one state.
    #[derive(Debug)]
    pub struct QueuedNotifications {
        pub medium: Medium,
        pub state: NotificationState,
        pub count: i64,
        /// When the first of them was due.
        pub oldest_due: Timestamp,
    }
}

impl Store {
    /// To be asked a few times a minute: it counts.
    pub async fn figures(&self) -> Result<Figures> {
        let sql = "SELECT medium, state, COUNT(*) AS count, MIN(due_at) AS oldest_due FROM notification \
             WHERE state IN ('waiting', 'sending', 'failed') GROUP BY medium, state";
        Ok(Figures {
            notifications: self.db.readers().fetch_all(sql, ()).await?,
            troubled_sources: self.lead_sources().await?.into_iter().filter_map(|line| line.trouble).collect(),
            database_size: self.db.size().await?,
            free_space: self.db.free_bytes()?,
            connections: self.db.connections(),
        })
    }
}
