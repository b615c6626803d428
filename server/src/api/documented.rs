//! What the `utoipa::path` of several endpoints shares. The document itself is made in [`openapi`](super::openapi).

use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde_json::json;
use utoipa::IntoParams;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr};

use crate::response::{ApiError, ErrorBody};

/// By status, as in an operation.
pub type Responses = BTreeMap<String, RefOr<Response>>;

/// Declares the errors of an endpoint by the constants and tables that it answers with.
macro_rules! document_errors {
    ($name:ident: $($error:expr),+ $(,)?) => {
        struct $name;

        impl ::utoipa::IntoResponses for $name {
            fn responses() -> $crate::api::documented::Responses {
                let mut responses = $crate::api::documented::Responses::new();
                for error in [$($crate::response::ApiError::from($error)),+] {
                    $crate::api::documented::add_error(&mut responses, error);
                }
                responses
            }
        }
    };
}
pub(super) use document_errors;

/// Adds the words to the responses of their status.
pub fn add_error(responses: &mut Responses, ApiError(status, words): ApiError) {
    let response = responses.entry(status.as_str().to_owned()).or_insert_with(|| RefOr::T(error_response(status)));
    let RefOr::T(response) = response else { return };
    if let Some(RefOr::T(content)) = response.content.get_mut("application/json") {
        let example = ExampleBuilder::new().value(Some(json!(ErrorBody { error: words }))).build();
        content.examples.insert(words.to_owned(), RefOr::T(example));
    }
}

fn error_response(status: StatusCode) -> Response {
    let schema = Ref::from_schema_name(<ErrorBody as utoipa::ToSchema>::name());
    let response = ResponseBuilder::new()
        .description(status.canonical_reason().unwrap_or_default())
        .content("application/json", ContentBuilder::new().schema(Some(schema)).build());
    if ![StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&status) {
        return response.build();
    }
    let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).build();
    response
        .header("Retry-After", HeaderBuilder::new().schema(Some(seconds)).description(Some("In seconds.")).build())
        .build()
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described here; `Query` reads it")]
pub struct Credential {
    /// The token of a client or a contact, or a portal credential. Of a client with codes it needs the cookie of a browser that
    /// has entered one.
    #[param(min_length = 1, example = "anna-anna-anna-anna-anna-anna-anna-anna-ann")]
    token: String,
}
