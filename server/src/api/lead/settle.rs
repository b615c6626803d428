//! Settling what was kept: once it is in the database, nothing that happens to its reading may lose it.

use domain::id::DeliveryId;
use store::{Result, Settled, Store};
use tracing::Instrument as _;

use super::main_address;

/// Settles a delivery of a source. `None`: it stays as it was received, and the log says why.
pub(crate) async fn source(store: &Store, delivery: DeliveryId) -> Option<Settled> {
    let store = store.clone();
    apart(async move { store.settle(&delivery).await }).await
}

/// The same for a delivery of the main address.
pub(crate) async fn main(store: &Store, delivery: DeliveryId) -> Option<Settled> {
    let store = store.clone();
    apart(async move { store.settle_main(&delivery, main_address::read).await }).await
}

/// On a task of its own: it goes on when the sender hangs up, and a panic ends nothing but itself. The
/// panic's text may quote what was sent: only the place it names on standard error is kept.
async fn apart(settling: impl Future<Output = Result<Settled>> + Send + 'static) -> Option<Settled> {
    match tokio::spawn(settling.in_current_span()).await {
        Ok(Ok(settled)) => Some(settled),
        Ok(Err(error)) => {
            tracing::error!(%error, "a delivery could not be settled");
            None
        }
        Err(_) => {
            tracing::error!("settling a delivery panicked");
            None
        }
    }
}
