//! The form with which a client sends files that the agency has asked for. It is no server function, because its body is stored
//! as it arrives.

use app::address::Address;
use app::error::AppError;
use app::outcome::Done;
use app::portal_actions::at_material;
use axum::extract::{Request, State};
use axum::response::Response;
use domain::id::FileId;
use domain::{Form, MaterialAnswer, Uploader};
use store::{Browser, ClientScope, Store};

use crate::backend::Backend;
use crate::form_action::opened_page;
use crate::redirect;
use crate::upload_action::UPLOADS;

pub const UPLOAD: &str = "/rpc/upload/material";

/// `POST /rpc/upload/material`: the credential and the request come before the files, so that nothing is stored for somebody who
/// may not send it.
pub async fn upload<B: Backend>(State(backend): State<B>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let browser = parts.extensions.get::<Browser>().cloned().unwrap_or_default();
    let store = backend.pages().store.for_browser(browser);
    let check = |form: Form| {
        let store = store.clone();
        async move { Ok(Uploader::from(sender(&store, &form).await?.person())) }
    };
    let (form, files) = backend.receive_files(&parts.headers, body, MaterialAnswer::MAX_FILES, check).await;
    let sent = async {
        let uploaded = form.get(UPLOADS).split(',').filter_map(|id| FileId::parse(id).ok());
        let files: Vec<_> = uploaded.chain(files?.into_iter().map(|file| file.id)).collect();
        let scope = sender(&store, &form).await?;
        match files.len() {
            0 => return Err(AppError::NoFile),
            1..=MaterialAnswer::MAX_FILES => {}
            _ => return Err(AppError::TooManyFiles),
        }
        let answer = MaterialAnswer::Files(files);
        store.answer_material(&scope, form.get("request"), &answer).await.map_err(app_error)
    };
    let outcome = sent.await.map(|()| Done::Sent);
    let page = opened_page(&parts.headers).map_or_else(|| Address::portal(form.get("key")), |opened| opened.address);
    redirect::to(&at_material(page.with("project", form.get("project")), form.get("request"), outcome, ""))
}

/// Whose credential the form has, if they may send files for its request.
async fn sender(store: &Store, form: &Form) -> Result<ClientScope, AppError> {
    let scope = store.client_by_credential(form.get("pass")).await.map_err(app_error)?;
    store.check_material(&scope, form.get("request")).await.map_err(app_error)?;
    Ok(scope)
}

fn app_error(error: store::Error) -> AppError {
    AppError::from(error.failure()).without_form()
}
