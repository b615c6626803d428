//! Posts a sample to the address of a source, as its sender would.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use axum::{Router, routing};
use domain::leads::LeadSource;
use serde::Deserialize;
use tower::ServiceExt as _;

use super::source_address::{self, TestDelivery};
use crate::AppState;
use crate::limits;
use crate::middleware::intercept::intercept;

/// The longest response that is read, in bytes.
const MAX_RESPONSE: usize = 16 * 1024;

/// The outcome in the response to the sample, or `forbidden`, `limited`, `fault`.
pub(crate) async fn post_sample(state: AppState, source: &LeadSource) -> String {
    let sample = sample(&state, source);
    let response = match webhook(state).oneshot(sample).await {
        Ok(response) => response,
        Err(impossible) => match impossible {},
    };
    let outcome = match response.status() {
        StatusCode::OK => return read_outcome(response).await,
        StatusCode::FORBIDDEN => "forbidden",
        StatusCode::TOO_MANY_REQUESTS => "limited",
        _ => "fault",
    };
    outcome.to_owned()
}

/// The webhook of the source with its rate limit: the same functions that serve senders.
fn webhook(state: AppState) -> Router {
    Router::new()
        .route(source_address::ADDRESS, routing::post(source_address::post))
        .layer(intercept(state.clone(), limits::limit_rate))
        .with_state(state)
}

/// A sample with a new id, signed as the sender signs, and marked as a test.
fn sample(state: &AppState, source: &LeadSource) -> Request {
    let now = state.store.clock().now();
    let sample = lead_intake::sample(source.kind, source.signing_secret.as_deref(), &store::new_id(), now);
    let mut request = Request::new(Body::from(sample.body));
    *request.method_mut() = Method::POST;
    *request.uri_mut() = source_address::of(&source.key);
    *request.headers_mut() = sample.headers;
    request.extensions_mut().insert(TestDelivery);
    request
}

#[derive(Deserialize)]
struct Accepted {
    outcome: String,
}

async fn read_outcome(response: Response) -> String {
    let bytes = axum::body::to_bytes(response.into_body(), MAX_RESPONSE).await.unwrap_or_default();
    serde_json::from_slice::<Accepted>(&bytes).map_or_else(|_| "fault".to_owned(), |accepted| accepted.outcome)
}
