//! `GET /metrics` at `METRICS_ADDR`: a listener of its own, so that no proxy before the portal can pass a request on to it.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use prometheus::TextEncoder;
use store::Store;
use tokio::net::TcpListener;
use tower::limit::GlobalConcurrencyLimitLayer;

use super::gauges;

/// Prometheus gives up after ten seconds unless told otherwise.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);

/// Answers until it is aborted. `version` is that of the program.
pub(crate) async fn serve(listener: TcpListener, store: Store, version: &'static str) {
    super::begin_with_zero();
    let routes = Router::new()
        .route("/metrics", get(get_metrics))
        // The gauges are counted for one monitor after the other.
        .layer(GlobalConcurrencyLimitLayer::new(1))
        .with_state((store, version));
    if let Err(error) = axum::serve(listener, routes).await {
        tracing::error!(%error, "metrics are no longer served");
    }
}

async fn get_metrics(State((store, version)): State<(Store, &'static str)>) -> Response {
    // Else the gauges are those of the last time.
    if tokio::time::timeout(DATABASE_TIMEOUT, gauges::refresh(&store, version)).await.is_err() {
        tracing::warn!("the figures for a monitor took too long to count");
    }
    match TextEncoder::new().encode_to_string(&prometheus::gather()) {
        Ok(text) => ([(header::CONTENT_TYPE, prometheus::TEXT_FORMAT)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "metrics could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
