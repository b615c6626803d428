//! `POST /rpc/admin/set_logo`: the only form with a file upload.

use app::outcome::Done;
use axum::Extension;
use axum::body::Body;
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::response::Response;
use domain::DomainError;
use domain::audit::Actor;
use domain::settings::logo::{LogoKind, LogoProblem};
use pages::address;
use pages::admin::SignedInAdmin;
use store::{Error, Logo};

use super::redirect;
use crate::AppState;
use crate::body::{self, BodyError};
use crate::response::error_page::ErrorPage;

/// The longest body, in bytes. It is larger than a logo may be, so that a photograph gets an error message in
/// the form. Only the signed-in admin may send this much.
const LIMIT: usize = 16 * 1024 * 1024;

/// The fields of the form.
#[derive(Default)]
struct Sent {
    /// The version of the logo when the form was opened; empty if there was none.
    version: String,
    file: Vec<u8>,
}

/// Why the logo is not stored.
enum Failure {
    /// The file is not an acceptable logo.
    Problem(LogoProblem),
    /// The logo was changed after the form was opened.
    Stale,
    /// The body is not this form.
    Garbled,
    /// The body could not be read.
    Unread(BodyError),
    Fault(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Domain(DomainError::Stale) => Self::Stale,
            other => Self::Fault(other),
        }
    }
}

/// Stores the uploaded file as the logo. Redirects to the settings, also after an error.
pub(super) async fn post(
    State(state): State<AppState>,
    Extension(admin): Extension<SignedInAdmin>,
    request: Request,
) -> Response {
    let headers = request.headers().clone();
    match keep(&state, &admin.actor(), request).await {
        Ok(()) => redirect::to(&address::settings().done(Done::Saved).at("logo")),
        Err(Failure::Problem(problem)) => {
            redirect::to(&address::settings().with("logo", problem.as_str()).at("logo"))
        }
        Err(Failure::Stale) => redirect::to(&address::settings().with("logo", "stale").at("logo")),
        Err(Failure::Garbled) => redirect::to(&address::settings().with("error", "garbled").top()),
        Err(Failure::Unread(unread)) => ErrorPage::from(unread).respond(&headers),
        Err(Failure::Fault(error)) => {
            tracing::error!(%error, "the logo could not be kept");
            redirect::to(&address::settings().with("error", "fault").top())
        }
    }
}

async fn keep(state: &AppState, by: &Actor, request: Request) -> Result<(), Failure> {
    let Sent { version, file } = read(request).await?;
    let logo = Logo::of(file).map_err(Failure::Problem)?;
    Ok(state.store.set_logo(by, Some(&logo), &version).await?)
}

/// Reads the whole body before responding: a browser that is still sending shows no response.
async fn read(request: Request) -> Result<Sent, Failure> {
    let (parts, body) = request.into_parts();
    let body = body::read(body, LIMIT).await.map_err(Failure::Unread)?;
    let request = Request::from_parts(parts, Body::from(body));
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| Failure::Garbled)?;
    let mut sent = Sent::default();
    let mut has_file = false;
    while let Some(field) = form.next_field().await.map_err(|_| Failure::Garbled)? {
        match field.name() {
            Some("version") => sent.version = field.text().await.map_err(|_| Failure::Garbled)?,
            Some("logo") => {
                has_file = true;
                let file = field.bytes().await.map_err(|_| Failure::Garbled)?;
                if file.len() > LogoKind::MAX_BYTES {
                    return Err(Failure::Problem(LogoProblem::TooLarge));
                }
                sent.file = file.into();
            }
            _ => {}
        }
    }
    if has_file { Ok(sent) } else { Err(Failure::Garbled) }
}
