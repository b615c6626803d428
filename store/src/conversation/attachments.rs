//! What a message has besides its text: files, and a place on a picture.

use domain::files::content_type::is_image;
use domain::id::{ClientId, CommentId, FileId};
use domain::{Author, Channel, Comment, DomainError, Pin, ShownFile, Uploader};

use crate::conversation::messages::Writer;
use crate::db::{Connection, Tx};
use crate::files;
use crate::{Fault, Result};

/// Makes uploads of the writer the files of a message that was just written.
///
/// # Errors
/// [`DomainError::TooManyFiles`]; [`DomainError::UnknownFile`] if one is not an upload of the writer, or something refers to it; or a
/// fault.
pub(crate) async fn attach(
    tx: &mut Tx,
    message: &str,
    (client, writer): (&ClientId, Writer<'_>),
    ids: &[String],
) -> Result<Vec<ShownFile>> {
    if ids.len() > Comment::MAX_FILES {
        return Err(DomainError::TooManyFiles.into());
    }
    let ids: Result<Vec<_>, _> = ids.iter().map(|id| FileId::parse(id.as_str())).collect();
    let ids = ids.map_err(|_| DomainError::UnknownFile)?;
    let by = match writer.side {
        Author::Client => {
            Uploader { client_id: Some(client.clone()), contact_id: writer.contact.cloned(), author_name: None }
        }
        Author::Admin => Uploader::default(),
    };
    let files = files::attach(tx, &by, &ids).await?;
    for (position, id) in ids.iter().enumerate() {
        let insert = "INSERT INTO comment_file (file_id, comment_id, position) VALUES ($1, $2, $3)";
        tx.execute(insert, (id, message, position)).await?;
    }
    Ok(files.into_iter().map(ShownFile::from).collect())
}

/// Binds a message of `channel` that was just written to a place.
///
/// # Errors
/// [`DomainError::InvalidPin`] unless it is on a version of a deliverable of the channel's phase that is an image, or a fault.
pub(crate) async fn set_pin(tx: &mut Tx, message: &str, channel: &Channel, pin: &Pin) -> Result<()> {
    let Channel::Phase(phase) = channel else { return Err(DomainError::InvalidPin.into()) };
    let found: Option<String> =
        tx.fetch_optional_value(TYPE_OF_VERSION, (&pin.deliverable_id, pin.version, phase)).await?;
    if !pin.is_valid() || !found.is_some_and(|content_type| is_image(&content_type)) {
        return Err(DomainError::InvalidPin.into());
    }
    let set = "UPDATE comment SET pin_deliverable_id = $2, pin_version = $3, pin_x = $4, pin_y = $5 WHERE id = $1";
    tx.execute(set, (message, &pin.deliverable_id, pin.version, pin.x, pin.y)).await?;
    Ok(())
}

/// Whether a message has files of the same bytes as `ids`.
pub(crate) async fn has_same_files(
    connection: &mut Connection,
    message: &CommentId,
    ids: &[String],
) -> Result<bool, Fault> {
    let sql = "SELECT file.sha256 FROM comment_file JOIN file ON file.id = comment_file.file_id \
         WHERE comment_file.comment_id = $1 ORDER BY comment_file.position";
    let written: Vec<String> = connection.fetch_values(sql, [message]).await?;
    let mut sent = Vec::with_capacity(ids.len());
    for id in ids {
        let digest: Option<String> =
            connection.fetch_optional_value("SELECT sha256 FROM file WHERE id = $1", [id]).await?;
        sent.extend(digest);
    }
    Ok(written == sent)
}

const TYPE_OF_VERSION: &str = "SELECT file.content_type FROM deliverable_version version \
     JOIN file ON file.id = version.file_id JOIN deliverable ON deliverable.id = version.deliverable_id \
     JOIN task ON task.id = deliverable.task_id \
     WHERE deliverable.id = $1 AND version.number = $2 AND task.phase_id = $3 AND deliverable.status <> 'pending'";
