//! `POST /rpc/admin/try_source`: posts a sample to the URL of a source and shows the outcome.

use app::error::AppError;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use axum::{Router, routing};
use domain::leads::LeadSource;
use pages::address;
use serde::Deserialize;
use store::Error;
use tower::ServiceExt as _;

use super::redirect;
use crate::AppState;
use crate::api::lead::samples;
use crate::api::lead::source_address::{self, TestDelivery};
use crate::body::{self, LIMIT};
use crate::limits;
use crate::middleware::intercept::intercept;
use crate::response::error_page::ErrorPage;

/// The longest response that is read, in bytes.
const MAX_RESPONSE: usize = 16 * 1024;

/// Posts the sample of the source with the form's `id`, as its sender would, and redirects to the source.
pub(super) async fn post(State(state): State<AppState>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = match body::read(body, LIMIT).await {
        Ok(body) => body,
        Err(unread) => return ErrorPage::from(unread).respond(&head.headers),
    };
    let Some((_, id)) = form_urlencoded::parse(&body).find(|(name, _)| name == "id") else {
        return redirect::to(&address::sources().error(AppError::Garbled).top());
    };
    match state.store.lead_source(&id).await {
        Ok(card) => {
            let outcome = post_sample(state, &card.line.source).await;
            redirect::to(&address::source(&id).with("tried", &outcome).at("deliveries"))
        }
        Err(Error::Domain(_)) => redirect::to(&address::sources().error(AppError::Missing).top()),
        Err(error) => {
            tracing::error!(%error, "a source could not be looked up");
            redirect::to(&address::sources().error(error.failure().into()).top())
        }
    }
}

/// The outcome in the response to the sample, or `forbidden`, `limited`, `off`, `fault`.
async fn post_sample(state: AppState, source: &LeadSource) -> String {
    if !source.active {
        return "off".to_owned();
    }
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
    let sample = samples::of(source.kind, source.signing_secret.as_deref(), &store::new_id(), now);
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
    serde_json::from_slice::<Accepted>(&bytes)
        .map_or_else(|_| "fault".to_owned(), |accepted| accepted.outcome)
}
