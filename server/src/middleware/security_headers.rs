//! Security headers of every response (docs/REFERENCE.md#response-headers).

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use leptos::nonce::Nonce;
use pages::ImageOrigins;
use pin_project_lite::pin_project;
use tower::{Layer, Service};

static ALWAYS: [(HeaderName, HeaderValue); 4] = [
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (header::X_DNS_PREFETCH_CONTROL, HeaderValue::from_static("off")),
];

/// Permissions-Policy, Content-Security-Policy, Cross-Origin-Opener-Policy, Strict-Transport-Security, X-Robots-Tag and
/// Cache-Control.
const OTHERS: usize = 6;

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// Only names that browsers agree on: an unknown one is a warning in the console.
static NO_PERMISSIONS: HeaderValue = HeaderValue::from_static(
    "accelerometer=(),autoplay=(),camera=(),display-capture=(),encrypted-media=(),fullscreen=(),gamepad=(),\
     geolocation=(),gyroscope=(),hid=(),identity-credentials-get=(),idle-detection=(),local-fonts=(),\
     magnetometer=(),microphone=(),midi=(),payment=(),picture-in-picture=(),publickey-credentials-create=(),\
     publickey-credentials-get=(),screen-wake-lock=(),serial=(),usb=(),xr-spatial-tracking=()",
);

/// For what a browser makes no document of, where the policy is without effect: it would be half of each answer to a poll.
/// An SVG can be opened on its own, and then may run no script.
static NO_DOCUMENT_PERMISSIONS: HeaderValue =
    HeaderValue::from_static("camera=(),geolocation=(),microphone=(),payment=(),usb=()");

const NO_DOCUMENTS: [&str; 7] = [
    "application/json",
    "application/manifest+json",
    "application/wasm",
    "font/",
    "image/",
    "text/css",
    "text/javascript",
];

/// For everything but pages.
static NO_PAGE_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");

/// The outermost layer, so that errors of other layers have them too. A request that may be answered with a
/// page gets the [`Nonce`] of its Content-Security-Policy as an extension.
#[derive(Clone, Copy)]
pub struct SecurityHeadersLayer {
    pub is_https: bool,
}

impl<S> Layer<S> for SecurityHeadersLayer {
    type Service = SecurityHeaders<S>;

    fn layer(&self, inner: S) -> SecurityHeaders<S> {
        SecurityHeaders { is_https: self.is_https, inner }
    }
}

#[derive(Clone)]
pub struct SecurityHeaders<S> {
    is_https: bool,
    inner: S,
}

impl<S> SecurityHeaders<S> {
    /// The header lines of a response without a body that is made outside this layer.
    pub fn header_lines(&self) -> Bytes {
        let mut headers = HeaderMap::new();
        insert_always(&mut headers, self.is_https);
        headers.insert(PERMISSIONS_POLICY, NO_PERMISSIONS.clone());
        headers.insert(header::CONTENT_SECURITY_POLICY, NO_PAGE_POLICY.clone());
        let lines =
            headers.iter().flat_map(|(name, value)| [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"]);
        lines.collect::<Vec<_>>().concat().into()
    }
}

impl<S, B> Service<Request> for SecurityHeaders<S>
where
    S: Service<Request, Response = Response<B>>,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = ResponseFuture<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let path = request.uri().path();
        let is_private = is_private(path);
        let nonce = may_be_page(path).then(new_nonce);
        if let Some(nonce) = &nonce {
            request.extensions_mut().insert(nonce.clone());
        }
        ResponseFuture { response: self.inner.call(request), nonce, is_private, is_https: self.is_https }
    }
}

pin_project! {
    pub struct ResponseFuture<F> {
        #[pin]
        response: F,
        nonce: Option<Nonce>,
        is_private: bool,
        is_https: bool,
    }
}

impl<F, B, E> Future for ResponseFuture<F>
where
    F: Future<Output = Result<Response<B>, E>>,
{
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let mut response = ready!(this.response.poll(context))?;
        let images = response.extensions_mut().remove::<ImageOrigins>().unwrap_or_default();
        let headers = response.headers_mut();
        let is_page = is_page(headers);
        let permissions = if is_no_document(headers) { &NO_DOCUMENT_PERMISSIONS } else { &NO_PERMISSIONS };
        headers.reserve(ALWAYS.len() + OTHERS);
        insert_always(headers, *this.is_https);
        headers.insert(PERMISSIONS_POLICY, permissions.clone());
        // The service worker and the logo set their own.
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert_with(|| {
            if is_page {
                page_policy(&this.nonce.take().unwrap_or_else(new_nonce), &images)
            } else {
                NO_PAGE_POLICY.clone()
            }
        });
        if *this.is_private {
            headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
        }
        if is_page {
            headers
                .insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
        }
        // A file that a browser may keep for its person.
        let is_file = headers.get(header::CACHE_CONTROL).is_some_and(|value| value.as_bytes().starts_with(b"private"));
        if (*this.is_private || is_page) && !is_file {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        Poll::Ready(Ok(response))
    }
}

fn insert_always(headers: &mut HeaderMap, is_https: bool) {
    for (name, value) in &ALWAYS {
        headers.insert(name, value.clone());
    }
    if is_https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
}

fn new_nonce() -> Nonce {
    Nonce::from_value(URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>()))
}

/// A nonce is random and takes two allocations: most requests need none. The pages under `/api` (errors for
/// browsers) use no nonce.
fn may_be_page(path: &str) -> bool {
    !path.starts_with("/api/") && path != "/healthz" && path != "/readyz"
}

/// Neither cached nor indexed: the agency's side, and what answers an address with a key in its path or query.
const PRIVATE: [&str; 7] = ["/c", "/f", "/n", "/files", "/admin", "/api/client", "/manifest.webmanifest"];

fn is_private(path: &str) -> bool {
    PRIVATE.iter().any(|folder| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

fn is_page(headers: &HeaderMap) -> bool {
    has_type(headers, &["text/html"])
}

fn is_no_document(headers: &HeaderMap) -> bool {
    has_type(headers, &NO_DOCUMENTS)
}

fn has_type(headers: &HeaderMap, types: &[&str]) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    content_type.is_some_and(|value| types.iter().any(|one| value.starts_with(one.as_bytes())))
}

fn page_policy(nonce: &Nonce, images: &ImageOrigins) -> HeaderValue {
    let images: String = images.0.iter().flat_map(|origin| [" ", origin]).collect();
    let policy = format!(
        "default-src 'self'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; \
         style-src 'self' 'nonce-{nonce}'; img-src 'self' data:{images}; connect-src 'self'; font-src 'self'; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    HeaderValue::try_from(policy).unwrap_or_else(|_| NO_PAGE_POLICY.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_html_address_has_a_nonce() {
        for path in ["/", "/c/anna-x1y2", "/admin/login", "/rpc/comment", "/logo", "/healthz2", "/apis"] {
            assert!(may_be_page(path), "{path}");
        }
        for path in ["/api/client/chat", "/api/auth/csrf", "/healthz", "/readyz"] {
            assert!(!may_be_page(path), "{path}");
        }
    }

    #[test]
    fn paths_with_keys_and_admin_paths_are_private() {
        for path in [
            "/c", "/c/", "/c/anna-x1y2", "/files/id/logo.png", "/f/key", "/n/key", "/admin", "/admin/login",
            "/api/client/chat", "/manifest.webmanifest",
        ] {
            assert!(is_private(path), "{path}");
        }
        for path in ["/", "/contact", "/favicon.svg", "/news", "/administrator", "/api/auth/csrf", "/pkg/c/admin"] {
            assert!(!is_private(path), "{path}");
        }
    }
}
