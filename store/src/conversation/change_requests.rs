//! The client's request for changes to a deliverable.

use domain::audit::Action;
use domain::conversation::change_request::{self, SEPARATOR, VERSION};
use domain::id::DeliverableId;
use domain::{Author, Channel, DeliverableStatus, DomainError, MessageText, Timestamp};

use crate::conversation::messages::Writer;
use crate::db::cache_versions::Change;
use crate::db::{Tx, row_lock};
use crate::{ClientScope, Fault, Result, Store, audit};

impl Store {
    /// Requests changes to a deliverable that was sent and is not approved: sets its status, and adds the reason as a
    /// message of the client in the channel of the phase, in one transaction. If that message is the newest
    /// there since it was sent, as after a form sent twice, it is not added again. The message names the version, if there
    /// are several.
    ///
    /// # Errors
    /// [`DomainError::NotAllowed`], [`DomainError::UnknownDeliverable`], [`DomainError::AlreadyApproved`],
    /// [`DomainError::TakenBack`], [`DomainError::NewerVersion`] if `version` is given and not the newest, or a fault.
    pub async fn request_changes(
        &self,
        scope: &ClientScope,
        deliverable: &str,
        version: Option<i64>,
        reason: &MessageText,
    ) -> Result<()> {
        scope.check_can_approve()?;
        let deliverable = DeliverableId::parse(deliverable).map_err(|_| DomainError::UnknownDeliverable)?;
        let mut tx = self.db.write_shared(Change::Conversation(scope.id().clone())).await?;
        // Until the commit no version is added, and a concurrent equal request waits to see this one.
        row_lock::acquire(&mut tx, "deliverable", deliverable.as_str()).await?;
        let known: Option<(DeliverableStatus, Option<Timestamp>)> =
            tx.fetch_optional(STATUS, (&deliverable, scope.id())).await?;
        let newest_version = newest_version(&mut tx, &deliverable).await?;
        let is_newest = version.is_none_or(|version| version == newest_version.unwrap_or(1));
        let refusal = match known {
            None => Some(DomainError::UnknownDeliverable),
            Some((_, Some(_))) => Some(DomainError::AlreadyApproved),
            Some((DeliverableStatus::Pending, None)) => Some(DomainError::TakenBack),
            Some(_) => (!is_newest).then_some(DomainError::NewerVersion),
        };
        if let Some(refusal) = refusal {
            tx.rollback().await?;
            return Err(refusal.into());
        }
        let is_repeated = known.is_some_and(|(status, _)| status == DeliverableStatus::ChangesRequested);
        if !is_repeated {
            tx.execute(REQUEST, (&deliverable, self.clock.now())).await?;
        }
        // Nor does its task move to another phase.
        row_lock::acquire(&mut tx, "client", scope.id().as_str()).await?;
        let (title, channel) = title_and_channel(&mut tx, &deliverable).await?;
        let newest = newest_client_message(&mut tx, &channel).await?;
        let texts = change_request::messages(&title, newest_version, reason)
            .map_err(|_| Fault::because("a deliverable's title fits into no message"))?;
        if is_repeated && texts.last().is_some_and(|last| newest.as_deref() == Some(last.as_str())) {
            tx.commit().await?;
            return Ok(());
        }
        for text in texts {
            self.write_message(&mut tx, scope.id(), &channel, Writer::of(scope.person()), (&text).into(), None).await?;
        }
        let now = self.clock.now();
        audit::record(&mut tx, &scope.actor(), Action::ChangesRequested, deliverable.as_str(), &title, now).await?;
        Ok(tx.commit().await?)
    }
}

/// The number of the newest version; `None` while the deliverable is still its first.
async fn newest_version(tx: &mut Tx, deliverable: &DeliverableId) -> Result<Option<i64>, Fault> {
    tx.fetch_value("SELECT MAX(number) FROM deliverable_version WHERE deliverable_id = $1", [deliverable]).await
}

/// The condition that a message, the expression `text`, asks for changes of the deliverable with this `title`.
pub(crate) fn asks_for_changes(text: &str, title: &str) -> String {
    let begins_with =
        |after: &str| format!("SUBSTR({text}, 1, LENGTH({title}) + {}) = {title} || '{after}'", after.chars().count());
    format!("({} OR {})", begins_with(SEPARATOR), begins_with(VERSION))
}

/// The title of the deliverable, and the channel of its phase.
async fn title_and_channel(tx: &mut Tx, deliverable: &DeliverableId) -> Result<(String, Channel), Fault> {
    let sql = "SELECT deliverable.title, task.phase_id FROM deliverable \
         JOIN task ON task.id = deliverable.task_id WHERE deliverable.id = $1";
    let (title, phase) = tx.fetch_one(sql, [&deliverable]).await?;
    Ok((title, Channel::Phase(phase)))
}

/// The newest message of a phase's channel, if it is the client's.
async fn newest_client_message(tx: &mut Tx, channel: &Channel) -> Result<Option<String>, Fault> {
    let sql = "SELECT author, text FROM comment WHERE phase_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1";
    let newest: Option<(String, String)> = tx.fetch_optional(sql, [channel.key().as_str()]).await?;
    Ok(newest.filter(|(author, _)| author == Author::Client.as_str()).map(|(_, text)| text))
}

/// Of a deliverable of the client.
const STATUS: &str = "SELECT deliverable.status, deliverable.approved_at FROM deliverable \
     JOIN task ON task.id = deliverable.task_id JOIN phase ON phase.id = task.phase_id \
     JOIN project ON project.id = phase.project_id WHERE deliverable.id = $1 AND project.client_id = $2";

const REQUEST: &str = "UPDATE deliverable SET status = 'changes_requested', status_since = $2 WHERE id = $1";
