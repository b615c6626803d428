//! `/api/internal/*`: look-ups for the request layer in front of the service
//! (docs/REFERENCE.md#internal-endpoints).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::id::ClientId;
use domain::{DomainError, Slug};
use serde::Serialize;
use store::{ClientScope, Store};

use super::secret_header;
use crate::config::Config;
use crate::query::Query;
use crate::response::{self, ApiError};

const MISSING: ApiError = ApiError(StatusCode::BAD_REQUEST, "Parametri mancanti");

fn api_error(error: store::Error) -> ApiError {
    ApiError::from_store(error, |error| match error {
        DomainError::UnknownSlug => ApiError(StatusCode::NOT_FOUND, "Slug non valido"),
        _ => ApiError(StatusCode::NOT_FOUND, "Token non valido"),
    })
}

/// Requires the secret for everything under `/api/internal`, unknown paths included.
pub async fn guard(State(config): State<Arc<Config>>, request: Request, next: Next) -> Response {
    let rest = request.uri().path().strip_prefix("/api/internal");
    let is_internal = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let secret = config.internal_secret.as_ref();
    if is_internal && !secret_header::matches(request.headers(), "x-internal-secret", secret) {
        return ApiError::UNAUTHORIZED.into_response();
    }
    next.run(request).await
}

/// `GET ?token=`: the client with this token.
pub async fn validate_token(State(store): State<Store>, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let token = query.get("token").ok_or(MISSING)?;
    Ok(valid(&store.client_by_token(token).await.map_err(api_error)?))
}

/// `GET ?slug=`: the client with this slug.
pub async fn validate_slug(State(store): State<Store>, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let slug = query.get("slug").ok_or(MISSING)?;
    Ok(valid(&store.client_by_slug(slug).await.map_err(api_error)?))
}

#[derive(Serialize)]
struct ValidResponse<'a> {
    valid: bool,
    client: ClientSummary<'a>,
}

/// Never includes the token.
#[derive(Serialize)]
struct ClientSummary<'a> {
    id: &'a ClientId,
    name: &'a str,
    slug: &'a Slug,
}

fn valid(scope: &ClientScope) -> Response {
    let client = scope.client();
    let client = ClientSummary { id: &client.id, name: &client.name, slug: &client.slug };
    response::json(StatusCode::OK, &ValidResponse { valid: true, client })
}
