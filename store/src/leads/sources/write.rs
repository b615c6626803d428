//! Making, changing and deleting sources.

use domain::DomainError;
use domain::audit::{Action, Actor};
use domain::id::SourceId;
use domain::leads::{LeadSource, Mapping, SourceDraft};

use super::row::held;
use crate::auth::secrets;
use crate::db::Tx;
use crate::db::rows::stored;
use crate::{Fault, Result, Store, audit, form_version, tables};

impl Store {
    /// Makes a source with the id its form was given and an address of its own; a form sent twice makes
    /// one.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`] for what is no id, or a fault.
    pub async fn create_source(&self, by: &Actor, id: &str, draft: &SourceDraft) -> Result<SourceId> {
        let id = SourceId::parse(id).map_err(|_| DomainError::UnknownRecord)?;
        let now = self.clock.now();
        let mut tx = self.db.write().await?;
        let source = draft.source(id.clone(), stored(secrets::secret())?, Mapping::default(), now);
        if tables::insert_with(&mut tx, &source, &[("received", 0), ("taken_in", 0)]).await? {
            audit::record(&mut tx, by, Action::SourceCreated, id.as_str(), &draft.name, now).await?;
        }
        tx.commit().await?;
        Ok(id)
    }

    /// Saves what the form about a source edits, if it stands as it did when the form was filled
    /// (`SourceCard::version`). What stands so already may be saved again.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::Stale`], or a fault.
    pub async fn save_source(&self, by: &Actor, id: &str, draft: &SourceDraft, seen: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        let source = named(&mut tx, id).await?;
        let standing = SourceDraft::from(&source);
        if *draft == standing {
            return Ok(tx.rollback().await?);
        }
        form_version::check(&standing, seen)?;
        let LeadSource { id, key, mapping, created_at, .. } = source;
        let source = draft.source(id, key, mapping, created_at);
        tables::update(&mut tx, &source).await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::SourceChanged, source.id.as_str(), &draft.name, now).await?;
        Ok(tx.commit().await?)
    }

    /// Saves which places of a body are which fields, over the mapping that was seen
    /// (`SourceCard::mapping_version`).
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], [`DomainError::Stale`], or a fault.
    pub async fn save_mapping(&self, by: &Actor, id: &str, mapping: &Mapping, seen: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        let source = named(&mut tx, id).await?;
        if *mapping == source.mapping {
            return Ok(tx.rollback().await?);
        }
        form_version::check(&source.mapping, seen)?;
        sqlx::query("UPDATE lead_source SET mapping = $1 WHERE id = $2")
            .bind(json(mapping)?)
            .bind(source.id.as_str())
            .execute(&mut *tx)
            .await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::SourceChanged, source.id.as_str(), &source.name, now).await?;
        Ok(tx.commit().await?)
    }

    /// Gives a source a new address, unless the one that was seen (`SourceCard::key_version`) is gone
    /// already, as after a form sent twice. The old one stops with the commit.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], or a fault.
    pub async fn rotate_source_key(&self, by: &Actor, id: &str, seen: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        // A new key waits for every delivery that is being stored, because those refer to the source; and
        // each of them waits for the source, to be counted.
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        let source = named(&mut tx, id).await?;
        if form_version::of(&source.key)? != seen {
            return Ok(tx.rollback().await?);
        }
        sqlx::query("UPDATE lead_source SET key = $1 WHERE id = $2")
            .bind(secrets::secret())
            .bind(source.id.as_str())
            .execute(&mut *tx)
            .await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::SourceKeyRotated, source.id.as_str(), &source.name, now).await?;
        Ok(tx.commit().await?)
    }

    /// Deletes a source with the deliveries kept of it; leads stay.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`], or a fault.
    pub async fn delete_source(&self, by: &Actor, id: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        // Who settles a delivery holds that first and its source last; deleting goes the other way.
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        let source = named(&mut tx, id).await?;
        sqlx::query("DELETE FROM lead_source WHERE id = $1")
            .bind(source.id.as_str())
            .execute(&mut *tx)
            .await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::SourceDeleted, source.id.as_str(), &source.name, now).await?;
        Ok(tx.commit().await?)
    }
}

/// The source a form names, held.
async fn named(tx: &mut Tx, id: &str) -> Result<LeadSource> {
    let id = SourceId::parse(id).map_err(|_| DomainError::UnknownRecord)?;
    held(tx, id.as_str()).await
}

fn json(mapping: &Mapping) -> Result<String, Fault> {
    serde_json::to_string(mapping).map_err(|_| Fault::because("a mapping is no JSON"))
}
