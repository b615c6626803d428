//! The client's request for changes to a deliverable.

use domain::audit::Action;
use domain::conversation::change_request::{self, SEPARATOR, VERSION};
use domain::id::DeliverableId;
use domain::{Author, Channel, DomainError, MessageText};

use crate::conversation::messages::Writer;
use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::{ClientScope, Fault, Result, Store, audit};

impl Store {
    /// Requests changes to a deliverable that is not approved: sets its status, and adds the reason as a
    /// message of the client in the channel of the phase, in one transaction. If that message is the newest
    /// there, as after a form sent twice, it is not added again. The message names the version, if there are several.
    ///
    /// # Errors
    /// [`DomainError::NotAllowed`], [`DomainError::UnknownDeliverable`], [`DomainError::AlreadyApproved`],
    /// [`DomainError::NewerVersion`] if `version` is given and not the newest, or a fault.
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
        let updated = tx.execute(REQUEST, (&deliverable, &scope.id(), self.clock.now())).await?;
        if updated == 0 {
            tx.rollback().await?;
            let approved = self.approved_at(scope, &deliverable).await?;
            return Err(approved.map_or(DomainError::UnknownDeliverable, |_| DomainError::AlreadyApproved).into());
        }
        // The row of the deliverable is locked, so that no version is added meanwhile.
        let newest_version = newest_version(&mut tx, &deliverable).await?;
        if version.is_some_and(|version| version != newest_version.unwrap_or(1)) {
            tx.rollback().await?;
            return Err(DomainError::NewerVersion.into());
        }
        let (title, channel) = title_and_channel(&mut tx, &deliverable).await?;
        let newest = newest_client_message(&mut tx, &channel).await?;
        let texts = change_request::messages(&title, newest_version, reason)
            .map_err(|_| Fault::because("a deliverable's title fits into no message"))?;
        // The deliverable is locked until the commit, so a concurrent equal request sees this one.
        if texts.last().is_some_and(|last| newest.as_deref() == Some(last.as_str())) {
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

const REQUEST: &str = "UPDATE deliverable SET status = 'changes_requested', \
     status_since = CASE WHEN status = 'changes_requested' THEN status_since ELSE $3 END \
     WHERE id = $1 AND approved_at IS NULL AND task_id IN (\
       SELECT task.id FROM task JOIN phase ON phase.id = task.phase_id \
       JOIN project ON project.id = phase.project_id WHERE project.client_id = $2)";
