//! Clients: list, page, forms, deletion and portal addresses.

mod card;
pub(crate) mod follow_up;
mod keys;
mod list;
mod write;

use domain::Client;
use sqlx::AssertSqlSafe;

use crate::tables::{Record as _, Row};
use crate::{Result, Store};

pub(crate) use write::insert;

impl Store {
    /// Every client, by name.
    pub async fn clients(&self) -> Result<Vec<Client>> {
        let select = format!("SELECT {} FROM client", Client::COLUMNS);
        let rows: Vec<Row<Client>> =
            sqlx::query_as(AssertSqlSafe(select)).fetch_all(self.db.readers()).await?;
        let mut clients: Vec<Client> = rows.into_iter().map(|row| row.0).collect();
        // Sorted here: the databases collate differently.
        clients.sort_by_cached_key(|client| (client.name.to_lowercase(), client.id.clone()));
        Ok(clients)
    }
}
