//! Polling: what is new in the chat of a project, from memory while nothing of the client has changed.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use domain::id::{ClientId, PersonId, PhaseId, ProjectId};
use domain::{ApprovalEvent, Channel, ChannelKey, Comment, DomainError, Person, Timestamp};

use crate::conversation::channels::BEFORE_ALL;
use crate::conversation::member_names;
use crate::conversation::read_receipts::stored_key;
use crate::db::Connection;
use crate::db::query::row;
use crate::db::rows::{comment_columns, comment_joins, sorted_comments, stored};
use crate::metrics::{POLLS_FROM_DATABASE, POLLS_FROM_MEMORY};
use crate::{ClientScope, Error, Fault, Result, Store};

/// The result of a poll (docs/REFERENCE.md#get-apiclientchat).
#[derive(Debug, Clone)]
pub struct Poll {
    /// The comments of the project's chat, oldest first.
    pub comments: Vec<Comment>,
    pub receipts: Arc<PollReceipts>,
}

/// Who polls, and which project.
type Chat = (PersonId, ProjectId);

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

impl Store {
    /// The comments of `project` (its phases, General, and old comments on its tasks and deliverables) made
    /// after `since`; those of General alone if it is the client's id.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`], or a fault.
    pub async fn poll(&self, scope: &ClientScope, project: &str, since: Option<Timestamp>) -> Result<Poll> {
        let project = ProjectId::parse(project).map_err(|_| DomainError::UnknownProject)?;
        let chat = (scope.person().id(), project);
        if let Some(poll) = self.cached_poll(scope.id(), &chat, since).await {
            POLLS_FROM_MEMORY.inc();
            return Ok(poll);
        }
        POLLS_FROM_DATABASE.inc();
        let receipts = self.poll_receipts(scope, &chat).await?;
        let recent = self.recent_comments(scope.id()).await?;
        let comments = match recent.of_project_since(&chat.1, since) {
            Some(comments) => comments,
            None => self.comments_since(scope.id(), &chat.1, since).await?,
        };
        Ok(Poll { comments, receipts })
    }

    /// The poll, if all of it is kept.
    async fn cached_poll(&self, client: &ClientId, chat: &Chat, since: Option<Timestamp>) -> Option<Poll> {
        if !self.db.is_cache_current().await {
            return None;
        }
        let versions = self.db.cache_versions();
        let (version, messages) = (versions.version(client), versions.messages_version(client));
        let receipts = self.caches.receipts.get(version, chat)?;
        let recent = self.caches.recent_comments.get(version, client)?;
        let comments = recent.of_project_since(&chat.1, since).filter(|_| recent.are_complete(messages))?;
        Some(Poll { comments, receipts })
    }

    async fn poll_receipts(&self, scope: &ClientScope, chat: &Chat) -> Result<Arc<PollReceipts>> {
        let is_current = self.db.is_cache_current().await;
        let version = self.db.cache_versions().version(scope.id());
        if let Some(receipts) = self.caches.receipts.get(version, chat).filter(|_| is_current) {
            return Ok(receipts);
        }
        self.check_project(scope, &chat.1).await?;
        let mut connection = self.db.readers().acquire().await?;
        let receipts = Arc::new(receipts(&mut connection, scope.person(), &chat.1).await?);
        self.caches.receipts.insert(version, chat.clone(), receipts.clone());
        Ok(receipts)
    }

    /// More comments than are kept. One statement, hence one snapshot: a comment committed later has a later `created_at`
    /// than all comments of this result, so the next poll returns it.
    async fn comments_since(
        &self,
        client: &ClientId,
        project: &ProjectId,
        since: Option<Timestamp>,
    ) -> Result<Vec<Comment>> {
        let since = since.map_or(BEFORE_ALL, Timestamp::as_millis);
        let mut comments: Vec<Comment> = self.db.readers().fetch_all(COMMENTS_SINCE, (client, since, project)).await?;
        if !self.agency().await?.shows_member_names {
            member_names::hide(comments.iter_mut());
        }
        Ok(sorted_comments(comments))
    }

    /// That the project is the client's, or stands for General alone.
    async fn check_project(&self, scope: &ClientScope, project: &ProjectId) -> Result<()> {
        if project.as_str() == scope.id().as_str() {
            return Ok(());
        }
        let read = async {
            let sql = "SELECT client_id FROM project WHERE id = $1";
            let client: Option<ClientId> = self.db.readers().fetch_optional_value(sql, [project]).await?;
            Ok::<_, Error>(client.ok_or(DomainError::UnknownProject)?)
        };
        let client = self.db.get_or_read(&self.caches.project_clients, project, read).await?;
        if client == *scope.id() { Ok(()) } else { Err(DomainError::UnknownProject.into()) }
    }
}

/// Receipts and approvals in one statement. Of the approvals are the phase, the time, and what they are of.
macro_rules! receipts {
    ($table:literal, $reader:literal) => {
        concat!(
            "SELECT 'person' AS kind, seen.channel_key AS channel, seen.read_at AS at, CAST(NULL AS TEXT) AS id, \
               CAST(NULL AS TEXT) AS title, CAST(NULL AS TEXT) AS approved_by \
             FROM ", $table, " seen WHERE seen.", $reader, " = $1 \
             UNION ALL SELECT 'agency', seen.channel_key, seen.read_at, NULL, NULL, NULL \
             FROM admin_channel_read seen LEFT JOIN phase ON phase.id = seen.phase_id \
             WHERE seen.client_id = $2 AND (seen.phase_id IS NULL OR phase.project_id = $3) \
             UNION ALL SELECT 'approval', task.phase_id, deliverable.approved_at, deliverable.id, deliverable.title, \
               NULLIF(deliverable.approved_by, client.name) \
             FROM phase JOIN task ON task.phase_id = phase.id JOIN deliverable ON deliverable.task_id = task.id \
             JOIN project ON project.id = phase.project_id JOIN client ON client.id = project.client_id \
             WHERE phase.project_id = $3 AND deliverable.approved_at IS NOT NULL"
        )
    };
}

row! {
    struct ReceiptRow {
        kind: String,
        channel: String,
        at: Timestamp,
        id: Option<String>,
        title: Option<String>,
        approved_by: Option<String>,
    }
}

async fn receipts(connection: &mut Connection, person: &Person, project: &ProjectId) -> Result<PollReceipts, Fault> {
    let client = &person.client.id;
    let (sql, reader) = match &person.contact {
        None => (receipts!("client_channel_read", "client_id"), client.as_str()),
        Some(contact) => (receipts!("contact_channel_read", "contact_id"), contact.id.as_str()),
    };
    let mut receipts = PollReceipts::default();
    for row in connection.fetch_all::<ReceiptRow>(sql, (reader, client, project)).await? {
        match &*row.kind {
            "person" => drop(receipts.person.insert(stored_key(&row.channel, client)?, row.at)),
            "agency" => drop(receipts.agency.insert(stored_key(&row.channel, client)?, row.at)),
            _ => receipts.approvals.push(row.approval()?),
        }
    }
    Ok(receipts)
}

impl ReceiptRow {
    fn approval(self) -> Result<ApprovalEvent, Fault> {
        Ok(ApprovalEvent {
            channel_key: Channel::Phase(stored::<PhaseId>(self.channel)?).key(),
            id: stored(self.id.unwrap_or_default())?,
            title: self.title.unwrap_or_default(),
            approved_at: self.at,
            approved_by: self.approved_by,
        })
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
