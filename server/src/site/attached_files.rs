//! Forms that may have files, such as a message: the files are received first, so that the action gets a form like any other, with
//! their ids in the field `files` after those of files that were received before (`files` of a form that was refused, and a field
//! `upload` for each that the page has uploaded by tus), and why one was not received in `files_error`.

use std::ops::ControlFlow;

use app::error::AppError;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use domain::{Comment, FileName, Uploader};
use pages::session::SignedInAdmin;
use store::Browser;

use crate::middleware::client_ip::ClientIp;
use crate::middleware::rate_limit::{Operation, RateLimitKey, too_many_requests};
use crate::middleware::uploads::is_form_with_files;
use crate::response::error_page::ErrorPage;
use crate::upload::UploadError;
use crate::upload::form::{UPLOADS, receive_part};
use crate::upload::multipart::{Multipart, PartHead};
use crate::{AppState, body};

/// Middleware, after the one that requires a session.
pub(super) async fn receive(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if !is_form_with_files(request.uri().path(), request.headers()) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let fields = match Fields::receive(&state, &parts, body).await {
        Ok(fields) => fields,
        Err(response) => return response,
    };
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
    parts.headers.remove(header::CONTENT_LENGTH);
    next.run(Request::from_parts(parts, Body::from(fields.encoded()))).await
}

/// The fields of a form, and its files.
#[derive(Default)]
struct Fields {
    is_agency: bool,
    values: Vec<(String, String)>,
    /// The ids of received files.
    files: Vec<String>,
    error: Option<AppError>,
}

impl Fields {
    /// What comes after a file that is refused is not read: fields are before files.
    async fn receive(state: &AppState, head: &Parts, body: Body) -> Result<Self, Response> {
        let malformed = || ErrorPage::UnreadableBody.respond(&head.headers);
        let mut form = Multipart::new(&head.headers, body).map_err(|_| malformed())?;
        let mut received = Self { is_agency: head.uri.path().starts_with("/rpc/admin/"), ..Self::default() };
        while let Some(PartHead { name, filename }) = form.next_part().await.map_err(|_| malformed())? {
            match filename {
                None => {
                    received.values.push((name, form.text(body::LIMIT).await.map_err(|_| malformed())?));
                }
                // Browsers send an empty file without a name if none was chosen.
                Some(filename) if name == "file" => {
                    let Ok(filename) = FileName::clean(&filename) else { continue };
                    if received.add_file(state, head, &mut form, filename).await?.is_break() {
                        break;
                    }
                }
                Some(_) => return Err(malformed()),
            }
        }
        Ok(received)
    }

    async fn add_file(
        &mut self,
        state: &AppState,
        head: &Parts,
        form: &mut Multipart,
        name: FileName,
    ) -> Result<ControlFlow<()>, Response> {
        if self.files.len() == Comment::MAX_FILES {
            self.error = Some(AppError::TooManyFiles);
            return Ok(ControlFlow::Break(()));
        }
        let ip = ClientIp::of_request(&head.extensions, &head.headers, &state.config.trusted_proxies);
        let admitted = state.limiter.admit(Operation::Upload, RateLimitKey::Address(ip));
        admitted.map_err(|throttled| too_many_requests(&head.headers, throttled))?;
        let stored = async {
            let by = self.uploader(state, head).await?;
            receive_part(state, form, &by, name, self.files.len() + 1 == Comment::MAX_FILES).await
        };
        match stored.await {
            Ok(file) => self.files.push(file.id.into()),
            Err(error) => self.error = Some(error.into()),
        }
        Ok(if self.error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Whose files they are: the agency's, or those of who has the credential of the portal.
    async fn uploader(&self, state: &AppState, head: &Parts) -> Result<Uploader, UploadError> {
        if self.is_agency {
            let admin = head.extensions.get::<SignedInAdmin>().ok_or(UploadError::Malformed)?;
            return Ok(Uploader::agency(admin.actor().author_name()));
        }
        let store = state.store.for_browser(head.extensions.get::<Browser>().cloned().unwrap_or_default());
        let scope = store.client_by_credential(self.value("pass")).await?;
        scope.check_can_write()?;
        Ok(scope.person().into())
    }

    fn value(&self, name: &str) -> &str {
        self.values.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value)
    }

    fn encoded(self) -> String {
        // As the server functions have them.
        let [name, error_name] =
            if self.is_agency { ["form[files]", "form[files_error]"] } else { ["files", "files_error"] };
        let is_file = |field: &String| field == name || field == UPLOADS;
        let kept = self.values.iter().filter(|(field, _)| is_file(field)).flat_map(|(_, ids)| ids.split(','));
        let kept = kept.filter(|id| !id.is_empty()).map(str::to_owned);
        let files: Vec<String> = kept.chain(self.files.iter().cloned()).collect();
        let mut encoded = form_urlencoded::Serializer::new(String::new());
        encoded.extend_pairs(self.values.iter().filter(|(field, _)| !is_file(field)));
        encoded.append_pair(name, &files.join(","));
        if let Some(error) = self.error {
            encoded.append_pair(error_name, error.code());
        }
        encoded.finish()
    }
}
