//! `/api/internal/*`: look-ups for the service's own request layer (SPEC: Authentication;
//! CONTRACT §3, §5).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::id::ClientId;
use domain::{DomainError, Slug};
use serde::Serialize;
use store::{ClientScope, Store};

use super::answer::{self, ApiError};
use super::query::Query;
use super::secret;
use crate::config::Config;

const MISSING: ApiError = ApiError(StatusCode::BAD_REQUEST, "Parametri mancanti");

fn refuse(refusal: DomainError) -> ApiError {
    match refusal {
        DomainError::UnknownSlug => ApiError(StatusCode::NOT_FOUND, "Slug non valido"),
        _ => ApiError(StatusCode::NOT_FOUND, "Token non valido"),
    }
}

/// Refuses whatever lies under `/api/internal` to a request without the secret, known path or not.
pub async fn guard(State(config): State<Arc<Config>>, request: Request, next: Next) -> Response {
    let inside = request.uri().path().strip_prefix("/api/internal");
    let guarded = inside.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let secret = config.internal_secret.as_ref();
    if guarded && !secret::carries(request.headers(), "x-internal-secret", secret) {
        return ApiError::UNAUTHORIZED.into_response();
    }
    next.run(request).await
}

/// `GET ?token=`: whose token it is.
///
/// # Errors
/// [`ApiError`]: 400 without a token, 404 for an unknown one.
pub async fn validate_token(State(store): State<Store>, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let token = query.get("token").ok_or(MISSING)?;
    let scope = store.client_by_token(token).await.map_err(|error| ApiError::by(error, refuse))?;
    Ok(valid(&scope))
}

/// `GET ?slug=`: whose slug it is.
///
/// # Errors
/// [`ApiError`]: 400 without a slug, 404 for an unknown one.
pub async fn validate_slug(State(store): State<Store>, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let slug = query.get("slug").ok_or(MISSING)?;
    let scope = store.client_by_slug(slug).await.map_err(|error| ApiError::by(error, refuse))?;
    Ok(valid(&scope))
}

#[derive(Serialize)]
struct Valid<'a> {
    valid: bool,
    client: Named<'a>,
}

/// What the internal endpoints tell of a client; never the token.
#[derive(Serialize)]
struct Named<'a> {
    id: &'a ClientId,
    name: &'a str,
    slug: &'a Slug,
}

fn valid(scope: &ClientScope) -> Response {
    let client = scope.client();
    let client = Named { id: &client.id, name: &client.name, slug: &client.slug };
    answer::json(StatusCode::OK, &Valid { valid: true, client })
}
