//! People: in the modules below the agency's members, here the contacts of a client: adding, changing, deleting them, and
//! their addresses. Whatever ends an address ends it with the commit, because each request looks the person up.

pub(crate) mod assigned;
mod handover;
mod members;
mod passwords;
pub(crate) mod second_factor;

use domain::audit::{Action, Actor};
use domain::id::{ClientId, ContactId, PersonId};
use domain::notifications::{Audience, Frequency, NotificationTopic, Recipient};
use domain::people::{ContactCard, ContactDraft};
use domain::{Contact, DomainError, Timestamp, Topic};

use crate::auth::push_devices::remove_devices;
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
            "SELECT {}, last_visit_at, invited_at, {BOUNCE} AS bounce FROM contact WHERE client_id = $1 \
             ORDER BY created_at, id",
            Contact::COLUMNS
        );
        Ok(self.db.readers().fetch_all(sqlx::AssertSqlSafe(sql), [client]).await?)
    }

    /// Adds a contact with an id of [`crate::new_id`] and a new token, and sends the invitation that begins with
    /// `invitation`, unless one was sent. A form sent twice adds one contact.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::Stale`] when another contact has the id, as after the browser's Back, or
    /// who is invited gets no e-mails, or a fault.
    pub async fn create_contact(
        &self,
        id: &ContactId,
        client: &ClientId,
        draft: &ContactDraft,
        invitation: Option<&str>,
    ) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Client).await?;
        if !row_lock::acquire(&mut tx, "client", client.as_str()).await? {
            return Err(DomainError::UnknownRecord.into());
        }
        let contact = draft.contact(id.clone(), client.clone(), secrets::token(), self.clock.now());
        if !tables::insert(&mut tx, &contact).await? {
            let stored = lock(&mut tx, id).await?;
            if stored.client_id != *client || ContactDraft::from(&stored) != *draft {
                return Err(DomainError::Stale.into());
            }
        }
        let sql = "SELECT invited_at FROM contact WHERE id = $1";
        let invited_at: Option<i64> = tx.fetch_value(sql, [id]).await?;
        if let Some(text) = invitation.filter(|_| invited_at.is_none()) {
            self.send_invitation(&mut tx, contact, text).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Saves the form of a contact, if it was filled from the current version.
    pub async fn save_contact(&self, by: &Actor, id: &ContactId, draft: &ContactDraft, seen: &str) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Client).await?;
        let contact = lock(&mut tx, id).await?;
        let old = ContactDraft::from(&contact);
        form_version::check_draft(&old, draft, seen)?;
        let contact = draft.contact(contact.id, contact.client_id, contact.token, contact.created_at);
        tables::update(&mut tx, &contact).await?;
        if draft.notify != old.notify {
            let (action, now) = (Action::ClientNotificationsChanged, self.clock.now());
            audit::record(&mut tx, by, action, id.as_str(), &contact.name, now).await?;
        }
        if draft.email != old.email {
            forget_bounces(&mut tx, &contact.client_id, id.as_str()).await?;
        }
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
        let person = PersonId { client: contact.client_id, contact: Some(contact.id) };
        remove_devices(&mut tx, &Recipient::Client(person)).await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::TokenRotated, id.as_str(), &contact.name, now).await?;
        Ok(tx.commit().await?)
    }

    /// Sends the invitation that begins with `text` through the outbox, unless the one that was shown
    /// (`ContactCard::invitation_version`) was followed by another, as by a form sent twice.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::Stale`] when they get no e-mails, or a fault.
    pub async fn invite_contact(&self, id: &ContactId, text: &str, seen: &str) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Client).await?;
        let contact = lock(&mut tx, id).await?;
        let sql = "SELECT invited_at FROM contact WHERE id = $1";
        let invited_at: Option<i64> = tx.fetch_value(sql, [id]).await?;
        if form_version::of(&invited_at)? != seen {
            return Ok(tx.rollback().await?);
        }
        self.send_invitation(&mut tx, contact, text).await?;
        Ok(tx.commit().await?)
    }

    async fn send_invitation(&self, tx: &mut Tx, contact: Contact, text: &str) -> Result<()> {
        if contact.email.is_none() || contact.notify == Frequency::Never {
            return Err(DomainError::Stale.into());
        }
        let now = self.clock.now();
        let sql = "UPDATE contact SET invited_at = $1, invitation = $2 WHERE id = $3";
        tx.execute(sql, (now, text, &contact.id)).await?;
        let topic = NotificationTopic::Invitation(contact.client_id.clone());
        let person = PersonId { client: contact.client_id, contact: Some(contact.id) };
        Ok(self.enqueue(tx, &Audience::Person(person), &topic, now).await?)
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

/// Of the last e-mail to a contact that has come to its end.
const BOUNCE: &str = "(SELECT CASE WHEN last.is_bounce = 1 THEN last.reason END FROM notification last \
     WHERE last.contact_id = contact.id AND last.medium = 'email' AND last.state IN ('sent', 'failed') \
     ORDER BY last.id DESC LIMIT 1)";

impl FromRow for ContactCard {
    fn from_row(row: &sqlx::any::AnyRow) -> Result<Self, Fault> {
        let contact = Contact::from_row(row)?;
        let invited_at: Option<Timestamp> = read(row, "invited_at")?;
        Ok(Self {
            version: form_version::of(&ContactDraft::from(&contact))?,
            invitation_version: form_version::of(&invited_at.map(Timestamp::as_millis))?,
            token_version: form_version::of(&contact.token)?,
            last_visit: read(row, "last_visit_at")?,
            invited_at,
            bounce: read(row, "bounce")?,
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

/// The client, or this contact of theirs, has another address, of which nothing is known yet.
pub(crate) async fn forget_bounces(tx: &mut Tx, client: &ClientId, contact: &str) -> Result<(), Fault> {
    let sql = "UPDATE notification SET is_bounce = 0 \
         WHERE client_id = $1 AND recipient = 'client' AND is_bounce = 1 AND COALESCE(contact_id, '') = $2";
    tx.execute(sql, (client, contact)).await?;
    Ok(())
}
