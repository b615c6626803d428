//! Clients: list, page, forms, deletion and portal addresses.

mod card;
mod events;
mod invite;
mod keys;
mod list;
mod overview;
mod write;

use domain::Client;
use sqlx::AssertSqlSafe;

use crate::tables::Record as _;
use crate::{Result, Store};

pub(crate) use write::insert;

impl Store {
    /// Every client, by name.
    pub async fn clients(&self) -> Result<Vec<Client>> {
        let select = format!("SELECT {} FROM client", Client::COLUMNS);
        let mut clients: Vec<Client> = self.db.readers().fetch_all(AssertSqlSafe(select), ()).await?;
        // Sorted here: the databases collate differently.
        clients.sort_by_cached_key(|client| (client.name.to_lowercase(), client.id.clone()));
        Ok(clients)
    }
}
