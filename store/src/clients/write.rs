//! Adding, changing and deleting clients.

use domain::audit::{Action, Actor};
use domain::clients::ClientDraft;
use domain::id::ClientId;
use domain::{Client, DomainError, Slug, Timestamp, Topic};

use super::card;
use crate::db::Tx;
use crate::db::row_lock;
use crate::people::forget_bounces;
use crate::search_index::{self, Index};
use crate::secrets;
use crate::{Fault, Result, Store, audit, form_version, tables};

impl Store {
    /// Adds a client with an id of [`crate::new_id`], and a new token and slug. A form sent twice adds one client.
    ///
    /// # Errors
    /// [`DomainError::Stale`] when another client has the id, as after the browser's Back, or a fault.
    pub async fn create_client(&self, id: &ClientId, draft: &ClientDraft) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Client).await?;
        if !insert(&mut tx, id, draft, self.clock.now()).await? {
            let stored = card::read(&mut tx, id).await?;
            let is_same = stored.is_some_and(|client| ClientDraft::from(&client) == *draft);
            return form_version::same_or_stale(is_same);
        }
        Ok(tx.commit().await?)
    }

    /// Saves the form of a client, if it was filled from the current version.
    pub async fn save_client(&self, by: &Actor, id: &ClientId, draft: &ClientDraft, seen: &str) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Client).await?;
        let client = lock_client(&mut tx, id).await?;
        let old = ClientDraft::from(&client);
        form_version::check_draft(&old, draft, seen)?;
        let codes_since = client.codes_since;
        let client = draft.client(client.id, client.token, client.slug, client.created_at);
        let client = Client { codes_since, ..client };
        tables::update(&mut tx, &client).await?;
        let changes = [
            (!draft.has_notifications_of(&old), Action::ClientNotificationsChanged),
            (draft.access != old.access, Action::AccessChanged),
        ];
        for (_, action) in changes.into_iter().filter(|(is_changed, _)| *is_changed) {
            audit::record(&mut tx, by, action, client.id.as_str(), &client.name, self.clock.now()).await?;
        }
        if draft.email != old.email {
            forget_bounces(&mut tx, &client.id, "").await?;
        }
        search_index::refresh(&mut tx, Index::Client, client.id.as_str()).await?;
        Ok(tx.commit().await?)
    }

    /// Deletes a client with all their records; the lead they were converted from stays.
    pub async fn delete_client(&self, by: &Actor, id: &ClientId) -> Result<()> {
        let mut tx = self.db.write().await?;
        lock_deliverables(&mut tx, id).await?;
        let Client { name, .. } = lock_client(&mut tx, id).await?;
        audit::record(&mut tx, by, Action::ClientDeleted, id.as_str(), &name, self.clock.now()).await?;
        tx.execute("DELETE FROM client WHERE id = $1", [&id]).await?;
        Ok(tx.commit().await?)
    }
}

/// Locks the client's deliverables. A change request locks the deliverable before the client; a deletion in
/// the opposite order could deadlock with it.
async fn lock_deliverables(tx: &mut Tx, client: &ClientId) -> Result<(), Fault> {
    let sql = "UPDATE deliverable SET id = id WHERE task_id IN (SELECT task.id FROM task \
         JOIN phase ON phase.id = task.phase_id JOIN project ON project.id = phase.project_id \
         WHERE project.client_id = $1)";
    tx.execute(sql, [&client]).await?;
    Ok(())
}

/// Locks the row of the client until `tx` ends and returns the client.
pub(super) async fn lock_client(tx: &mut Tx, id: &ClientId) -> Result<Client> {
    if !row_lock::acquire(tx, "client", id.as_str()).await? {
        return Err(DomainError::UnknownRecord.into());
    }
    Ok(card::read(tx, id).await?.ok_or(DomainError::UnknownRecord)?)
}

/// Inserts a client; false when the id exists.
pub(crate) async fn insert(tx: &mut Tx, id: &ClientId, draft: &ClientDraft, now: Timestamp) -> Result<bool, Fault> {
    loop {
        let slug = free_slug(tx, &draft.name).await?;
        if tables::insert(tx, &draft.client(id.clone(), secrets::token(), slug, now)).await? {
            search_index::refresh(tx, Index::Client, id.as_str()).await?;
            return Ok(true);
        }
        // Either the id exists, or another transaction took the slug.
        if card::read(tx, id).await?.is_some() {
            return Ok(false);
        }
    }
}

/// A new slug for `name` that is neither a slug nor a token: `/c/{key}` accepts both.
pub(super) async fn free_slug(tx: &mut Tx, name: &str) -> Result<Slug, Fault> {
    loop {
        let slug = secrets::slug(name);
        let sql =
            "SELECT id FROM client WHERE slug = $1 OR token = $1 UNION ALL SELECT id FROM contact WHERE token = $1";
        let taken: Option<String> = tx.fetch_optional_value(sql, [&slug]).await?;
        if taken.is_none() {
            return Ok(slug);
        }
    }
}
