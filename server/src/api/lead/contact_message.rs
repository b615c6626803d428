//! Messages of contact forms, stored and processed as deliveries.

use domain::DomainError;
use domain::leads::source::SourceTrouble;
use domain::leads::{LeadSource, RawDelivery};
use pages::backend::NotReceived;
use store::{Error, Store};

use super::RETRY_WHEN_FULL;
use super::process::process;
use crate::AppState;
use crate::limits::note_refusal;
use crate::middleware::client_ip::ClientIp;
use crate::middleware::rate_limit::{Operation, RateLimitKey, Throttled};

/// Within the limits of its address and of its form.
pub(crate) async fn receive(
    state: &AppState,
    ip: ClientIp,
    source: &LeadSource,
    message: &RawDelivery,
    sender_id: Option<&str>,
) -> Result<(), NotReceived> {
    let too_many = |throttled: Throttled| NotReceived::TooMany(throttled.seconds());
    let network = RateLimitKey::Address(ip.network());
    // First, so that a network over its limit takes nothing of what the form takes from others.
    state.limiter.admit(Operation::ContactMessage, network).map_err(too_many)?;
    let key = RateLimitKey::of_source(source.key.reveal());
    let stored = match state.limiter.admit(Operation::ContactForm, key) {
        Ok(()) => store_message(&state.store, source, message, sender_id).await,
        Err(throttled) => {
            note_refusal(state, source, SourceTrouble::TooMany).await;
            Err(too_many(throttled))
        }
    };
    if stored.is_err() {
        state.limiter.take_back(Operation::ContactMessage, network);
    }
    if matches!(stored, Err(NotReceived::Full(_))) {
        note_refusal(state, source, SourceTrouble::Full).await;
    }
    stored
}

async fn store_message(
    store: &Store,
    source: &LeadSource,
    message: &RawDelivery,
    sender_id: Option<&str>,
) -> Result<(), NotReceived> {
    let stored = store.receive(Some(source), message, sender_id).await;
    let delivery = stored.map_err(|error| match error {
        Error::Domain(DomainError::DeliveriesFull) => NotReceived::Full(RETRY_WHEN_FULL.into()),
        error => NotReceived::Failed(error),
    })?;
    // After a failure it is processed later.
    process(store, delivery).await;
    Ok(())
}
