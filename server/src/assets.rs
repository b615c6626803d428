//! The static files, embedded in the binary (docs/REFERENCE.md#caching).
//!
//! `cargo xtask build` writes them to `target/site`, the compressible ones also as `.br` and `.gz`.
//! A release binary embeds the folder; a binary of the dev profile reads it from the disk at each request.

mod compressed_logos;

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use pages::SiteFiles;
use rust_embed::{Embed, EmbeddedFile};

pub use compressed_logos::CompressedLogos;

#[derive(Embed)]
#[folder = "../target/site"]
struct Site;

/// The URL changes with the content.
pub const FOR_A_YEAR: &str = "public, max-age=31536000, immutable";
pub const FOR_AN_HOUR: &str = "public, max-age=3600";
/// Revalidated each time.
pub const REVALIDATE: &str = "no-cache";

/// A new version takes effect at the next request.
const SERVICE_WORKER: &str = "sw.js";
/// Its counterpart on pages.
const PUSH_SCRIPT: &str = "push.js";
/// The service worker may only fetch from this origin, and show its icons in notifications.
const SERVICE_WORKER_CSP: &str = "default-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// The names of the files that pages load, without extension: `atrio-{hash}`, `atrio-portal-{hash}` and `atrio-upload-{hash}`. A site
/// that was not built by `cargo xtask build` has one module, `atrio`.
pub fn site_files() -> SiteFiles {
    let hash = Site::iter().filter_map(|path| fingerprint(path.strip_suffix(".css")?).map(str::to_owned)).max();
    match hash {
        Some(hash) => SiteFiles {
            all: format!("atrio-{hash}"),
            portal: format!("atrio-portal-{hash}"),
            uploads: Some(format!("atrio-upload-{hash}")),
        },
        None => SiteFiles { all: "atrio".to_owned(), portal: "atrio".to_owned(), uploads: None },
    }
}

pub fn style_sheet() -> &'static str {
    static ADDRESS: LazyLock<String> = LazyLock::new(|| format!("/pkg/{}.css", site_files().all));
    &ADDRESS
}

/// The compressed copies have no URL of their own, they are chosen by `Accept-Encoding`.
pub fn find(method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    find_in::<Site>(method, uri, headers)
}

fn find_in<S: Embed>(method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    let path = uri.path().strip_prefix('/')?;
    let is_copy = [".br", ".gz"].iter().any(|ending| path.ends_with(ending));
    if path.is_empty() || is_copy || !matches!(*method, Method::GET | Method::HEAD) {
        return None;
    }
    let (file, encoding) = best_copy::<S>(path, S::get(path)?, headers);
    Some(respond(path, file, encoding, headers))
}

/// The smallest copy that the request accepts.
fn best_copy<S: Embed>(path: &str, plain: EmbeddedFile, headers: &HeaderMap) -> (EmbeddedFile, Option<&'static str>) {
    let copies = [("br", ".br"), ("gzip", ".gz")].into_iter().filter(|(coding, _)| accepts(headers, coding));
    for (coding, ending) in copies {
        if let Some(copy) = S::get(&format!("{path}{ending}")) {
            return (copy, Some(coding));
        }
    }
    (plain, None)
}

/// Whether `Accept-Encoding` names the coding (or `*`) without refusing it by `q=0`.
pub fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut any = None;
    for entry in values.flat_map(|value| value.split(',')) {
        let (name, parameters) = entry.split_once(';').unwrap_or((entry, ""));
        let weight = parameters.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        let is_accepted = weight.is_ok_and(|weight| weight > 0.0);
        if name.trim().eq_ignore_ascii_case(coding) {
            return is_accepted;
        }
        if name.trim() == "*" {
            any = Some(is_accepted);
        }
    }
    any.unwrap_or(false)
}

fn respond(path: &str, file: EmbeddedFile, encoding: Option<&'static str>, request: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&file.metadata.sha256_hash()[..16]));
    let caching = match path {
        SERVICE_WORKER | PUSH_SCRIPT => REVALIDATE,
        _ if fingerprint(path).is_some() => FOR_A_YEAR,
        _ => FOR_AN_HOUR,
    };
    let is_unmodified = matches_etag(request, &tag);
    let mut response = if is_unmodified {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let bytes = match file.data {
            Cow::Borrowed(bytes) => Body::from(bytes),
            Cow::Owned(bytes) => Body::from(bytes),
        };
        ([(header::CONTENT_TYPE, content_type(path))], bytes).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if path == SERVICE_WORKER {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(SERVICE_WORKER_CSP));
    }
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    if let Some(encoding) = encoding.filter(|_| !is_unmodified) {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// Whether `If-None-Match` has this tag.
pub fn matches_etag(headers: &HeaderMap, tag: &str) -> bool {
    let opaque = |tag: &str| tag.strip_prefix("W/").unwrap_or(tag).to_owned();
    let tags = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    tags.split(',').map(str::trim).any(|listed| listed == "*" || opaque(listed) == opaque(tag))
}

fn content_type(path: &str) -> String {
    let guess = mime_guess::from_path(path).first_or_octet_stream();
    if guess.type_() == mime_guess::mime::TEXT || guess.subtype() == mime_guess::mime::JAVASCRIPT {
        format!("{}; charset=utf-8", guess.essence_str())
    } else {
        guess.essence_str().to_owned()
    }
}

/// The 16 hex digits in the name of a built file.
fn fingerprint(path: &str) -> Option<&str> {
    let stem = path.strip_prefix("pkg/atrio-")?.split('.').next()?;
    let hash = ["portal-", "upload-"].iter().find_map(|module| stem.strip_prefix(module)).unwrap_or(stem);
    (hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(hash)
}

#[cfg(test)]
mod tests;
