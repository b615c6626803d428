//! The action of the test button.

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use domain::id::SourceId;
use store::Error;

use crate::admin::prelude::*;
use crate::backend::Backend;
use crate::redirect;

pub const TRY_SOURCE: &str = "/rpc/admin/try_source";

/// Posts a sample to the source with the form's `id`, and redirects to the source.
pub async fn try_source<B: Backend>(State(backend): State<B>, body: Bytes) -> Response {
    let Some((_, id)) = form_urlencoded::parse(&body).find(|(name, _)| name == "id") else {
        return redirect::to(&address::sources().error(AppError::Garbled).top());
    };
    let Ok(source) = SourceId::parse(&*id) else {
        return redirect::to(&address::sources().error(AppError::Missing).top());
    };
    match backend.pages().store.lead_source(&source).await {
        Ok(card) => {
            let source = &card.line.source;
            let outcome = if source.active { backend.post_sample(source).await } else { "off".to_owned() };
            redirect::to(&address::source(&id).with("tried", &outcome).at("deliveries"))
        }
        Err(Error::Domain(_)) => redirect::to(&address::sources().error(AppError::Missing).top()),
        Err(error) => {
            tracing::error!(%error, "a source could not be looked up");
            redirect::to(&address::sources().error(error.failure().into()).top())
        }
    }
}
