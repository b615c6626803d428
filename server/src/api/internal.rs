//! `/api/internal/*`: look-ups for the request layer in front of the service
//! (docs/REFERENCE.md#internal-endpoints).

use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use domain::id::ClientId;
use domain::{DomainError, Slug};
use serde::Serialize;
use store::{Store, UnverifiedPerson};
use utoipa::ToSchema;

use super::documented::document_errors;
use super::secret_header;
use crate::AppState;
use crate::query::Query;
use crate::response::{self, ApiError};

const MISSING: ApiError = ApiError(StatusCode::BAD_REQUEST, "Parametri mancanti");

const UNKNOWN_TOKEN: ApiError = ApiError(StatusCode::NOT_FOUND, "Token non valido");
const UNKNOWN_SLUG: ApiError = ApiError(StatusCode::NOT_FOUND, "Slug non valido");

document_errors!(TokenErrors: ApiError::UNAUTHORIZED, MISSING, UNKNOWN_TOKEN);
document_errors!(SlugErrors: ApiError::UNAUTHORIZED, MISSING, UNKNOWN_SLUG);

fn api_error(error: store::Error) -> ApiError {
    ApiError::from_store(error, |error| match error {
        DomainError::UnknownSlug => UNKNOWN_SLUG,
        _ => UNKNOWN_TOKEN,
    })
}

/// Requires the secret for everything under `/api/internal`, unknown paths included.
pub fn guard(state: &AppState, request: &mut Request) -> Option<Response> {
    let rest = request.uri().path().strip_prefix("/api/internal");
    let is_internal = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let secret = state.config.internal_secret.as_ref();
    let is_refused = is_internal && !secret_header::matches(request.headers(), "x-internal-secret", secret);
    is_refused.then(|| ApiError::UNAUTHORIZED.into_response())
}

/// `GET ?token=`: the client with this token, whether they need a code or not: it is no browser that asks.
#[utoipa::path(
    get,
    path = "/api/internal/validate-token",
    operation_id = "validateToken",
    tag = "internal",
    security(("internalSecret" = [])),
    params(("token" = String, Query, min_length = 1, example = "anna-anna-anna-anna-anna-anna-anna-anna-ann",
        description = "Of a client or a contact; a portal credential is none.")),
    responses(
        (status = 200, description = "The client", body = ValidResponse, example = json!({
            "valid": true, "client": {"id": "anna", "name": "Anna Verdi", "slug": "anna-verdi-x7k2"},
        })),
        TokenErrors,
    ),
)]
pub async fn validate_token(State(store): State<Store>, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let token = query.get("token").ok_or(MISSING)?;
    Ok(valid(&store.person_by_token(token).await.map_err(api_error)?))
}

/// `GET ?slug=`: the client with this slug.
#[utoipa::path(
    get,
    path = "/api/internal/validate-slug",
    operation_id = "validateSlug",
    tag = "internal",
    security(("internalSecret" = [])),
    params(("slug" = String, Query, min_length = 1, example = "anna-verdi-x7k2", description = "Of a client.")),
    responses(
        (status = 200, description = "The client", body = ValidResponse, example = json!({
            "valid": true, "client": {"id": "anna", "name": "Anna Verdi", "slug": "anna-verdi-x7k2"},
        })),
        SlugErrors,
    ),
)]
pub async fn validate_slug(State(store): State<Store>, uri: Uri) -> Result<Response, ApiError> {
    let query = Query::of(&uri);
    let slug = query.get("slug").ok_or(MISSING)?;
    Ok(valid(&store.person_by_slug(slug).await.map_err(api_error)?))
}

#[derive(Serialize, ToSchema)]
struct ValidResponse<'a> {
    valid: bool,
    client: ClientSummary<'a>,
}

/// Never includes the token.
#[derive(Serialize, ToSchema)]
struct ClientSummary<'a> {
    id: &'a ClientId,
    name: &'a str,
    slug: &'a Slug,
}

fn valid(person: &UnverifiedPerson) -> Response {
    let client = person.client();
    let client = ClientSummary { id: &client.id, name: &client.name, slug: &client.slug };
    response::json(StatusCode::OK, &ValidResponse { valid: true, client })
}
