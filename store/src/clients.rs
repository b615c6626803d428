//! Clients, from the agency's side.

mod card;
mod keys;
mod list;
mod write;

use domain::Client;

use crate::rows::{ClientRow, client_columns};
use crate::{Fault, Result, Store};

pub(crate) use write::insert;

impl Store {
    /// Every client, by name.
    ///
    /// # Errors
    /// A fault.
    pub async fn clients(&self) -> Result<Vec<Client>> {
        let rows: Vec<ClientRow> = sqlx::query_as(concat!("SELECT ", client_columns!(), " FROM client"))
            .fetch_all(self.db.readers())
            .await?;
        let mut clients = rows.into_iter().map(Client::try_from).collect::<Result<Vec<_>, Fault>>()?;
        // Sorted here: the databases would sort letters differently.
        clients.sort_by_cached_key(|client| (client.name.to_lowercase(), client.id.clone()));
        Ok(clients)
    }
}
