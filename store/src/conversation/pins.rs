//! What is written about places on pictures.

use domain::id::{ClientId, CommentId, DeliverableId, FileId, ProjectId};
use domain::{Author, Channel, Comment, DomainError, Pin, PinThread, pin_threads};

use crate::conversation::member_names;
use crate::db::Connection;
use crate::db::query::row;
use crate::db::rows::{comment_columns, comment_joins};
use crate::{ClientScope, Fault, Result, Store};

row! {
    /// Where a deliverable is.
    pub struct DeliverablePlace {
        pub project: ProjectId,
        phase: domain::id::PhaseId,
    }
}

impl DeliverablePlace {
    pub fn channel(&self) -> Channel {
        Channel::Phase(self.phase.clone())
    }
}

/// A message about a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PinnedMessage {
    pub client: ClientId,
    pub pin: Pin,
    /// That of its pin among those of the version, from 1.
    pub number: usize,
    /// The picture.
    pub file: FileId,
}

impl Store {
    /// Where a deliverable is that the client sees.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], or a fault.
    pub async fn deliverable_place(&self, scope: &ClientScope, id: &DeliverableId) -> Result<DeliverablePlace> {
        self.find_place(scope.id(), id).await
    }

    /// The channel of a deliverable that the client sees, for the agency.
    ///
    /// # Errors
    /// As [`Store::deliverable_place`].
    pub async fn channel_of_deliverable(&self, client: &ClientId, id: &DeliverableId) -> Result<Channel> {
        Ok(self.find_place(client, id).await?.channel())
    }

    async fn find_place(&self, client: &ClientId, id: &DeliverableId) -> Result<DeliverablePlace> {
        let found = self.db.readers().fetch_optional(PLACE, (id, client)).await?;
        Ok(found.ok_or(DomainError::UnknownRecord)?)
    }

    /// The pins of a version of a deliverable of the client, as `reader` sees who wrote.
    pub async fn pins(
        &self,
        scope: &ClientScope,
        deliverable: &DeliverableId,
        version: i64,
        reader: Author,
    ) -> Result<Vec<PinThread>> {
        let mut connection = self.db.readers().acquire().await?;
        let mut messages = pinned(&mut connection, scope.id(), deliverable, version).await?;
        if reader == Author::Client {
            member_names::hide_from_client(&mut connection, &mut messages).await?;
        }
        Ok(pin_threads(messages))
    }

    /// A message of the client that is about a place.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] if there is none, or its picture is gone; or a fault.
    pub async fn pinned_message_of_client(&self, scope: &ClientScope, id: &str) -> Result<PinnedMessage> {
        self.find_pinned(scope.id().as_str(), id).await
    }

    /// The same of any client, for the agency.
    pub async fn pinned_message(&self, id: &str) -> Result<PinnedMessage> {
        self.find_pinned("", id).await
    }

    /// `client` is empty for all of them.
    async fn find_pinned(&self, client: &str, id: &str) -> Result<PinnedMessage> {
        let id = CommentId::parse(id).map_err(|_| DomainError::UnknownRecord)?;
        let mut connection = self.db.readers().acquire().await?;
        let found: Option<(ClientId, DeliverableId, i64, FileId)> =
            connection.fetch_optional(PICTURE, (&id, client)).await?;
        let (client, deliverable, version, file) = found.ok_or(DomainError::UnknownRecord)?;
        let threads = pin_threads(pinned(&mut connection, &client, &deliverable, version).await?);
        let mut numbered = (1..).zip(threads);
        let found = numbered.find_map(|(number, thread)| {
            let message = thread.messages.into_iter().find(|message| message.id == id)?;
            Some((number, message.pin?.place()?.clone()))
        });
        let (number, pin) = found.ok_or(DomainError::UnknownRecord)?;
        Ok(PinnedMessage { client, pin, number, file })
    }
}

async fn pinned(
    connection: &mut Connection,
    client: &ClientId,
    deliverable: &DeliverableId,
    version: i64,
) -> std::result::Result<Vec<Comment>, Fault> {
    connection.fetch_all(PINNED, (client, deliverable, version)).await
}

const PLACE: &str = "SELECT phase.project_id AS project, phase.id AS phase FROM deliverable \
     JOIN task ON task.id = deliverable.task_id JOIN phase ON phase.id = task.phase_id \
     JOIN project ON project.id = phase.project_id \
     WHERE deliverable.id = $1 AND project.client_id = $2 AND deliverable.status <> 'pending'";

const PINNED: &str = concat!(
    "SELECT ",
    comment_columns!(),
    " FROM comment c",
    comment_joins!(),
    "WHERE c.client_id = $1 AND c.pin_deliverable_id = $2 AND c.pin_version = $3 ORDER BY c.created_at, c.id",
);

const PICTURE: &str = "SELECT comment.client_id, version.deliverable_id, version.number, version.file_id FROM comment \
     JOIN deliverable_version version ON version.deliverable_id = comment.pin_deliverable_id \
       AND version.number = comment.pin_version \
     WHERE comment.id = $1 AND ($2 = '' OR comment.client_id = $2) AND version.file_id IS NOT NULL";
