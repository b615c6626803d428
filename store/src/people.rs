//! People: in the modules below the agency's members, here the contacts of a client: adding, changing, deleting them, and
//! their addresses. Whatever ends an address ends it with the commit, because each request looks the person up.

pub(crate) mod assigned;
mod members;
mod passwords;
pub(crate) mod second_factor;

use domain::audit::{Action, Actor};
use domain::id::{ClientId, ContactId};
use domain::people::{ContactCard, ContactDraft};
use domain::{Contact, DomainError, Topic};

use crate::db::Tx;
use crate::db::column::read;
use crate::db::query::FromRow;
use crate::db::row_lock;
use crate::tables::{Record as _, select_one};
use crate::{Fault, Result, Store, audit, form_version, secrets, tables};

impl Store {
    /// The contacts of a client, oldest first.
    pub async fn contacts(&self, client: &ClientId) -> Result<Vec<ContactCard>> {
        let sql = format!(
            "SELECT {}, last_visit_at, invited_at FROM contact WHERE client_id = $1 ORDER BY created_at, id",
            Contact::COLUMNS
        );
        Ok(self.db.readers().fetch_all(sqlx::AssertSqlSafe(sql), [client]).await?)
    }

    /// Adds a contact with an id of [`crate::new_id`] and a new token. Does nothing when the id exists, as after a form
    /// sent twice.
    pub async fn create_contact(&self, id: &ContactId, client: &ClientId, draft: &ContactDraft) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Client).await?;
        if !row_lock::acquire(&mut tx, "client", client.as_str()).await? {
            return Err(DomainError::UnknownRecord.into());
        }
        let contact = draft.contact(id.clone(), client.clone(), secrets::token(), self.clock.now());
        tables::insert(&mut tx, &contact).await?;
        Ok(tx.commit().await?)
    }

    /// Saves the form of a contact, if it was filled from the current version.
    pub async fn save_contact(&self, id: &ContactId, draft: &ContactDraft, seen: &str) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Client).await?;
        let contact = lock(&mut tx, id).await?;
        form_version::check(&ContactDraft::from(&contact), seen)?;
        let contact = draft.contact(contact.id, contact.client_id, contact.token, contact.created_at);
        tables::update(&mut tx, &contact).await?;
        Ok(tx.commit().await?)
    }

    /// Gives a contact a new token, unless the one that was shown (`ContactCard::token_version`) was replaced already, as
    /// by a form sent twice.
    pub async fn rotate_contact_token(&self, by: &Actor, id: &ContactId, seen: &str) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Client).await?;
        let contact = lock(&mut tx, id).await?;
        if form_version::of(&contact.token)? != seen {
            return Ok(tx.rollback().await?);
        }
        tx.execute("UPDATE contact SET token = $1 WHERE id = $2", (secrets::token().reveal(), id)).await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::TokenRotated, id.as_str(), &contact.name, now).await?;
        Ok(tx.commit().await?)
    }

    /// Deletes a contact. What they wrote and approved stays, with their name.
    pub async fn delete_contact(&self, by: &Actor, id: &ContactId) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Client).await?;
        let contact = lock(&mut tx, id).await?;
        tx.execute("DELETE FROM contact WHERE id = $1", [id]).await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::ContactDeleted, id.as_str(), &contact.name, now).await?;
        Ok(tx.commit().await?)
    }
}

impl FromRow for ContactCard {
    fn from_row(row: &sqlx::any::AnyRow) -> Result<Self, Fault> {
        let contact = Contact::from_row(row)?;
        Ok(Self {
            version: form_version::of(&ContactDraft::from(&contact))?,
            token_version: form_version::of(&contact.token)?,
            last_visit: read(row, "last_visit_at")?,
            invited_at: read(row, "invited_at")?,
            contact,
        })
    }
}

/// Locks the row of the contact until `tx` ends and returns the contact.
async fn lock(tx: &mut Tx, id: &ContactId) -> Result<Contact> {
    if !row_lock::acquire(tx, "contact", id.as_str()).await? {
        return Err(DomainError::UnknownRecord.into());
    }
    let contact = select_one(tx, "contact WHERE contact.id = $1", [id]).await?;
    Ok(contact.ok_or(DomainError::UnknownRecord)?)
}
