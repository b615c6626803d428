//! Adding and deleting the activities in a lead's history.

use domain::audit::{Action, Actor};
use domain::id::{ActivityId, LeadId};
use domain::{ActivityDraft, DomainError, Topic};

use super::row::lock_lead;
use crate::db::rows::stored;
use crate::{Result, Store, audit, secrets, tables};

impl Store {
    /// Adds an activity with the id of its form; a form sent twice adds one, with other content, as after the browser's
    /// Back, another. A call or a message of the agency counts as a contact.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] for no such lead, or an id of another lead's activity; or a fault.
    pub async fn add_activity(&self, by: &Actor, lead: &LeadId, id: &ActivityId, draft: &ActivityDraft) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        let lead = lock_lead(&mut tx, lead).await?;
        let existing: Option<(String, bool)> = tx.fetch_optional(WITH_ID, (id, &draft.kind, &draft.text)).await?;
        let id = match existing {
            Some((owner, _)) if owner != lead.id.as_str() => return Err(DomainError::UnknownRecord.into()),
            Some((_, true)) => return Ok(()),
            Some((_, false)) => stored(secrets::id())?,
            None => id.clone(),
        };
        if !tables::insert(&mut tx, &draft.activity(id, lead.id.clone(), by.author_name(), now)).await? {
            return Err(DomainError::UnknownRecord.into());
        }
        if draft.is_contact() && lead.last_contact_date < now {
            tx.execute("UPDATE lead SET last_contact_date = $1 WHERE id = $2", (now, &lead.id)).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Deletes an activity of this lead, also one that came from a delivery.
    pub async fn delete_activity(&self, by: &Actor, lead: &LeadId, id: &ActivityId) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        let lead = lock_lead(&mut tx, lead).await?;
        let sql = "DELETE FROM activity WHERE id = $1 AND lead_id = $2";
        let deleted = tx.execute(sql, (&id, &lead.id)).await?;
        if deleted == 0 {
            return Err(DomainError::UnknownRecord.into());
        }
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::ActivityDeleted, id.as_str(), &lead.name, now).await?;
        Ok(tx.commit().await?)
    }
}

/// The lead of the activity with an id, and whether its content is the same.
const WITH_ID: &str = "SELECT lead_id, CASE WHEN kind = $2 AND text = $3 THEN 1 ELSE 0 END FROM activity WHERE id = $1";
