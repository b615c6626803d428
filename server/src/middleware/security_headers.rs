//! Security headers of every response (docs/REFERENCE.md#response-headers).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use leptos::nonce::Nonce;

use crate::config::Config;

const ALWAYS: [(HeaderName, &str); 6] = [
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
    (header::X_DNS_PREFETCH_CONTROL, "off"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Only names that browsers agree on: an unknown one is a warning in the console.
const PERMISSIONS: &str = "accelerometer=(), autoplay=(), browsing-topics=(), camera=(), \
     display-capture=(), encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), \
     hid=(), identity-credentials-get=(), idle-detection=(), local-fonts=(), magnetometer=(), \
     microphone=(), midi=(), payment=(), picture-in-picture=(), publickey-credentials-create=(), \
     publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()";

/// For everything but pages.
const CSP_NO_PAGE: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The outermost layer, so that errors of other layers have them too. Every request gets the [`Nonce`] of its
/// Content-Security-Policy as an extension.
pub async fn add(State(config): State<Arc<Config>>, mut request: Request, next: Next) -> Response {
    let nonce = Nonce::from_value(URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>()));
    request.extensions_mut().insert(nonce.clone());
    let is_private = is_private(request.uri().path());

    let mut response = next.run(request).await;

    let is_page = is_page(response.headers());
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // The service worker and the logo set their own.
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert_with(|| content_security_policy(is_page.then_some(&nonce)));
    if config.is_https() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if is_private {
        headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    }
    if is_private || is_page {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Under `/c` and `/admin`: neither cached nor indexed.
fn is_private(path: &str) -> bool {
    ["/c", "/admin"]
        .iter()
        .any(|folder| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

fn is_page(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"text/html"))
}

fn content_security_policy(nonce: Option<&Nonce>) -> HeaderValue {
    let Some(nonce) = nonce else { return HeaderValue::from_static(CSP_NO_PAGE) };
    let policy = format!(
        "default-src 'self'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; \
         style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; connect-src 'self'; font-src 'self'; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(CSP_NO_PAGE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_portal_and_admin_paths_are_private() {
        for path in ["/c", "/c/", "/c/anna-x1y2", "/admin", "/admin/login"] {
            assert!(is_private(path), "{path}");
        }
        for path in ["/", "/contact", "/administrator", "/api/client/chat", "/pkg/c/admin"] {
            assert!(!is_private(path), "{path}");
        }
    }
}
