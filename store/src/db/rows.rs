//! Parsing stored values, and the rows of comments. Values are validated before they are stored; one that
//! does not parse is a fault.

use domain::id::{ClientId, TaskId};
use domain::{Comment, CommentPin, Entity, Pin, ShownFile};
use sqlx::any::AnyRow;

use crate::Fault;
use crate::db::column::{read, unreadable};
use crate::db::query::FromRow;

pub(crate) fn stored<T: TryFrom<String>>(value: String) -> Result<T, Fault> {
    T::try_from(value).map_err(|_| unreadable::<T>())
}

/// The columns of a comment, from `comment c` with its task and deliverable.
macro_rules! comment_columns {
    () => {
        "c.id, c.client_id, c.phase_id, c.task_id, c.deliverable_id, c.author, c.author_name, c.text, c.created_at, \
         c.pin_deliverable_id, c.pin_version, c.pin_x, c.pin_y, (\
           SELECT STRING_AGG(file.id || '\u{1f}' || file.size || '\u{1f}' || \
             CASE WHEN file.quarantine IS NULL THEN file.content_type ELSE 'application/octet-stream' END \
             || '\u{1f}' || file.name, \
             '\u{1e}' ORDER BY comment_file.position) \
           FROM comment_file JOIN file ON file.id = comment_file.file_id WHERE comment_file.comment_id = c.id) AS files, \
         task.title AS task_title, deliverable.title AS deliverable_title"
    };
}
pub(crate) use comment_columns;

/// The joins for [`comment_columns`].
macro_rules! comment_joins {
    () => {
        " LEFT JOIN task ON task.id = c.task_id LEFT JOIN deliverable ON deliverable.id = c.deliverable_id "
    };
}
pub(crate) use comment_joins;

/// In SQL, the text of a message, or the names of its files where there is none (docs/REFERENCE.md#message-text).
pub(crate) const EXCERPT: &str = "COALESCE(NULLIF(comment.text, ''), \
     (SELECT STRING_AGG(file.name, ', ' ORDER BY comment_file.position) FROM comment_file \
      JOIN file ON file.id = comment_file.file_id WHERE comment_file.comment_id = comment.id), '')";

/// A comment, and whose it is.
pub(crate) struct CommentRow {
    pub(crate) client_id: ClientId,
    pub(crate) comment: Comment,
}

impl FromRow for CommentRow {
    fn from_row(row: &AnyRow) -> Result<Self, Fault> {
        Ok(Self { client_id: read(row, "client_id")?, comment: Comment::from_row(row)? })
    }
}

impl FromRow for Comment {
    fn from_row(row: &AnyRow) -> Result<Self, Fault> {
        let text = read(row, "text")?;
        let comment = Self::on(&entity(row)?, read(row, "id")?, read(row, "author")?, text, read(row, "created_at")?);
        Ok(Self { author_name: read(row, "author_name")?, files: files(row)?, pin: pin(row)?, ..comment })
    }
}

/// No part of a file has the control characters between them.
fn files(row: &AnyRow) -> Result<Vec<ShownFile>, Fault> {
    let Some(files) = read::<Option<String>>(row, "files")? else { return Ok(Vec::new()) };
    let file = |text: &str| {
        let mut parts = text.split('\u{1f}').map(str::to_owned);
        let mut part = || parts.next().unwrap_or_default();
        let (id, size) = (stored(part())?, part());
        let size = size.parse().map_err(|_| unreadable::<i64>())?;
        Ok(ShownFile { id, size, content_type: part(), name: stored(part())? })
    };
    files.split('\u{1e}').map(file).collect()
}

fn pin(row: &AnyRow) -> Result<Option<CommentPin>, Fault> {
    // Without its deliverable, which was deleted since, a place is none.
    let Some(deliverable_id) = read(row, "pin_deliverable_id")? else { return Ok(None) };
    let (version, x, y) = (read(row, "pin_version")?, read(row, "pin_x")?, read(row, "pin_y")?);
    Ok(Some(CommentPin::At(Pin { deliverable_id, version, x, y })))
}

/// The entity a comment is on, from the columns that are set (see `migrations/0002_conversations.sql`).
fn entity(row: &AnyRow) -> Result<Entity, Fault> {
    let Some(phase) = read(row, "phase_id")? else { return Ok(Entity::General(read(row, "client_id")?)) };
    let name = |column| Ok::<_, Fault>(read::<Option<String>>(row, column)?.unwrap_or_default());
    Ok(match (read(row, "task_id")?, read(row, "deliverable_id")?) {
        (None, _) => Entity::Phase(phase),
        (Some(id), None) => Entity::Task { id, phase, name: name("task_title")? },
        (Some::<TaskId>(_), Some(id)) => Entity::Deliverable { id, phase, name: name("deliverable_title")? },
    })
}

/// Oldest first.
pub(crate) fn sorted_comments(mut comments: Vec<Comment>) -> Vec<Comment> {
    comments.sort_by(|a, b| (a.created_at, a.id.as_str()).cmp(&(b.created_at, b.id.as_str())));
    comments
}
