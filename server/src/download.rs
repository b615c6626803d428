//! The bytes of a file as a response (docs/REFERENCE.md#files): what a browser may show of it, and which part is asked for. No
//! script of a file ever runs: its page is sandboxed, and what could have one is saved in place of being shown.

pub mod address;
pub mod cookie;
pub mod preview;

use std::ops::Range;
use std::time::{Duration, SystemTime};

use app::api::files as contract;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::File;
use files::conditional::{self, Answer, Validators};
use files::{Storage, StorageError, content_type, disposition};
use futures_util::TryStreamExt as _;

use crate::response::ApiError;
use crate::upload::{of_storage, storage_response};

pub static SANDBOX: HeaderValue = HeaderValue::from_static("sandbox; default-src 'none'");
/// By it the layer of security headers knows a file.
pub static CACHE: HeaderValue = HeaderValue::from_static("private");

/// The response to a GET or HEAD of a file by somebody who may read it.
pub async fn respond(storage: &Storage, method: &Method, headers: &HeaderMap, file: &File) -> Response {
    respond_or_fail(storage, method, headers, file).await.unwrap_or_else(|error| storage_response(of_storage(&error)))
}

async fn respond_or_fail(
    storage: &Storage,
    method: &Method,
    headers: &HeaderMap,
    file: &File,
) -> Result<Response, StorageError> {
    let size = u64::try_from(file.size).unwrap_or_default();
    let validators = Validators { etag: format!("\"{}\"", file.sha256), modified: modified(file), size };
    let (status, range) = match asked_for(method, headers, &validators) {
        Ok(asked_for) => asked_for,
        Err(response) => return Ok(*response),
    };
    let digest = file.sha256.as_str();
    // Of half a file nothing is sent.
    if storage.size(digest).await? != size {
        return Err(StorageError::Missing);
    }
    let body = if *method == Method::HEAD {
        Body::empty()
    } else {
        let blocks = storage.read(digest, range.clone()).await?;
        Body::from_stream(blocks.inspect_err(|error| tracing::error!(%error, "a file broke off")))
    };
    Ok(with_content(with_validators((status, body).into_response(), &validators), &range, size, file))
}

fn modified(file: &File) -> SystemTime {
    let seconds = u64::try_from(file.created_at.as_millis() / 1_000).unwrap_or_default();
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

/// The status and which bytes of the content, or a response without any.
fn asked_for(
    method: &Method,
    headers: &HeaderMap,
    validators: &Validators,
) -> Result<(StatusCode, Range<u64>), Box<Response>> {
    let size = validators.size;
    Err(Box::new(match conditional::answer(method, headers, validators) {
        Answer::Whole => return Ok((StatusCode::OK, 0..size)),
        Answer::Part(range) => return Ok((StatusCode::PARTIAL_CONTENT, range)),
        Answer::NotModified => with_validators(StatusCode::NOT_MODIFIED.into_response(), validators),
        Answer::PreconditionFailed => with_validators(StatusCode::PRECONDITION_FAILED.into_response(), validators),
        Answer::Unsatisfiable => {
            let mut response = ApiError::from(contract::UNSATISFIABLE).into_response();
            insert(response.headers_mut(), header::CONTENT_RANGE, &format!("bytes */{size}"));
            response
        }
    }))
}

/// What the response has of the bytes in `range`, of `size` in all.
fn with_content(mut response: Response, range: &Range<u64>, size: u64, file: &File) -> Response {
    let status = response.status();
    let headers = response.headers_mut();
    insert(headers, header::CONTENT_TYPE, &file.content_type);
    headers.entry(header::CONTENT_TYPE).or_insert(HeaderValue::from_static(content_type::UNKNOWN));
    insert(headers, header::CONTENT_LENGTH, &(range.end - range.start).to_string());
    if status == StatusCode::PARTIAL_CONTENT {
        insert(headers, header::CONTENT_RANGE, &format!("bytes {}-{}/{size}", range.start, range.end - 1));
    }
    let is_inline = domain::files::content_type::is_inline(&file.content_type);
    let disposition = disposition::content_disposition(is_inline, file.name.as_str());
    insert(headers, header::CONTENT_DISPOSITION, &disposition);
    response
}

/// What each response about the bytes has, also one without them.
fn with_validators(mut response: Response, validators: &Validators) -> Response {
    let headers = response.headers_mut();
    insert(headers, header::ETAG, &validators.etag);
    insert(headers, header::LAST_MODIFIED, &httpdate::fmt_http_date(validators.modified));
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::CONTENT_SECURITY_POLICY, SANDBOX.clone());
    headers.insert(header::CACHE_CONTROL, CACHE.clone());
    response
}

/// A value that no header may have is left out: an import takes any type.
fn insert(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    match HeaderValue::try_from(value) {
        Ok(value) => drop(headers.insert(name, value)),
        Err(_) => drop(headers.remove(name)),
    }
}
