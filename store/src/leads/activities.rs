//! Adding and deleting the activities in a lead's history.

use domain::audit::{Action, Actor};
use domain::id::{ActivityId, LeadId};
use domain::{ActivityDraft, ActivityKind, DomainError, Topic};

use super::row::lock_lead;
use crate::{Result, Store, audit, form_version, tables};

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
        let is_same = |(owner, kind, text): (String, ActivityKind, String)| {
            if owner != lead.id.as_str() {
                return Err(DomainError::UnknownRecord.into());
            }
            Ok(ActivityDraft { kind, text } == *draft)
        };
        let Some(id) = form_version::free_id(&mut tx, WITH_ID, id, draft, is_same).await? else { return Ok(()) };
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

/// The lead of the activity with an id, and what it says.
const WITH_ID: &str = "SELECT lead_id, kind, text FROM activity WHERE id = $1";
