//! The agency's forms with a file. They are no server functions, because their bodies are stored as they arrive.

use app::error::AppError;
use axum::Extension;
use axum::extract::{Request, State};
use axum::response::Response;
use domain::audit::Actor;
use domain::files::ContentId;
use domain::form::Problem;
use domain::{File, Form, Problems, Uploader};
use store::Store;

use crate::address::Address;
use crate::backend::Backend;
use crate::form_action::{FormError, refused};
use crate::redirect;
use crate::session::SignedInAdmin;

/// The field with the id of a file that the page has uploaded before the form; of several files, with commas between.
pub const UPLOADS: &str = "upload";

/// A form that has been received.
pub struct UploadedForm {
    pub store: Store,
    pub by: Actor,
    pub form: Form,
    /// What was chosen now; a form that was refused before has its id instead.
    pub file: Option<File>,
}

/// Receives the form `name` with its file, whose id `work` finds in the field [`ContentId::FILE`]; redirects to the address
/// that `work` returns, or back with the error. What was typed and uploaded is kept then.
pub async fn submit_file<B: Backend, W: Future<Output = Result<String, FormError>> + Send>(
    State(backend): State<B>,
    Extension(admin): Extension<SignedInAdmin>,
    request: Request,
    (name, back): (&str, Address),
    work: impl FnOnce(UploadedForm) -> W + Send,
) -> Response {
    let (store, by) = (backend.pages().store.clone(), admin.actor());
    let (parts, body) = request.into_parts();
    let (form, file) = match backend.receive_form(&parts.headers, body, &Uploader::agency(by.author_name())).await {
        Ok(received) => received,
        Err(error) => return redirect::to(&back.error(error).into_string()),
    };
    let file = match file {
        None if !form.get(UPLOADS).is_empty() => match store.agency_upload(form.get(UPLOADS)).await {
            Ok(file) => Some(file),
            Err(store::Error::Domain(_)) => None,
            Err(error) => return redirect::to(&back.error(AppError::from(error.failure())).into_string()),
        },
        file => file,
    };
    let form = match &file {
        Some(file) => form.with(ContentId::FILE, Some(file.id.as_str())),
        None => form,
    };
    let result = if form.get(ContentId::FILE).is_empty() {
        Err(Problems::one(ContentId::FILE, Problem::Empty).into())
    } else {
        work(UploadedForm { store: store.clone(), by, form: form.clone(), file }).await
    };
    match result {
        Ok(address) => redirect::to(&address),
        Err(error) => redirect::to(&refused(&store, name, &form, back, error).await.1),
    }
}
