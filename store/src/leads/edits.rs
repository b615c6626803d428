//! What the agency does with a lead: make it, save it, move it along, delete it.

use domain::audit::{Action, Actor};
use domain::id::LeadId;
use domain::{DomainError, Lead, LeadDraft, LeadStatus, Problem, Problems};

use super::merge;
use super::row::{self, held};
use crate::db::Tx;
use crate::search_index::{self, Index};
use crate::{Error, Result, Store, audit, form_version, tables};

impl Store {
    /// Makes a lead with the id its form was given; a form sent twice makes one, also when that was merged
    /// into another since: then it is that one.
    ///
    /// # Errors
    /// [`Error::Invalid`] when another lead has the e-mail, [`DomainError::UnknownRecord`] for what is no
    /// id, or a fault.
    pub async fn create_lead(&self, id: &str, draft: &LeadDraft) -> Result<LeadId> {
        let id = LeadId::parse(id).map_err(|_| DomainError::UnknownRecord)?;
        let mut tx = self.db.write().await?;
        if let Some(kept) = merge::lead_of_gone(&mut tx, &id).await? {
            return Ok(kept);
        }
        let is_new = tables::insert(&mut tx, &draft.lead(id.clone(), self.clock.now())).await?;
        if is_new {
            search_index::refresh(&mut tx, Index::Lead, id.as_str()).await?;
        } else if row::find(&mut tx, id.as_str()).await?.is_none() {
            return Err(email_taken());
        }
        tx.commit().await?;
        Ok(id)
    }

    /// Saves what the form about a lead edits, if it stands as it did when the form was filled. What
    /// stands so already may be saved again.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::Stale`], [`Error::Invalid`] when another lead has the
    /// e-mail, or a fault.
    pub async fn save_lead(&self, id: &str, draft: LeadDraft, seen: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        let lead = held(&mut tx, id).await?;
        let standing = LeadDraft::from(&lead);
        let draft = draft.with_seconds_of(&standing);
        if draft == standing {
            return Ok(());
        }
        form_version::check(&standing, seen)?;
        update(&mut tx, lead, &draft).await?;
        search_index::refresh(&mut tx, Index::Lead, id).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Moves a lead from one status to another, if it stands where it was seen; to where it stands
    /// already it may be moved again.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::Stale`] when somebody moved it elsewhere, or a fault.
    pub async fn move_lead(&self, id: &str, from: LeadStatus, to: LeadStatus) -> Result<()> {
        let mut tx = self.db.write().await?;
        let lead = held(&mut tx, id).await?;
        if lead.status == to {
            return Ok(());
        }
        if lead.status != from {
            return Err(DomainError::Stale.into());
        }
        sqlx::query("UPDATE lead SET status = $1 WHERE id = $2")
            .bind(to.as_str())
            .bind(id)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Deletes a lead with all that happened, and what was delivered of it.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], or a fault.
    pub async fn delete_lead(&self, by: &Actor, id: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        // Who works on a delivery holds that before its lead; so does this, which takes many along.
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        let lead = held(&mut tx, id).await?;
        sqlx::query("DELETE FROM lead WHERE id = $1").bind(id).execute(&mut *tx).await?;
        audit::record(&mut tx, by, Action::LeadDeleted, id, &lead.name, self.clock.now()).await?;
        tx.commit().await?;
        Ok(())
    }
}

async fn update(tx: &mut Tx, lead: Lead, draft: &LeadDraft) -> Result<()> {
    let Lead { id, last_contact_date, client_id, created_at, .. } = lead;
    let edited = Lead { last_contact_date, client_id, ..draft.lead(id, created_at) };
    match tables::update(tx, &edited).await {
        // The e-mail is the one thing two leads cannot share; a delivery may bring it at any moment.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Err(email_taken()),
        done => Ok(done?),
    }
}

fn email_taken() -> Error {
    Problems::one("email", Problem::Taken).into()
}
