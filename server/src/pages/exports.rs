//! `GET /admin/export/…`: what the agency takes away, as files. Columns and values are in English and
//! in the words of `atrio export`, whatever the language: a script that reads them goes on reading.

mod lines;
mod table;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::audit::{Action, Actor};

use crate::AppState;
use crate::response::ApiError;
use crate::session::SignedIn;

/// Who asks; `viewer::admit` has let nobody else through.
type Asking = Extension<Option<SignedIn>>;

const CSV: &str = "text/csv; charset=utf-8; header=present";
const JSON: &str = "application/json; charset=utf-8";

/// `GET /admin/export/leads.csv`
pub(super) async fn leads(State(state): State<AppState>, asking: Asking) -> Response {
    let rows = table::stream(state.store.clone(), lines::LEADS).await;
    answer(&state, asking, rows, Action::LeadsExported, ("leads", "csv", CSV)).await
}

/// `GET /admin/export/time-entries.csv`
pub(super) async fn time_entries(State(state): State<AppState>, asking: Asking) -> Response {
    let rows = table::stream(state.store.clone(), lines::TIME_ENTRIES).await;
    answer(&state, asking, rows, Action::TimeEntriesExported, ("time-entries", "csv", CSV)).await
}

/// `GET /admin/export/payments.csv`
pub(super) async fn payments(State(state): State<AppState>, asking: Asking) -> Response {
    let rows = table::stream(state.store.clone(), lines::PAYMENTS).await;
    answer(&state, asking, rows, Action::PaymentsExported, ("payments", "csv", CSV)).await
}

/// `GET /admin/export/atrio.json`: what `atrio export` prints.
pub(super) async fn everything(State(state): State<AppState>, asking: Asking) -> Response {
    let file = state.store.export().await.map(Body::from);
    answer(&state, asking, file, Action::EverythingExported, ("workspace", "json", JSON)).await
}

/// The file, once the register has it that it was taken.
async fn answer(
    state: &AppState,
    Extension(asking): Asking,
    file: store::Result<Body>,
    what: Action,
    kind: (&str, &str, &'static str),
) -> Response {
    let Some(SignedIn { email, .. }) = asking else { return ApiError::UNAUTHORIZED.into_response() };
    let recorded = async {
        let file = file?;
        state.store.record_export(&Actor::Admin(email), what).await?;
        Ok((file, state.store.zone().await?))
    };
    match recorded.await {
        Ok((file, zone)) => {
            let (name, ending, content_type) = kind;
            let today = zone.date(state.store.clock().now());
            let disposition = format!("attachment; filename=\"atrio-{name}-{today}.{ending}\"");
            let headers = [
                (header::CONTENT_TYPE, content_type),
                (header::CONTENT_DISPOSITION, disposition.as_str()),
                (header::CACHE_CONTROL, "no-store"),
            ];
            (headers, file).into_response()
        }
        Err(error) => ApiError::from_store(error, |_| ApiError::FAULT).into_response(),
    }
}
