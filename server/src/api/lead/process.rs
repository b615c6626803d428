//! Processes stored deliveries. A failure here never loses a delivery.

use domain::id::DeliveryId;
use store::{ProcessedDelivery, Store};
use tracing::Instrument as _;

/// Processes a delivery on its own task, so that it continues when the sender disconnects, and a panic does
/// not affect the caller. `None` after a failure, which is logged: the delivery stays unprocessed.
pub(crate) async fn process(store: &Store, delivery: DeliveryId) -> Option<ProcessedDelivery> {
    let store = store.clone();
    let task = async move { store.process_delivery(&delivery).await };
    match tokio::spawn(task.in_current_span()).await {
        Ok(Ok(processed)) => Some(processed),
        Ok(Err(error)) => {
            tracing::error!(%error, "a delivery could not be processed");
            None
        }
        // The panic message is not logged: it may quote the delivery.
        Err(_) => {
            tracing::error!("processing a delivery panicked");
            None
        }
    }
}
