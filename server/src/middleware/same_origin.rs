//! Rejects forms and server function calls from other sites: by `Sec-Fetch-Site`, in older browsers by
//! `Origin`. A request with neither does not come from a page.

use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use tower_http::csrf::{CsrfLayer, ProtectionError};

use crate::config::Config;
use crate::response::accepts_html;
use crate::response::error_page::ErrorPage;

type Rejection = fn(ProtectionError) -> Response;

/// Must be inside [`render_rejection`].
pub fn layer(config: &Config) -> CsrfLayer<Rejection> {
    let layer = CsrfLayer::new().with_rejection_response(reject as Rejection);
    layer.add_trusted_origin(&config.base_url).expect("BASE_URL was checked to be an origin")
}

fn reject(_: ProtectionError) -> Response {
    Response::new(Body::empty())
}

/// The layer's own rejection does not see the request headers.
pub async fn render_rejection(request: Request, next: Next) -> Response {
    let accepts_html = accepts_html(request.headers());
    let response = next.run(request).await;
    if response.extensions().get::<ProtectionError>().is_some() {
        return ErrorPage::ForeignOrigin.respond_as(accepts_html);
    }
    response
}
