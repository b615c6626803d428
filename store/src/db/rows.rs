//! Parsing stored values, and the rows of comments. Values are validated before they are stored; one that
//! does not parse is a fault.

use std::str::FromStr;

use domain::{Comment, Entity, MessageText, Timestamp};
use sqlx::FromRow;

use crate::Fault;

pub(crate) fn stored<T: TryFrom<String>>(value: String) -> Result<T, Fault> {
    T::try_from(value).map_err(|_| unreadable::<T>())
}

pub(crate) fn stored_option<T: TryFrom<String>>(value: Option<String>) -> Result<Option<T>, Fault> {
    value.map(stored).transpose()
}

pub(crate) fn stored_enum<T: FromStr>(value: &str) -> Result<T, Fault> {
    value.parse().map_err(|_| unreadable::<T>())
}

fn unreadable<T>() -> Fault {
    Fault::because(format!("a stored value is no {}", std::any::type_name::<T>()))
}

/// The columns of a [`CommentRow`], from `comment c` with its task and deliverable.
macro_rules! comment_columns {
    () => {
        "c.id, c.client_id, c.phase_id, c.task_id, c.deliverable_id, c.author, c.text, c.created_at, \
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

#[derive(FromRow)]
pub(crate) struct CommentRow {
    id: String,
    client_id: String,
    phase_id: Option<String>,
    task_id: Option<String>,
    deliverable_id: Option<String>,
    author: String,
    text: String,
    created_at: i64,
    task_title: Option<String>,
    deliverable_title: Option<String>,
}

impl CommentRow {
    /// The id of the client it belongs to.
    pub(crate) fn client(&self) -> &str {
        &self.client_id
    }

    /// The entity it is on, from the columns that are set (see `migrations/0002_conversations.sql`).
    fn entity(&mut self) -> Result<Entity, Fault> {
        let Some(phase) = self.phase_id.take() else {
            return Ok(Entity::General(stored(std::mem::take(&mut self.client_id))?));
        };
        let phase = stored(phase)?;
        Ok(match (self.task_id.take(), self.deliverable_id.take()) {
            (None, _) => Entity::Phase(phase),
            (Some(task), None) => {
                Entity::Task { id: stored(task)?, phase, name: self.task_title.take().unwrap_or_default() }
            }
            (Some(_), Some(deliverable)) => Entity::Deliverable {
                id: stored(deliverable)?,
                phase,
                name: self.deliverable_title.take().unwrap_or_default(),
            },
        })
    }
}

impl TryFrom<CommentRow> for Comment {
    type Error = Fault;

    fn try_from(mut row: CommentRow) -> Result<Self, Fault> {
        let entity = row.entity()?;
        let text = MessageText::parse(&row.text).map_err(|_| unreadable::<MessageText>())?;
        let created_at = Timestamp::from_millis(row.created_at);
        Ok(Self::on(&entity, stored(row.id)?, stored_enum(&row.author)?, text, created_at))
    }
}

/// Parses all rows, oldest first.
pub(crate) fn sorted_comments(rows: Vec<CommentRow>) -> Result<Vec<Comment>, Fault> {
    let mut comments = rows.into_iter().map(Comment::try_from).collect::<Result<Vec<_>, _>>()?;
    comments.sort_by(|a, b| (a.created_at, a.id.as_str()).cmp(&(b.created_at, b.id.as_str())));
    Ok(comments)
}
