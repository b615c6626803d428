//! A form of the pages with fields and files.

use std::future::{Future, ready};

use app::error::AppError;
use axum::body::Body;
use axum::http::HeaderMap;
use domain::{DomainError, File, FileName, Form, Uploader};

use super::multipart::{Multipart, PartHead};
use super::receive::Upload;
use super::{UploadError, multipart};
use crate::{AppState, body};

/// The field with the id of a file that the page has uploaded by tus before the form: one for each, in place of its part.
pub const UPLOADS: &str = pages::upload_action::UPLOADS;

/// Receives the form. Its file is the part `file`, and is absent if none was chosen. The file is stored, and swept after a day
/// unless a record refers to it by then.
pub async fn receive(
    state: &AppState,
    headers: &HeaderMap,
    body: Body,
    by: &Uploader,
) -> Result<(Form, Option<File>), UploadError> {
    let mut fields = Form::default();
    let check = |_| ready(Ok(by.clone()));
    let files = read_parts(state, headers, body, 1, check, &mut fields).await?;
    Ok((fields, files.into_iter().next()))
}

/// The same with up to `most` files. Before the first is stored, `check` looks at the fields that came until then, and returns
/// whose it is. The fields are there whatever became of the files.
pub async fn receive_files<C: Future<Output = Result<Uploader, AppError>> + Send>(
    state: &AppState,
    headers: &HeaderMap,
    body: Body,
    most: usize,
    check: impl FnOnce(Form) -> C + Send,
) -> (Form, Result<Vec<File>, AppError>) {
    let (mut fields, mut refused) = (Form::default(), None);
    let check = |form: Form| async {
        check(form).await.map_err(|error| {
            refused = Some(error);
            UploadError::Malformed
        })
    };
    let files = read_parts(state, headers, body, most, check, &mut fields).await;
    (fields, files.map_err(|error| refused.unwrap_or_else(|| error.into())))
}

async fn read_parts<C: Future<Output = Result<Uploader, UploadError>> + Send>(
    state: &AppState,
    headers: &HeaderMap,
    body: Body,
    most: usize,
    check: impl FnOnce(Form) -> C + Send,
    fields: &mut Form,
) -> Result<Vec<File>, UploadError> {
    let mut form = Multipart::new(headers, body)?;
    let (mut check, mut by, mut files) = (Some(check), Uploader::default(), Vec::new());
    while let Some(PartHead { name, filename }) = form.next_part().await? {
        match filename {
            Some(filename) if name == "file" && files.len() < most => {
                if let Some(check) = check.take() {
                    by = check(fields.clone()).await?;
                }
                let is_last = files.len() + 1 == most;
                files.extend(receive_file(state, &mut form, &filename, &by, is_last).await?);
            }
            None => {
                // As in other forms, `form[name]` is the field `name`.
                let field = name.strip_prefix("form[").and_then(|name| name.strip_suffix(']')).unwrap_or(&name);
                let mut value = form.text(body::LIMIT).await?;
                if field == UPLOADS && !fields.get(UPLOADS).is_empty() {
                    value = format!("{},{value}", fields.get(UPLOADS));
                }
                *fields = std::mem::take(fields).with(field, Some(value));
            }
            Some(_) if name == "file" && most > 1 => return Err(DomainError::TooManyFiles.into()),
            Some(_) => return Err(UploadError::Malformed),
        }
    }
    Ok(files)
}

/// `None` if no file was chosen, which browsers send as an empty one without a name.
async fn receive_file(
    state: &AppState,
    form: &mut Multipart,
    filename: &str,
    by: &Uploader,
    is_last: bool,
) -> Result<Option<File>, UploadError> {
    let Ok(name) = FileName::clean(filename) else {
        return if form.chunk().await?.is_none() { Ok(None) } else { Err(UploadError::Malformed) };
    };
    receive_part(state, form, by, name, is_last).await.map(Some)
}

/// Receives the part of the form that has begun as a file. What is left of the form may be several.
pub async fn receive_part(
    state: &AppState,
    form: &mut Multipart,
    by: &Uploader,
    name: FileName,
    is_last: bool,
) -> Result<File, UploadError> {
    let mut upload = Upload::begin(state, by, form.expected().filter(|_| is_last)).await?;
    match write_part(&mut upload, form).await {
        Ok(()) => upload.finish(by, name).await,
        Err(error) => {
            upload.give_up().await;
            Err(error)
        }
    }
}

/// Writes the rest of the part.
pub async fn write_part(upload: &mut Upload, form: &mut Multipart) -> Result<(), UploadError> {
    while let Some(chunk) = form.chunk().await.map_err(|multipart::MalformedForm| UploadError::Malformed)? {
        upload.write(chunk).await?;
    }
    Ok(())
}
