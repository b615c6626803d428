//! The client's chat: polling, posting messages, read receipts.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use domain::id::{CommentId, ProjectId};
use domain::{ApprovalEvent, Channel, ChannelKey, Comment, DomainError, Timestamp};

use crate::conversation::channels::BEFORE_ALL;
use crate::conversation::member_names;
use crate::conversation::message_queue::NewMessage;
use crate::conversation::messages::{self, MessageDraft, Writer};
use crate::conversation::read_receipts;
use crate::db::cache_versions::Change;
use crate::db::column::read;
use crate::db::query::row;
use crate::db::rows::{comment_columns, comment_joins, sorted_comments};
use crate::db::{Connection, Tx};
use crate::metrics::{POLLS_FROM_DATABASE, POLLS_FROM_MEMORY};
use crate::{ClientScope, Error, Fault, Result, Store};

/// The result of a poll (docs/REFERENCE.md#get-apiclientchat).
#[derive(Debug, Clone)]
pub struct Poll {
    /// The comments of the project's chat, oldest first.
    pub comments: Vec<Comment>,
    pub receipts: Arc<PollReceipts>,
}

/// What a poll returns beside messages.
#[derive(Debug, Default)]
pub struct PollReceipts {
    /// The person's read receipts, of all their channels and not only the project's.
    pub person: BTreeMap<ChannelKey, Timestamp>,
    /// The agency's read receipts of General and the phases of the project.
    pub agency: BTreeMap<ChannelKey, Timestamp>,
    /// Every approval in the project.
    pub approvals: Vec<ApprovalEvent>,
    /// The response to a poll without messages, without and with the agency's receipts; kept for the door
    /// that words it.
    pub idle_responses: [OnceLock<Bytes>; 2],
}

/// A poll without messages, kept in memory.
#[derive(Clone)]
pub(crate) struct IdlePoll {
    /// No comment of the project's chat is newer.
    newest: Timestamp,
    receipts: Arc<PollReceipts>,
}

impl Store {
    /// The comments of `project` (its phases, General, and old comments on its tasks and deliverables) made
    /// after `since`; those of General alone if it is the client's id.
    pub async fn poll(&self, scope: &ClientScope, project: &str, since: Option<Timestamp>) -> Result<Poll> {
        let project = ProjectId::parse(project).map_err(|_| DomainError::UnknownProject)?;
        let chat = (scope.person().id(), project);
        let is_current = self.db.is_cache_current().await;
        let version = self.db.cache_versions().version(scope.id());
        if is_current
            && let Some(since) = since
            && let Some(idle) = self.caches.polls.get(version, &chat).filter(|idle| idle.newest <= since)
        {
            POLLS_FROM_MEMORY.inc();
            return Ok(Poll { comments: Vec::new(), receipts: idle.receipts });
        }
        POLLS_FROM_DATABASE.inc();
        let poll = self.read_poll(scope, &chat.1, since).await?;
        let newest = poll.comments.last().map(|comment| comment.created_at).or(since).unwrap_or(Timestamp::MIN);
        self.caches.polls.insert(version, chat, IdlePoll { newest, receipts: poll.receipts.clone() });
        Ok(poll)
    }

    async fn read_poll(&self, scope: &ClientScope, project: &ProjectId, since: Option<Timestamp>) -> Result<Poll> {
        let mut connection = self.db.readers().acquire().await?;
        let sql = "SELECT id FROM project WHERE id = $1 AND client_id = $2";
        let found: Option<String> = connection.fetch_optional_value(sql, (project, scope.id())).await?;
        if found.is_none() && project.as_str() != scope.id().as_str() {
            return Err(DomainError::UnknownProject.into());
        }
        // One statement, hence one snapshot: a comment committed later has a later `created_at` than all
        // comments of this result, so the next poll returns it.
        let mut comments = connection
            .fetch_all::<Comment>(
                COMMENTS_SINCE,
                (&scope.id(), since.map_or(BEFORE_ALL, Timestamp::as_millis), &project),
            )
            .await?;
        member_names::hide_from_client(&mut connection, &mut comments).await?;
        let receipts = PollReceipts {
            person: read_receipts::of_person(&mut connection, scope.person()).await?,
            agency: read_receipts::agency_reads(&mut connection, scope.id(), project).await?,
            approvals: approvals(&mut connection, project).await?,
            idle_responses: [const { OnceLock::new() }; 2],
        };
        Ok(Poll { comments: sorted_comments(comments), receipts: Arc::new(receipts) })
    }

    /// Raises the person's read receipt of the channel to the earlier of now and `up_to`, never lowers it.
    /// Returns the stored receipt.
    pub async fn mark_read(&self, scope: &ClientScope, key: &str, up_to: Option<Timestamp>) -> Result<Timestamp> {
        let channel = Channel::named(key, scope.id()).ok_or(DomainError::UnknownChannel)?;
        let now = self.clock.now();
        let read_at = up_to.map_or(now, |up_to| up_to.min(now));
        read_receipts::mark_read(&self.db, scope.person(), &channel, read_at).await
    }

    /// Writes a message of a person. `key` becomes its id; if they have already written a message with
    /// this key, that one is returned unchanged. Retries therefore write it once.
    ///
    /// # Errors
    /// [`DomainError::NotAllowed`] when they may not write, [`DomainError::UnknownChannel`](domain::DomainError) when the channel is not the client's,
    /// [`DomainError::KeyTaken`](domain::DomainError) when another message has the key, [`DomainError::InvalidPin`],
    /// [`DomainError::UnknownFile`], or a fault.
    pub async fn post_message<'a>(
        &self,
        scope: &ClientScope,
        channel: &Channel,
        draft: impl Into<MessageDraft<'a>>,
        key: Option<CommentId>,
    ) -> Result<Comment> {
        scope.check_can_write()?;
        let draft = draft.into();
        let written = if draft.files.is_empty() && draft.pin.is_none() {
            let (scope, channel, text) = (scope.clone(), channel.clone(), draft.text.clone());
            self.write_queued(NewMessage { scope, channel, text, key: key.clone() }).await
        } else {
            let tx = self.db.write_shared(Change::Conversation(scope.id().clone())).await?;
            self.write_and_commit(tx, scope, channel, draft, key.clone()).await
        };
        match written {
            // A retry, it may be.
            Err(Error::Domain(DomainError::KeyTaken)) => {
                let comment = self.find_written(scope, key.as_ref()).await?;
                Ok(comment.ok_or(DomainError::KeyTaken)?)
            }
            written => written,
        }
    }

    /// Writes one message of a person, and ends the transaction.
    pub(super) async fn write_and_commit(
        &self,
        mut tx: Tx,
        scope: &ClientScope,
        channel: &Channel,
        draft: MessageDraft<'_>,
        key: Option<CommentId>,
    ) -> Result<Comment> {
        match self.write_message(&mut tx, scope.id(), channel, Writer::of(scope.person()), draft, key).await {
            Ok(comment) => {
                tx.commit().await?;
                Ok(comment)
            }
            Err(error) => {
                tx.rollback().await?;
                Err(error)
            }
        }
    }

    /// The message that the person has written with `key`, if any.
    async fn find_written(&self, scope: &ClientScope, key: Option<&CommentId>) -> Result<Option<Comment>> {
        let Some(key) = key else { return Ok(None) };
        let mut connection = self.db.readers().acquire().await?;
        Ok(messages::find_written(&mut connection, scope.id(), Writer::of(scope.person()), key).await?)
    }
}

async fn approvals(connection: &mut Connection, project: &ProjectId) -> Result<Vec<ApprovalEvent>, Fault> {
    let sql = "SELECT task.phase_id, deliverable.id, deliverable.title, deliverable.approved_at, \
         NULLIF(deliverable.approved_by, client.name) AS approved_by \
         FROM phase JOIN task ON task.phase_id = phase.id JOIN deliverable ON deliverable.task_id = task.id \
         JOIN project ON project.id = phase.project_id JOIN client ON client.id = project.client_id \
         WHERE phase.project_id = $1 AND deliverable.approved_at IS NOT NULL";
    connection.fetch_all(sql, [project]).await
}

row! {
    row => ApprovalEvent { id, title, approved_at, approved_by; channel_key: Channel::Phase(read(row, "phase_id")?).key() }
}

const COMMENTS_SINCE: &str = concat!(
    "SELECT ",
    comment_columns!(),
    " FROM comment c LEFT JOIN phase ON phase.id = c.phase_id",
    comment_joins!(),
    "WHERE c.client_id = $1 AND c.created_at > $2 AND (c.phase_id IS NULL OR phase.project_id = $3) \
     ORDER BY c.created_at, c.id",
);
