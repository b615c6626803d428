//! A preview of a file as a response: as that of the file, of fewer bytes.

use app::api::files as contract;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::{IntoResponse as _, Response};
use domain::File;
use files::conditional::Validators;
use files::{Preview, PreviewSize, content_type};

use super::{asked_for, modified, with_content, with_validators};
use crate::config::FilesConfig;
use crate::response::ApiError;
use crate::upload::{of_storage, storage_response};

/// The bytes of a file never change.
pub static CACHE: HeaderValue = HeaderValue::from_static("private, max-age=86400");

/// The response to a GET or HEAD of the preview of this width by somebody who may read the file. The file itself if the preview
/// takes long.
pub async fn respond(files: &FilesConfig, method: &Method, headers: &HeaderMap, file: &File, width: &str) -> Response {
    let Some(size) = PreviewSize::of_width(width) else { return ApiError::from(contract::NO_PREVIEW).into_response() };
    let bytes = u64::try_from(file.size).unwrap_or_default();
    match files.previews.get(file.sha256.as_str(), bytes, size).await {
        Ok(Preview::Picture(picture)) => respond_with(&picture, method, headers, file, size),
        Ok(Preview::None) => ApiError::from(contract::NO_PREVIEW).into_response(),
        Ok(Preview::Later) => {
            let mut response = super::respond(&files.storage, method, headers, file).await;
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response
        }
        Err(error) => storage_response(of_storage(&error)),
    }
}

fn respond_with(picture: &Bytes, method: &Method, headers: &HeaderMap, file: &File, size: PreviewSize) -> Response {
    let etag = format!("\"{}-{}\"", file.sha256, size.width);
    let validators = Validators { etag, modified: modified(file), size: picture.len() as u64 };
    let mut response = match asked_for(method, headers, &validators) {
        Ok((status, range)) => {
            let part = usize::try_from(range.start).unwrap_or_default()..usize::try_from(range.end).unwrap_or_default();
            let body = if *method == Method::HEAD { Body::empty() } else { picture.slice(part).into() };
            let shown = File { content_type: content_type::sniff(picture).to_owned(), ..file.clone() };
            let response = with_validators((status, body).into_response(), &validators);
            with_content(response, &range, validators.size, &shown)
        }
        Err(response) => *response,
    };
    response.headers_mut().insert(header::CACHE_CONTROL, CACHE.clone());
    response
}
