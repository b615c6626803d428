//! `GET /admin/export/…`: downloads of the agency's records. The tables come in two formats
//! ([`format::Format`]): one for scripts, and with `?for=spreadsheet` one for the agency's spreadsheet.

mod cell;
mod format;
mod lines;
mod table;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use domain::audit::Action;
use pages::session::SignedInAdmin;

use crate::AppState;
use crate::query::Query;
use crate::response::ApiError;
use format::Format;
use table::Table;

/// The signed-in admin; `admin_access` rejects all other requests.
type Admin = Extension<SignedInAdmin>;

const CSV: &str = "text/csv; charset=utf-8; header=present";
const JSON: &str = "application/json; charset=utf-8";

/// The table in the format that the address names.
async fn rows<L: Clone + Send + 'static>(state: &AppState, uri: &Uri, table: Table<L>) -> store::Result<Body> {
    let format = if Query::of(uri).get("for") == Some("spreadsheet") {
        Format::Spreadsheet(state.store.language().await?, state.store.zone().await?)
    } else {
        Format::Rfc4180
    };
    table::stream(state.store.clone(), table, format).await
}

/// `GET /admin/export/leads.csv`
pub(super) async fn leads(State(state): State<AppState>, uri: Uri, admin: Admin) -> Response {
    let rows = rows(&state, &uri, lines::LEADS).await;
    download(&state, admin, rows, Action::LeadsExported, ("leads", "csv", CSV)).await
}

/// `GET /admin/export/time-entries.csv`
pub(super) async fn time_entries(State(state): State<AppState>, uri: Uri, admin: Admin) -> Response {
    let rows = rows(&state, &uri, lines::TIME_ENTRIES).await;
    download(&state, admin, rows, Action::TimeEntriesExported, ("time-entries", "csv", CSV)).await
}

/// `GET /admin/export/payments.csv`
pub(super) async fn payments(State(state): State<AppState>, uri: Uri, admin: Admin) -> Response {
    let rows = rows(&state, &uri, lines::PAYMENTS).await;
    download(&state, admin, rows, Action::PaymentsExported, ("payments", "csv", CSV)).await
}

/// `GET /admin/export/atrio.json`: the output of `atrio export`.
pub(super) async fn everything(State(state): State<AppState>, admin: Admin) -> Response {
    let file = state.store.export().await.map(Body::from);
    download(&state, admin, file, Action::EverythingExported, ("workspace", "json", JSON)).await
}

/// The download, once it is recorded in the audit log.
async fn download(
    state: &AppState,
    Extension(admin): Admin,
    file: store::Result<Body>,
    what: Action,
    kind: (&str, &str, &'static str),
) -> Response {
    let recorded = async {
        let file = file?;
        state.store.record_export(&admin.actor(), what).await?;
        Ok((file, state.store.zone().await?))
    };
    match recorded.await {
        Ok((file, zone)) => {
            let (name, extension, content_type) = kind;
            let today = zone.date(state.store.clock().now());
            let disposition = format!("attachment; filename=\"atrio-{name}-{today}.{extension}\"");
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
