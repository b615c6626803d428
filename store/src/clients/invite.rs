//! Inviting a client to the portal.

use domain::id::ClientId;
use domain::notifications::{Audience, Frequency, NotificationTopic};
use domain::{DomainError, Topic};

use super::write::lock_client;
use crate::{Result, Store, form_version};

impl Store {
    /// Sends the invitation that begins with `text` through the outbox; without a text the agency has sent it by
    /// other means. Does nothing when the one that was shown (`ClientCard::invitation_version`) was followed by
    /// another, as by a form sent twice.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::Stale`] when the client gets no e-mails, or a fault.
    pub async fn invite_client(&self, id: &ClientId, text: Option<&str>, seen: &str) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write_topic(Topic::Client).await?;
        let client = lock_client(&mut tx, id).await?;
        let sql = "SELECT invited_at FROM client WHERE id = $1";
        let invited_at: Option<i64> = tx.fetch_value(sql, [&id]).await?;
        if form_version::of(&invited_at)? != seen {
            return Ok(tx.rollback().await?);
        }
        if text.is_some() && (client.email.is_none() || client.notify == Frequency::Never) {
            return Err(DomainError::Stale.into());
        }
        let sql = "UPDATE client SET invited_at = $1, invitation = COALESCE($2, invitation) WHERE id = $3";
        tx.execute(sql, (now, text, &id)).await?;
        if text.is_some() {
            let topic = NotificationTopic::Invitation(id.clone());
            self.enqueue(&mut tx, &Audience::Person(id.clone().into()), &topic, now).await?;
        }
        Ok(tx.commit().await?)
    }
}
