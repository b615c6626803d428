//! What the agency does with a lead: make it, save it, move it along, delete it.

use domain::audit::{Action, Actor};
use domain::id::LeadId;
use domain::{DomainError, EmailAddress, Lead, LeadDraft, LeadStatus, Problem, Problems, Timestamp};

use super::{merge, row};
use crate::db::Tx;
use crate::search_index::{self, Index};
use crate::{Error, Fault, Result, Store, audit, row_lock, version};

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
        let is_new = insert(&mut tx, &id, draft, self.clock.now()).await?;
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
        version::check(&standing, seen)?;
        update(&mut tx, &lead.id, &draft).await?;
        search_index::refresh(&mut tx, Index::Lead, lead.id.as_str()).await?;
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

/// The lead, which nobody else changes until `tx` ends.
pub(super) async fn held(tx: &mut Tx, id: &str) -> Result<Lead> {
    let id = LeadId::parse(id).map_err(|_| DomainError::UnknownRecord)?;
    if !row_lock::acquire(tx, "lead", id.as_str()).await? {
        return Err(DomainError::UnknownRecord.into());
    }
    Ok(row::find(tx, id.as_str()).await?.ok_or(DomainError::UnknownRecord)?)
}

/// Whether it was written; not if the id or the e-mail is there already.
async fn insert(tx: &mut Tx, id: &LeadId, draft: &LeadDraft, now: Timestamp) -> Result<bool, Fault> {
    let inserted = sqlx::query(
        "INSERT INTO lead \
         (id, name, email, phone, company, source, status, call_date, last_contact_date, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) ON CONFLICT DO NOTHING",
    )
    .bind(id.as_str())
    .bind(&draft.name)
    .bind(draft.email.as_ref().map(EmailAddress::as_str))
    .bind(draft.phone.as_deref())
    .bind(draft.company.as_deref())
    .bind(&draft.source)
    .bind(draft.status.as_str())
    .bind(draft.call_date.map(Timestamp::as_millis))
    .bind(now.as_millis())
    .execute(&mut **tx)
    .await?;
    Ok(inserted.rows_affected() > 0)
}

async fn update(tx: &mut Tx, id: &LeadId, draft: &LeadDraft) -> Result<()> {
    let updated = sqlx::query(
        "UPDATE lead SET name = $1, email = $2, phone = $3, company = $4, source = $5, status = $6, \
         call_date = $7 WHERE id = $8",
    )
    .bind(&draft.name)
    .bind(draft.email.as_ref().map(EmailAddress::as_str))
    .bind(draft.phone.as_deref())
    .bind(draft.company.as_deref())
    .bind(&draft.source)
    .bind(draft.status.as_str())
    .bind(draft.call_date.map(Timestamp::as_millis))
    .bind(id.as_str())
    .execute(&mut **tx)
    .await;
    match updated {
        // The e-mail is the one thing two leads cannot share; a delivery may bring it at any moment.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Err(email_taken()),
        Err(error) => Err(error.into()),
        Ok(_) => Ok(()),
    }
}

fn email_taken() -> Error {
    Problems::one("email", Problem::Taken).into()
}
