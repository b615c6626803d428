//! Polling: what is new in the chat of a project, from memory while nothing of the client has changed.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::id::{ClientId, PersonId, PhaseId, ProjectId};
use domain::{ApprovalEvent, Channel, Comment, DomainError, Timestamp};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::conversation::channels::BEFORE_ALL;
use crate::conversation::read_receipts::stored_key;
use crate::conversation::{member_names, read_receipts};
use crate::db::Connection;
use crate::db::query::row;
use crate::db::rows::{comment_columns, comment_joins, sorted_comments, stored};
use crate::metrics::{POLLS_FROM_DATABASE, POLLS_FROM_MEMORY};
use crate::{ClientScope, Error, Fault, Result, Store};

/// The result of a poll (docs/REFERENCE.md#get-apiclientchat). Receipts and approvals are kept in memory as the JSON of the
/// response, which is a fraction of the maps it is made of.
#[derive(Debug, Clone)]
pub struct Poll {
    /// The comments of the project's chat, oldest first.
    pub comments: Vec<Comment>,
    /// The person's read receipts, of all their channels and not only the project's: an object of times by channel.
    pub person_reads: Arc<RawValue>,
    pub project: Arc<ProjectReceipts>,
}

/// What a poll returns of a project to everybody of the client.
#[derive(Debug)]
pub struct ProjectReceipts {
    /// The agency's read receipts of General and the phases of the project: an object of times by channel.
    pub agency_reads: Box<RawValue>,
    /// A list of every [`ApprovalEvent`] in the project.
    pub approvals: Box<RawValue>,
    pub approval_count: usize,
}

/// Whose project is polled.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PolledProject {
    client: ClientId,
    project: ProjectId,
}

impl Store {
    /// The comments of `project` (its phases, General, and old comments on its tasks and deliverables) made
    /// after `since`; those of General alone if it is the client's id.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`], or a fault.
    pub async fn poll(&self, scope: &ClientScope, project: &str, since: Option<Timestamp>) -> Result<Poll> {
        let project = ProjectId::parse(project).map_err(|_| DomainError::UnknownProject)?;
        let (person, polled) = (scope.person().id(), PolledProject { client: scope.id().clone(), project });
        if let Some(poll) = self.cached_poll(&person, &polled, since).await {
            POLLS_FROM_MEMORY.inc();
            return Ok(poll);
        }
        POLLS_FROM_DATABASE.inc();
        let person_reads = self.person_reads(scope, &person).await?;
        let project = self.project_receipts(scope, &polled).await?;
        let recent = self.recent_comments(scope.id()).await?;
        let comments = match recent.of_project_since(&polled.project, since) {
            Some(comments) => comments,
            None => self.comments_since(scope.id(), &polled.project, since).await?,
        };
        Ok(Poll { comments, person_reads, project })
    }

    /// The poll, if all of it is kept.
    async fn cached_poll(&self, person: &PersonId, polled: &PolledProject, since: Option<Timestamp>) -> Option<Poll> {
        if !self.db.is_cache_current().await {
            return None;
        }
        let versions = self.db.cache_versions();
        let (version, messages) = (versions.version(&polled.client), versions.messages_version(&polled.client));
        let person_reads = self.caches.person_reads.get(version, person)?;
        let project = self.caches.project_receipts.get(version, polled)?;
        let recent = self.caches.recent_comments.get(version, &polled.client)?;
        let comments = recent.of_project_since(&polled.project, since).filter(|_| recent.are_complete(messages))?;
        Some(Poll { comments, person_reads, project })
    }

    async fn person_reads(&self, scope: &ClientScope, person: &PersonId) -> Result<Arc<RawValue>> {
        let read = Box::pin(async {
            let mut connection = self.db.readers().acquire().await?;
            let reads = read_receipts::of_person(&mut connection, scope.person()).await?;
            Ok(Arc::from(as_json(&reads)?))
        });
        self.db.get_or_read_of(scope.id(), &self.caches.person_reads, person, read).await
    }

    async fn project_receipts(&self, scope: &ClientScope, polled: &PolledProject) -> Result<Arc<ProjectReceipts>> {
        let read = Box::pin(async {
            self.check_project(scope, &polled.project).await?;
            let mut connection = self.db.readers().acquire().await?;
            Ok(Arc::new(read_project(&mut connection, polled).await?))
        });
        self.db.get_or_read_of(scope.id(), &self.caches.project_receipts, polled, read).await
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

impl ProjectReceipts {
    /// In bytes of JSON.
    pub(crate) fn weight(&self) -> u64 {
        (self.agency_reads.get().len() + self.approvals.get().len()) as u64
    }
}

/// Receipts and approvals in one statement. Of the approvals are the phase, the time, and what they are of.
const PROJECT_RECEIPTS: &str = "SELECT seen.channel_key AS channel, seen.read_at AS at, CAST(NULL AS TEXT) AS id, \
       CAST(NULL AS TEXT) AS title, CAST(NULL AS TEXT) AS approved_by \
     FROM admin_channel_read seen LEFT JOIN phase ON phase.id = seen.phase_id \
     WHERE seen.client_id = $1 AND (seen.phase_id IS NULL OR phase.project_id = $2) \
     UNION ALL SELECT task.phase_id, deliverable.approved_at, deliverable.id, deliverable.title, \
       NULLIF(deliverable.approved_by, client.name) \
     FROM phase JOIN task ON task.phase_id = phase.id JOIN deliverable ON deliverable.task_id = task.id \
     JOIN project ON project.id = phase.project_id JOIN client ON client.id = project.client_id \
     WHERE phase.project_id = $2 AND project.client_id = $1 AND deliverable.approved_at IS NOT NULL";

row! {
    struct ReceiptRow {
        channel: String,
        at: Timestamp,
        /// Of what was approved; none of a read receipt.
        id: Option<String>,
        title: Option<String>,
        approved_by: Option<String>,
    }
}

async fn read_project(connection: &mut Connection, polled: &PolledProject) -> Result<ProjectReceipts, Fault> {
    let (mut agency_reads, mut approvals) = (BTreeMap::new(), Vec::new());
    for row in connection.fetch_all::<ReceiptRow>(PROJECT_RECEIPTS, (&polled.client, &polled.project)).await? {
        if row.id.is_none() {
            agency_reads.insert(stored_key(&row.channel, &polled.client)?, row.at);
        } else {
            approvals.push(row.approval()?);
        }
    }
    Ok(ProjectReceipts {
        agency_reads: as_json(&agency_reads)?,
        approvals: as_json(&approvals)?,
        approval_count: approvals.len(),
    })
}

fn as_json(value: &impl Serialize) -> Result<Box<RawValue>, Fault> {
    to_raw_value(value).map_err(|error| Fault::because(format!("what a poll returns has no JSON form: {error}")))
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
