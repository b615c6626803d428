//! Messages and read receipts, from the client's side.

use std::collections::BTreeMap;

use domain::id::{CommentId, ProjectId};
use domain::{Author, Channel, ChannelKey, Comment, DomainError, MessageText, Timestamp};

use crate::conversation::channels::BEFORE_ALL;
use crate::conversation::messages;
use crate::conversation::read_receipts::{self, Reader};
use crate::db::rows::{CommentRow, comment_columns, comment_joins, in_order};
use crate::{ClientScope, Error, Result, Store};

/// What a poll brings (docs/REFERENCE.md#get-apiclientchat).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Poll {
    /// The comments of the project's chat, oldest first.
    pub comments: Vec<Comment>,
    /// Up to when the client has read each channel; all the client's channels, not only the
    /// project's.
    pub reads: BTreeMap<ChannelKey, Timestamp>,
}

impl Store {
    /// The comments of `project` (its phases, General, and old comments on its tasks and
    /// deliverables) made strictly after `since`.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`](domain::DomainError) when it is not the client's, or a fault.
    pub async fn poll(&self, scope: &ClientScope, project: &str, since: Option<Timestamp>) -> Result<Poll> {
        let project = ProjectId::parse(project).map_err(|_| DomainError::UnknownProject)?;
        let mut connection = self.db.readers().acquire().await?;
        sqlx::query("SELECT id FROM project WHERE id = $1 AND client_id = $2")
            .bind(project.as_str())
            .bind(scope.id().as_str())
            .fetch_optional(&mut *connection)
            .await?
            .ok_or(DomainError::UnknownProject)?;
        // Of one statement: a comment that is committed meanwhile is in it or comes with the next
        // poll, since no later one can be in it without it.
        let comments = sqlx::query_as::<_, CommentRow>(COMMENTS_SINCE)
            .bind(scope.id().as_str())
            .bind(since.map_or(BEFORE_ALL, Timestamp::as_millis))
            .bind(project.as_str())
            .fetch_all(&mut *connection)
            .await?;
        let reads = read_receipts::reads(&mut connection, Reader::Client, scope.id()).await?;
        Ok(Poll { comments: in_order(comments)?, reads })
    }

    /// Records that the client has read the channel up to the earlier of now and `up_to`; never
    /// moves back. Gives where the record stands.
    ///
    /// # Errors
    /// [`DomainError::UnknownChannel`](domain::DomainError) when `key` is neither the client's id nor one
    /// of their phases, or a fault.
    pub async fn mark_read(
        &self,
        scope: &ClientScope,
        key: &str,
        up_to: Option<Timestamp>,
    ) -> Result<Timestamp> {
        let channel = Channel::named(key, scope.id()).ok_or(DomainError::UnknownChannel)?;
        let now = self.clock.now();
        let read_at = up_to.map_or(now, |up_to| up_to.min(now));
        read_receipts::mark_read(&self.db, Reader::Client, scope.id(), &channel, read_at).await
    }

    /// Up to when the agency has read General and the phases of `project`.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`](domain::DomainError) when `project` can name none, or a fault.
    pub async fn agency_reads(
        &self,
        scope: &ClientScope,
        project: &str,
    ) -> Result<BTreeMap<ChannelKey, Timestamp>> {
        let project = ProjectId::parse(project).map_err(|_| DomainError::UnknownProject)?;
        let mut connection = self.db.readers().acquire().await?;
        Ok(read_receipts::agency_reads(&mut connection, scope.id(), &project).await?)
    }

    /// Writes a message of the client. With a `key`, that is its id, and a message the client has
    /// written with the same key is given as it stands: however often and however fast it is sent, it
    /// is written once.
    ///
    /// # Errors
    /// [`DomainError::UnknownChannel`](domain::DomainError) when the channel is not the client's,
    /// [`DomainError::KeyTaken`](domain::DomainError) when somebody else's message has the key, or a fault.
    pub async fn post_message(
        &self,
        scope: &ClientScope,
        channel: &Channel,
        text: &MessageText,
        key: Option<CommentId>,
    ) -> Result<Comment> {
        if let Some(comment) = self.written(scope, key.as_ref()).await? {
            return Ok(comment);
        }
        let (client, now) = (scope.id(), self.clock.now());
        let mut tx = self.db.write().await?;
        match messages::write(&mut tx, client, channel, Author::Client, text, key.clone(), now).await {
            Ok(comment) => {
                tx.commit().await?;
                Ok(comment)
            }
            // Somebody was quicker, between the look and the writing; it may be the client themselves.
            Err(Error::Domain(DomainError::KeyTaken)) => {
                tx.rollback().await?;
                let comment = self.written(scope, key.as_ref()).await?;
                Ok(comment.ok_or(DomainError::KeyTaken)?)
            }
            Err(other) => Err(other),
        }
    }

    /// The message the client has written under `key`, if they have.
    async fn written(&self, scope: &ClientScope, key: Option<&CommentId>) -> Result<Option<Comment>> {
        let Some(key) = key else { return Ok(None) };
        let mut connection = self.db.readers().acquire().await?;
        Ok(messages::written(&mut connection, scope.id(), Author::Client, key).await?)
    }
}

const COMMENTS_SINCE: &str = concat!(
    "SELECT ",
    comment_columns!(),
    " FROM comment c LEFT JOIN phase ON phase.id = c.phase_id",
    comment_joins!(),
    "WHERE c.client_id = $1 AND c.created_at > $2 AND (c.phase_id IS NULL OR phase.project_id = $3) \
     ORDER BY c.created_at, c.id",
);
