//! Compresses dynamic responses. Static files are compressed at build time (`assets.rs`), the logo once
//! (`site/logo.rs`).
//!
//! A response is compressed at once, by an encoder that knows its length: one that does not prepares tables for
//! megabytes, which takes longer than the page itself.
//!
//! Responses that contain a secret of the admin beside input from the URL are not compressed: their length
//! would reveal the secret (BREACH). A portal page contains the portal credential beside text from its query,
//! but every visitor who can request the page already has the credential.

mod encoding;

use std::convert::Infallible;
use std::task::{Context, Poll};

use axum::body::{HttpBody as _, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Either};
use tower::{Layer, Service};

use crate::response::ApiError;
use encoding::Encoding;

/// In bytes: a smaller response fits into one packet anyway.
const MIN_SIZE: usize = 256;

/// Goes around a route, which gives the answer to HEAD the headers of the body that it drops.
#[derive(Clone, Copy)]
pub struct CompressionLayer;

impl<S> Layer<S> for CompressionLayer {
    type Service = Compression<S>;

    fn layer(&self, inner: S) -> Compression<S> {
        Compression { inner }
    }
}

#[derive(Clone)]
pub struct Compression<S> {
    inner: S,
}

impl<S> Service<Request> for Compression<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Either<S::Future, BoxFuture<'static, Result<Response, Infallible>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let path = request.uri().path();
        if may_contain_secrets(path) || is_file(path) {
            return Either::Left(self.inner.call(request));
        }
        let encoding = Encoding::accepted(request.headers());
        let response = self.inner.call(request);
        Either::Right(async move { Ok(compress(response.await?, encoding).await) }.boxed())
    }
}

/// Responses under `/admin` and `/api/auth` contain the `csrfToken`; those under `/rpc` may be admin pages.
fn may_contain_secrets(path: &str) -> bool {
    ["/admin", "/api/auth", "/rpc"]
        .iter()
        .any(|folder| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// Files are sent as they are: a part of one is a part of its own bytes.
fn is_file(path: &str) -> bool {
    path.starts_with("/files/") || path.starts_with("/api/client/files/")
}

async fn compress(response: Response, encoding: Option<Encoding>) -> Response {
    let size = response.body().size_hint().exact().and_then(|size| usize::try_from(size).ok());
    let is_compressible = is_text(response.headers()) && !response.headers().contains_key(header::CONTENT_ENCODING);
    let Some(size) = size.filter(|size| is_compressible && *size >= MIN_SIZE) else { return response };
    let (mut parts, body) = response.into_parts();
    parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    let Some(encoding) = encoding else { return Response::from_parts(parts, body) };
    let Ok(plain) = to_bytes(body, size).await else { return ApiError::FAULT.into_response() };
    let Ok(compressed) = encoding.compress(&plain) else { return Response::from_parts(parts, plain.into()) };
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, compressed.into())
}

fn is_text(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).map_or(&b""[..], |value| value.as_bytes());
    [&b"text/"[..], b"application/json", b"application/manifest+json"]
        .iter()
        .any(|prefix| content_type.starts_with(prefix))
}
