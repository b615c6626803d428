//! Creating, editing, moving and deleting leads.

use domain::audit::{Action, Actor};
use domain::id::LeadId;
use domain::{ActivityDraft, ActivityKind, DomainError, Lead, LeadDraft, LeadStatus, Problem, Problems, Topic};

use super::merge;
use super::row::{self, lock_lead};
use crate::db::Tx;
use crate::db::rows::stored;
use crate::search_index::{self, Index};
use crate::{Error, Fault, Result, Store, audit, form_version, secrets, tables};

impl Store {
    /// Creates a lead with the id of its form; a form sent twice creates one. If that lead was merged since,
    /// returns the lead it was merged into. Its history begins with `message`.
    ///
    /// # Errors
    /// [`Error::Invalid`] when another lead has the e-mail, [`DomainError::Stale`] when the lead has other content, as after
    /// the browser's Back, or a fault.
    pub async fn create_lead(&self, id: LeadId, draft: &LeadDraft, message: Option<&str>) -> Result<LeadId> {
        let zone = self.zone().await?;
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        if let Some(merged) = merge::lead_of_duplicate(&mut tx, &id).await? {
            return Ok(merged);
        }
        let now = self.clock.now();
        let is_new = tables::insert(&mut tx, &draft.lead(id.clone(), now)).await?;
        if is_new {
            if let Some(text) = message {
                let (kind, text) = (ActivityKind::Message, text.to_owned());
                let activity = ActivityDraft { kind, text }.activity(stored(secrets::id())?, id.clone(), None, now);
                tables::insert(&mut tx, &activity).await?;
            }
            search_index::refresh(&mut tx, Index::Lead, id.as_str()).await?;
        } else {
            let lead = row::find(&mut tx, &id).await?.ok_or_else(email_taken)?;
            let current = LeadDraft::from(&lead);
            let is_same =
                draft.clone().with_moment_of(&current, &zone) == current && has_text(&mut tx, &id, message).await?;
            return form_version::same_or_stale(is_same).map(|()| id);
        }
        tx.commit().await?;
        Ok(id)
    }

    /// Saves the form of a lead, if the lead has not changed since the form was filled. Saving the current
    /// values again succeeds.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::Stale`], [`Error::Invalid`] when another lead has the
    /// e-mail, or a fault.
    pub async fn save_lead(&self, id: &LeadId, draft: LeadDraft, seen: &str) -> Result<()> {
        let zone = self.zone().await?;
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        let lead = lock_lead(&mut tx, id).await?;
        let current = LeadDraft::from(&lead);
        let draft = draft.with_moment_of(&current, &zone);
        if draft == current {
            return Ok(());
        }
        form_version::check(&current, seen)?;
        update(&mut tx, lead, &draft).await?;
        search_index::refresh(&mut tx, Index::Lead, id.as_str()).await?;
        Ok(tx.commit().await?)
    }

    /// Moves a lead from the status `from`, which the form showed, to `to`. Moving it to its current status
    /// succeeds.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::Stale`] when it now has a third status, or a fault.
    pub async fn move_lead(&self, id: &LeadId, from: LeadStatus, to: LeadStatus) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        let lead = lock_lead(&mut tx, id).await?;
        if lead.status == to {
            return Ok(());
        }
        if lead.status != from {
            return Err(DomainError::Stale.into());
        }
        tx.execute("UPDATE lead SET status = $1 WHERE id = $2", (&to, &id)).await?;
        Ok(tx.commit().await?)
    }

    /// The next step of a lead is done: it goes into the history, and the lead has none. Does nothing when it is not
    /// the one that was shown, as after a form sent twice. `seen_on` is the day that was shown with it, empty for none; without
    /// it any day will do.
    ///
    /// # Errors
    /// [`DomainError::Stale`] when the step has been moved to another day, [`DomainError::UnknownRecord`], or a fault.
    pub async fn finish_step(&self, by: &Actor, id: &LeadId, seen: &str, seen_on: Option<&str>) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        let lead = lock_lead(&mut tx, id).await?;
        let Some(step) = lead.next_step.filter(|step| step == seen) else { return Ok(tx.rollback().await?) };
        let on = lead.next_step_on.map(|on| on.to_string()).unwrap_or_default();
        if seen_on.is_some_and(|seen| seen != on) {
            return Err(DomainError::Stale.into());
        }
        let draft = ActivityDraft { kind: ActivityKind::Note, text: format!("✓ {step}") };
        let id_of_note = stored(secrets::id())?;
        let activity = draft.activity(id_of_note, lead.id, by.author_name(), self.clock.now());
        tables::insert(&mut tx, &activity).await?;
        tx.execute("UPDATE lead SET next_step = NULL, next_step_on = NULL WHERE id = $1", [&id]).await?;
        Ok(tx.commit().await?)
    }

    /// Deletes a lead with its activities and deliveries.
    pub async fn delete_lead(&self, by: &Actor, id: &LeadId) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        // Lock order: deliveries before leads. This deletes many deliveries.
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        let lead = lock_lead(&mut tx, id).await?;
        tx.execute("DELETE FROM lead WHERE id = $1", [&id]).await?;
        audit::record(&mut tx, by, Action::LeadDeleted, id.as_str(), &lead.name, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }
}

async fn update(tx: &mut Tx, lead: Lead, draft: &LeadDraft) -> Result<()> {
    let Lead { id, last_contact_date, client_id, created_at, .. } = lead;
    let edited = Lead { last_contact_date, client_id, ..draft.lead(id, created_at) };
    match tables::update(tx, &edited).await {
        // The e-mail is the only unique column; a delivery may insert it at any moment.
        Err(error) if error.is_unique_violation() => Err(email_taken()),
        result => Ok(result?),
    }
}

/// Whether `message`, if there is one, is in the history of the lead.
async fn has_text(tx: &mut Tx, lead: &LeadId, message: Option<&str>) -> Result<bool, Fault> {
    let Some(message) = message else { return Ok(true) };
    let sql = "SELECT COUNT(*) FROM activity WHERE lead_id = $1 AND text = $2";
    Ok(tx.fetch_value::<i64>(sql, (lead, message)).await? > 0)
}

fn email_taken() -> Error {
    Problems::one("email", Problem::Taken).into()
}
