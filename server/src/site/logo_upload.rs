//! `POST /rpc/admin/set_logo`: the one form that carries a file.

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

/// The most that is read of a body, in bytes: enough to tell somebody who sends a photograph in words
/// what is wrong with it. Only of the admin so much is taken.
const LIMIT: usize = 16 * 1024 * 1024;

/// What the form says.
#[derive(Default)]
struct Sent {
    /// The version of the logo that was seen; empty: there was none.
    version: String,
    file: Vec<u8>,
}

/// Why there is no new logo.
enum Failure {
    /// The file cannot be a logo.
    Problem(LogoProblem),
    /// Somebody else was quicker.
    Stale,
    /// No such form of ours.
    Garbled,
    /// The body was not read.
    Unread(BodyError),
    /// The store failed.
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

/// Keeps the sent file as the logo and brings the browser back to the settings; a refusal, too.
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

/// Reads the whole body first: a browser that is answered while it still sends shows no answer.
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
