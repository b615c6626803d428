//! `POST /rpc/admin/set_logo`: the only form with a file upload.

use app::outcome::Done;
use axum::Extension;
use axum::body::Body;
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::response::Response;
use domain::DomainError;
use domain::audit::Actor;
use domain::settings::accent::Scheme;
use domain::settings::logo::LogoProblem;
use store::{Error, Logo, Store};

use crate::admin::settings::Section;
use crate::backend::Backend;
use crate::redirect;
use crate::session::SignedInAdmin;

pub const SET_LOGO: &str = "/rpc/admin/set_logo";

/// The longest body, in bytes. It is larger than a logo may be, so that a photograph gets an error message in
/// the form. Only the signed-in admin may send this much.
const LIMIT: usize = 16 * 1024 * 1024;

struct UploadForm {
    scheme: Scheme,
    /// The version of the logo when the form was opened; empty if there was none.
    version: String,
    file: Vec<u8>,
}

/// Why the logo is not stored.
enum UploadError {
    /// The file is not an acceptable logo.
    Problem(LogoProblem),
    /// The logo was changed after the form was opened.
    Stale,
    /// The body is not this form.
    Malformed,
    /// The body could not be read.
    Unread(Response),
    Fault(Error),
}

impl From<Error> for UploadError {
    fn from(error: Error) -> Self {
        match error {
            Error::Domain(DomainError::Stale) => Self::Stale,
            other => Self::Fault(other),
        }
    }
}

/// Stores the uploaded file as the logo. Redirects to the settings, also after an error.
pub async fn post<B: Backend>(
    State(backend): State<B>,
    Extension(admin): Extension<SignedInAdmin>,
    request: Request,
) -> Response {
    let form = match read(&backend, request).await {
        Ok(form) => form,
        Err(error) => return refuse(error, Scheme::Light),
    };
    let scheme = form.scheme;
    match store_logo(&backend.pages().store, &admin.actor(), form).await {
        Ok(()) => redirect::to(&Section::Look.address().done(Done::Saved).with("about", "logo").with_fragment("logo")),
        Err(error) => refuse(error, scheme),
    }
}

fn refuse(error: UploadError, scheme: Scheme) -> Response {
    let at_logo = |code: &str| {
        let of = if scheme == Scheme::Dark { scheme.as_str() } else { "" };
        redirect::to(&Section::Look.address().with("logo", code).with("of", of).with_fragment("logo"))
    };
    match error {
        UploadError::Problem(problem) => at_logo(problem.as_str()),
        UploadError::Stale => at_logo("stale"),
        UploadError::Malformed => redirect::to(&Section::Look.address().with("error", "garbled").into_string()),
        UploadError::Unread(response) => response,
        UploadError::Fault(error) => {
            tracing::error!(%error, "the logo could not be kept");
            redirect::to(&Section::Look.address().error(error.failure().into()).into_string())
        }
    }
}

async fn store_logo(store: &Store, by: &Actor, form: UploadForm) -> Result<(), UploadError> {
    let logo = Logo::of(form.file).map_err(UploadError::Problem)?;
    Ok(store.set_logo(by, form.scheme, Some(&logo), &form.version).await?)
}

/// Reads the whole body before responding: a browser that is still sending shows no response.
async fn read(backend: &impl Backend, request: Request) -> Result<UploadForm, UploadError> {
    let (parts, body) = request.into_parts();
    let body = backend.read_body(&parts.headers, body, LIMIT).await.map_err(UploadError::Unread)?;
    let request = Request::from_parts(parts, Body::from(body));
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| UploadError::Malformed)?;
    let mut upload = UploadForm { scheme: Scheme::Light, version: String::new(), file: Vec::new() };
    let mut has_file = false;
    while let Some(field) = form.next_field().await.map_err(|_| UploadError::Malformed)? {
        match field.name() {
            Some("version") => upload.version = field.text().await.map_err(|_| UploadError::Malformed)?,
            Some("scheme") => {
                let scheme = field.text().await.map_err(|_| UploadError::Malformed)?;
                upload.scheme = scheme.parse().map_err(|_| UploadError::Malformed)?;
            }
            Some("logo") => {
                has_file = true;
                upload.file = field.bytes().await.map_err(|_| UploadError::Malformed)?.into();
            }
            _ => {}
        }
    }
    if has_file { Ok(upload) } else { Err(UploadError::Malformed) }
}
