//! Forms and server functions are taken from Atrio's own pages only (DESIGN: CSRF): by
//! `Sec-Fetch-Site`, in older browsers by `Origin`. A request with neither comes from no page.

use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use tower_http::csrf::{CsrfLayer, ProtectionError};

use crate::config::Config;
use crate::site::error_page::ErrorPage;

type FormError = fn(ProtectionError) -> Response;

/// The check; [`word`] stands outside it.
///
/// # Panics
/// `base_url` is no origin, which [`Config::read`] does not let through.
pub fn layer(config: &Config) -> CsrfLayer<FormError> {
    let layer = CsrfLayer::new().with_rejection_response(reject as FormError);
    layer.add_trusted_origin(&config.base_url).expect("BASE_URL was checked to be an origin")
}

fn reject(_: ProtectionError) -> Response {
    Response::new(Body::empty())
}

/// Words the refusal for who asked.
pub async fn word(request: Request, next: Next) -> Response {
    let headers = request.headers().clone();
    let response = next.run(request).await;
    if response.extensions().get::<ProtectionError>().is_some() {
        return ErrorPage::ForeignOrigin.answer(&headers);
    }
    response
}
