//! `/files/upload`: uploads of the pages by tus 1.0.0 (docs/REFERENCE.md#tus). Same origin, by session or the cookie of a portal.

use app::api::files as contract;
use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::id::MemberId;
use domain::{DomainError, FileName, Uploader};
use store::{ClientScope, ResumableUpload, Store};

use crate::AppState;
use crate::code_session::PortalStore;
use crate::download::cookie;
use crate::response::ApiError;
use crate::session::SignedIn;
use crate::upload::{UploadError, resumable, storage_response};

pub(super) use crate::middleware::uploads::RESUMABLE as PATH;
pub(super) const UPLOAD_PATH: &str = "/files/upload/{id}";

const VERSION: HeaderValue = HeaderValue::from_static("1.0.0");
static TUS_RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
static TUS_VERSION: HeaderName = HeaderName::from_static("tus-version");
static UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");
static UPLOAD_LENGTH: HeaderName = HeaderName::from_static("upload-length");
static UPLOAD_EXPIRES: HeaderName = HeaderName::from_static("upload-expires");
static UPLOAD_FILE_ID: HeaderName = HeaderName::from_static("upload-file-id");
static UPLOAD_METADATA: HeaderName = HeaderName::from_static("upload-metadata");
static METHOD_OVERRIDE: HeaderName = HeaderName::from_static("x-http-method-override");

/// Why a request is refused, besides what forms are refused for.
enum TusError {
    Api(ApiError),
    Upload(UploadError),
}

impl From<UploadError> for TusError {
    fn from(error: UploadError) -> Self {
        match error {
            // Another request goes on with the upload.
            UploadError::Store(store::Error::Domain(DomainError::Stale)) => Self::Api(CONFLICT),
            error => Self::Upload(error),
        }
    }
}

impl From<store::Error> for TusError {
    fn from(error: store::Error) -> Self {
        UploadError::from(error).into()
    }
}

impl From<ApiError> for TusError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

const CONFLICT: ApiError = ApiError(StatusCode::CONFLICT, "Posizione non valida");
const UNSUPPORTED: ApiError = ApiError(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Tipo non supportato");

/// Who sends a request.
struct Sender {
    session: Option<SignedIn>,
    people: Vec<ClientScope>,
}

impl Sender {
    /// The names of those whom the browser may act for.
    fn owners(&self) -> Vec<String> {
        self.session.iter().map(owner_in_agency).chain(self.people.iter().map(owner_of)).collect()
    }
}

fn owner_in_agency(session: &SignedIn) -> String {
    format!("agency.{}", session.admin.actor().member().map_or("", MemberId::as_str))
}

fn owner_of(scope: &ClientScope) -> String {
    format!("client.{}", scope.person().id())
}

/// `OPTIONS /files/upload`
pub(super) async fn options(State(state): State<AppState>) -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    headers.insert(&TUS_RESUMABLE, VERSION);
    headers.insert(&TUS_VERSION, VERSION);
    headers.insert("tus-extension", HeaderValue::from_static("creation,termination,expiration"));
    headers.insert("tus-max-size", HeaderValue::from(state.config.files.max_file));
    response
}

/// `POST /files/upload`
pub(super) async fn create(
    State(state): State<AppState>,
    Extension(session): Extension<Option<SignedIn>>,
    PortalStore(store): PortalStore,
    headers: HeaderMap,
) -> Response {
    respond(try_create(&state, &store, session, &headers).await)
}

async fn try_create(
    state: &AppState,
    store: &Store,
    session: Option<SignedIn>,
    headers: &HeaderMap,
) -> Result<Response, TusError> {
    let sender = sender(state, store, session, headers).await?;
    let invalid = ApiError::from(contract::INVALID);
    let length = number(headers, &UPLOAD_LENGTH).filter(|length| *length > 0).ok_or(invalid)?;
    let metadata = headers.get(&UPLOAD_METADATA).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let name = metadata_value(metadata, "filename").and_then(|name| FileName::clean(&name).ok()).ok_or(invalid)?;
    // A browser may have several portals open, and be signed in as well: their page says whose it is.
    let credential = metadata_value(metadata, "pass");
    let person = match &credential {
        Some(credential) => sender
            .people
            .iter()
            .find(|scope| scope.portal_credential() == *credential)
            .ok_or(NOT_SIGNED_IN)
            .map(Some)?,
        None if sender.session.is_some() => None,
        None => sender.people.first(),
    };
    let (owner, by) = match (person, &sender.session) {
        (Some(scope), _) => {
            scope.check_can_write().map_err(UploadError::from)?;
            (owner_of(scope), Uploader::from(scope.person()))
        }
        (None, Some(session)) => (owner_in_agency(session), Uploader::agency(session.admin.actor().author_name())),
        (None, None) => return Err(NOT_SIGNED_IN.into()),
    };
    let upload = resumable::begin(state, &owner, &by, &name, length).await?;
    let mut response = StatusCode::CREATED.into_response();
    let location = HeaderValue::try_from(format!("{PATH}/{}", upload.id)).map_err(|_| ApiError::FAULT)?;
    response.headers_mut().insert(header::LOCATION, location);
    expires(&mut response, &upload);
    Ok(response)
}

/// Neither a session nor a portal that was opened in this browser.
const NOT_SIGNED_IN: ApiError = ApiError(StatusCode::FORBIDDEN, "Accesso non consentito");

/// `HEAD`, `PATCH` and `DELETE /files/upload/{id}`, and a `POST` that stands for one of them.
pub(super) async fn upload(
    State(state): State<AppState>,
    Extension(session): Extension<Option<SignedIn>>,
    PortalStore(store): PortalStore,
    Path(id): Path<String>,
    method: Method,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let replaced = headers.get(&METHOD_OVERRIDE).filter(|_| method == Method::POST);
    let method = replaced.and_then(|method| Method::from_bytes(method.as_bytes()).ok()).unwrap_or(method);
    let answer = async {
        let sender = sender(&state, &store, session, &headers).await?;
        let upload = find(&store, &sender, &id).await?;
        match method {
            Method::HEAD => state_of(&state, upload).await,
            Method::PATCH => add(&state, upload, &headers, body).await,
            Method::DELETE => {
                resumable::terminate(&state, &upload).await?;
                Ok(StatusCode::NO_CONTENT.into_response())
            }
            _ => Err(ApiError(StatusCode::METHOD_NOT_ALLOWED, "Metodo non consentito").into()),
        }
    };
    respond(answer.await)
}

async fn state_of(state: &AppState, upload: ResumableUpload) -> Result<Response, TusError> {
    // The end of the last request may have failed.
    let upload = resumable::complete(state, upload, None).await?;
    let mut response = StatusCode::OK.into_response();
    response.headers_mut().insert(&UPLOAD_LENGTH, HeaderValue::from(upload.length));
    progress(&mut response, &upload);
    Ok(response)
}

async fn add(state: &AppState, upload: ResumableUpload, headers: &HeaderMap, body: Body) -> Result<Response, TusError> {
    let content_type = headers.get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    if content_type != b"application/offset+octet-stream" {
        return Err(UNSUPPORTED.into());
    }
    let offset = number(headers, &UPLOAD_OFFSET).ok_or(ApiError::from(contract::INVALID))?;
    if offset != upload.received {
        return Err(CONFLICT.into());
    }
    let upload = resumable::add(state, upload, body).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    progress(&mut response, &upload);
    Ok(response)
}

async fn sender(
    state: &AppState,
    store: &Store,
    session: Option<SignedIn>,
    headers: &HeaderMap,
) -> Result<Sender, TusError> {
    let people = cookie::people(&state.config, store, headers).await?;
    if session.is_none() && people.is_empty() {
        return Err(NOT_SIGNED_IN.into());
    }
    if headers.get(&TUS_RESUMABLE) != Some(&VERSION) {
        return Err(ApiError(StatusCode::PRECONDITION_FAILED, "Versione non supportata").into());
    }
    Ok(Sender { session, people })
}

async fn find(store: &Store, sender: &Sender, id: &str) -> Result<ResumableUpload, TusError> {
    for owner in sender.owners() {
        match store.resumable_upload(&owner, id).await {
            Err(store::Error::Domain(DomainError::UnknownFile)) => {}
            found => return Ok(found?),
        }
    }
    Err(ApiError::from(contract::UNKNOWN).into())
}

fn respond(answer: Result<Response, TusError>) -> Response {
    let mut response = match answer {
        Ok(response) => response,
        Err(TusError::Api(error)) => storage_response(error),
        Err(TusError::Upload(error)) => error.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(&TUS_RESUMABLE, VERSION);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if response.status() == StatusCode::PRECONDITION_FAILED {
        response.headers_mut().insert(&TUS_VERSION, VERSION);
    }
    response
}

fn progress(response: &mut Response, upload: &ResumableUpload) {
    response.headers_mut().insert(&UPLOAD_OFFSET, HeaderValue::from(upload.received));
    if let Some(file) = &upload.file_id
        && let Ok(file) = HeaderValue::try_from(file.as_str())
    {
        response.headers_mut().insert(&UPLOAD_FILE_ID, file);
    }
    expires(response, upload);
}

fn expires(response: &mut Response, upload: &ResumableUpload) {
    let seconds = u64::try_from(upload.expires_at.as_millis() / 1_000).unwrap_or_default();
    let at = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
    if let Ok(at) = HeaderValue::try_from(httpdate::fmt_http_date(at)) {
        response.headers_mut().insert(&UPLOAD_EXPIRES, at);
    }
}

fn number(headers: &HeaderMap, name: &HeaderName) -> Option<i64> {
    let text = headers.get(name)?.to_str().ok()?;
    text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok())?
}

/// A value of `Upload-Metadata`: pairs of a key and base64, with commas between.
fn metadata_value(metadata: &str, key: &str) -> Option<String> {
    let value = metadata.split(',').find_map(|pair| {
        let (name, value) = pair.trim().split_once(' ')?;
        (name == key).then_some(value.trim())
    })?;
    String::from_utf8(STANDARD.decode(value).ok()?).ok().filter(|value| !value.is_empty())
}
