//! Processing what was stored: once it is in the database, nothing that happens while it is parsed may lose it.

use domain::id::DeliveryId;
use store::{ProcessedDelivery, Store};
use tracing::Instrument as _;

/// Processes a delivery, on a task of its own: it goes on when the sender hangs up, and a panic ends nothing but
/// itself. `None`: it stays as it was received, and the log says why.
pub(crate) async fn process(store: &Store, delivery: DeliveryId) -> Option<ProcessedDelivery> {
    let store = store.clone();
    let task = async move { store.process_delivery(&delivery).await };
    match tokio::spawn(task.in_current_span()).await {
        Ok(Ok(processed)) => Some(processed),
        Ok(Err(error)) => {
            tracing::error!(%error, "a delivery could not be processed");
            None
        }
        // The panic's text may quote what was sent: only the place it names on standard error is kept.
        Err(_) => {
            tracing::error!("processing a delivery panicked");
            None
        }
    }
}
