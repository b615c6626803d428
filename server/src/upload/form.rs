//! A form of the agency's pages with fields and a file.

use axum::body::Body;
use axum::http::HeaderMap;
use domain::{File, FileName, Form, Uploader};

use super::multipart::{Multipart, PartHead};
use super::receive::Upload;
use super::{UploadError, multipart};
use crate::AppState;

/// Of one field, in bytes.
const MAX_FIELD: usize = 64 * 1024;
const MAX_FIELDS: usize = 50;

/// Receives the form. Its file is the part `file`, and is absent if none was chosen. The file is stored, and swept after a day
/// unless a record refers to it by then.
pub async fn receive(
    state: &AppState,
    headers: &HeaderMap,
    body: Body,
    by: &Uploader,
) -> Result<(Form, Option<File>), UploadError> {
    let mut form = Multipart::new(headers, body)?;
    let (mut fields, mut file) = (Form::default(), None);
    let mut count = 0;
    while let Some(PartHead { name, filename }) = form.next_part().await? {
        count += 1;
        match filename {
            Some(filename) if name == "file" && file.is_none() => {
                file = receive_file(state, &mut form, &filename, by).await?;
            }
            None if count <= MAX_FIELDS => {
                // As in other forms, `form[name]` is the field `name`.
                let field = name.strip_prefix("form[").and_then(|name| name.strip_suffix(']')).unwrap_or(&name);
                fields = fields.with(field, Some(form.text(MAX_FIELD).await?));
            }
            _ => return Err(UploadError::Malformed),
        }
    }
    Ok((fields, file))
}

/// `None` if no file was chosen, which browsers send as an empty one without a name.
async fn receive_file(
    state: &AppState,
    form: &mut Multipart,
    filename: &str,
    by: &Uploader,
) -> Result<Option<File>, UploadError> {
    let Ok(name) = FileName::clean(filename) else {
        return if form.chunk().await?.is_none() { Ok(None) } else { Err(UploadError::Malformed) };
    };
    receive_part(state, form, by, name).await.map(Some)
}

/// Receives the part of the form that has begun as a file.
pub async fn receive_part(
    state: &AppState,
    form: &mut Multipart,
    by: &Uploader,
    name: FileName,
) -> Result<File, UploadError> {
    let mut upload = Upload::begin(state, form.expected()).await?;
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
