//! `GET /api/openapi.json`: the OpenAPI 3.1 document of the JSON API, made of the `utoipa::path` beside each handler and of the
//! types of requests and answers.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use utoipa::OpenApi;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{Components, PathItem};

use super::documented::add_error;
use super::lead::{main_address, source_address};
use super::{approve, auth, chat, comment, file_download, file_upload, health, history, internal, proof, push};
use crate::assets::FOR_AN_HOUR;
use crate::middleware::rate_limit::LIMITED_ROUTES;
use crate::response::{self, ApiError, ErrorBody};

pub const PATH: &str = "/api/openapi.json";

/// Of this version of Atrio, wherever it runs.
static JSON: LazyLock<Bytes> = LazyLock::new(|| response::to_json(&document()));

#[derive(OpenApi)]
#[openapi(
    info(title = "Atrio", description = include_str!("openapi/description.md")),
    tags(
        (name = "client", description = "The portal of a client"),
        (name = "push", description = "Notifications on devices"),
        (name = "webhooks", description = "Leads from forms and other programs"),
        (name = "internal", description = "For the request layer before Atrio"),
        (name = "auth", description = "Signing in and out, as with Auth.js"),
        (name = "health", description = "For monitors"),
    ),
    paths(
        get,
        chat::poll,
        chat::mark_read,
        history::get,
        comment::post,
        approve::post,
        proof::get,
        file_upload::post,
        file_download::get,
        main_address::post,
        source_address::post,
        internal::validate_token,
        internal::validate_slug,
        health::healthz,
        health::readyz,
    ),
    components(schemas(ErrorBody)),
)]
struct Document;

/// This document
#[utoipa::path(
    get,
    path = PATH,
    operation_id = "openapi",
    tag = "health",
    responses((status = 200, description = "OpenAPI 3.1", body = Object)),
)]
pub async fn get() -> Response {
    let mut response = response::json_bytes(StatusCode::OK, JSON.clone());
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(FOR_AN_HOUR));
    response
}

fn document() -> utoipa::openapi::OpenApi {
    let mut document = Document::openapi().merge_from(push::Document::openapi()).merge_from(auth::Document::openapi());
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            add_common_errors(path, method, operation);
        }
    }
    let components = document.components.get_or_insert_default();
    if let Some(request) = components.schemas.get_mut("NewComment") {
        *request = comment::restrict(request.clone()).into();
    }
    add_security(components);
    document
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    let operations = [("GET", &mut item.get), ("POST", &mut item.post), ("DELETE", &mut item.delete)];
    operations.into_iter().filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// What the layers around every route answer, and the limits of its body and rate.
fn add_common_errors(path: &str, method: &str, operation: &mut Operation) {
    let is_limited = LIMITED_ROUTES.iter().any(|route| (route.method, route.path) == (method, path));
    let has_short_body = operation.request_body.is_some() && path != app::api::files::PATH;
    let errors = [
        (has_short_body, ApiError::TOO_LARGE),
        (is_limited, ApiError::TOO_MANY),
        (true, ApiError::FAULT),
        (true, ApiError::BUSY),
    ];
    for (_, error) in errors.into_iter().filter(|(applies, _)| *applies) {
        add_error(&mut operation.responses.responses, error);
    }
}

fn add_security(components: &mut Components) {
    for (name, key) in [
        ("webhookSecret", ApiKey::Header(ApiKeyValue::with_description("x-webhook-secret", "`LEAD_WEBHOOK_SECRET`"))),
        ("internalSecret", ApiKey::Header(ApiKeyValue::with_description("x-internal-secret", "`INTERNAL_SECRET`"))),
        (
            "session",
            ApiKey::Cookie(ApiKeyValue::with_description(
                "__Host-atrio.session",
                "Without https it is `atrio.session`.",
            )),
        ),
    ] {
        components.add_security_scheme(name, SecurityScheme::ApiKey(key));
    }
}
