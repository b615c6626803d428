//! Creating, changing and deleting sources.

use domain::audit::{Action, Actor};
use domain::id::SourceId;
use domain::leads::{FormSettings, LeadSource, Mapping, SourceDraft};
use domain::{Problem, Problems, Topic};

use super::row::lock_source;
use crate::db::rows::stored;
use crate::secrets;
use crate::{Error, Fault, Result, Store, audit, form_version, tables};

impl Store {
    /// Creates a source with the id of its form and a new key; a form sent twice creates one.
    ///
    /// # Errors
    /// [`DomainError::Stale`](domain::DomainError) when the source has other content, as after the browser's Back, or a fault.
    pub async fn create_source(&self, by: &Actor, id: &SourceId, draft: &SourceDraft) -> Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        let source = draft.source(id.clone(), stored(secrets::secret())?, Mapping::default(), None, now);
        if !tables::insert_with(&mut tx, &source, &[("received", 0), ("taken_in", 0)]).await? {
            let is_same = SourceDraft::from(&lock_source(&mut tx, id).await?) == *draft;
            return form_version::same_or_stale(is_same);
        }
        audit::record(&mut tx, by, Action::SourceCreated, id.as_str(), &draft.name, now).await?;
        Ok(tx.commit().await?)
    }

    /// Saves the form of a source, if the source has not changed since the form was filled
    /// (`SourceCard::version`). Saving the current values again succeeds.
    ///
    /// # Errors
    /// [`Error::Invalid`] when a contact form becomes a webhook or the reverse: the key of a form is public, that of
    /// a webhook is not.
    pub async fn save_source(&self, by: &Actor, id: &SourceId, draft: &SourceDraft, seen: &str) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        let source = lock_source(&mut tx, id).await?;
        let current = SourceDraft::from(&source);
        if *draft == current {
            return Ok(tx.rollback().await?);
        }
        form_version::check(&current, seen)?;
        if draft.kind.is_form() != source.kind.is_form() {
            return Err(Error::Invalid(Problems::one("kind", Problem::NotOneOf)));
        }
        let LeadSource { id, key, mapping, form, created_at, .. } = source;
        let source = draft.source(id, key, mapping, form, created_at);
        tables::update(&mut tx, &source).await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::SourceChanged, source.id.as_str(), &draft.name, now).await?;
        Ok(tx.commit().await?)
    }

    /// Saves the mapping of a source, if the stored one is still the one that was shown
    /// (`SourceCard::mapping_version`).
    pub async fn save_mapping(&self, by: &Actor, id: &SourceId, mapping: &Mapping, seen: &str) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        let source = lock_source(&mut tx, id).await?;
        if *mapping == source.mapping {
            return Ok(tx.rollback().await?);
        }
        form_version::check(&source.mapping, seen)?;
        tx.execute("UPDATE lead_source SET mapping = $1 WHERE id = $2", (json(mapping)?, &source.id)).await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::SourceChanged, source.id.as_str(), &source.name, now).await?;
        Ok(tx.commit().await?)
    }

    /// Saves the settings of a contact form, if the stored ones are still those that were shown
    /// (`SourceCard::form_version`).
    pub async fn save_form_settings(
        &self,
        by: &Actor,
        id: &SourceId,
        settings: &FormSettings,
        seen: &str,
    ) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        let source = lock_source(&mut tx, id).await?;
        let form = Some(settings.clone()).filter(|settings| *settings != FormSettings::default());
        if form == source.form {
            return Ok(tx.rollback().await?);
        }
        form_version::check(&source.form, seen)?;
        let source = LeadSource { form, ..source };
        tables::update(&mut tx, &source).await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::SourceChanged, source.id.as_str(), &source.name, now).await?;
        Ok(tx.commit().await?)
    }

    /// Gives a source a new key, unless the one that was shown (`SourceCard::key_version`) was replaced
    /// already, as by a form sent twice. The old address stops working with the commit.
    pub async fn rotate_source_key(&self, by: &Actor, id: &SourceId, seen: &str) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        // Updating the key waits for transactions that insert a delivery, because those refer to the source;
        // and each of them waits for the row of the source to count. This prevents that deadlock.
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        let source = lock_source(&mut tx, id).await?;
        if form_version::of(&source.key)? != seen {
            return Ok(tx.rollback().await?);
        }
        tx.execute("UPDATE lead_source SET key = $1 WHERE id = $2", (secrets::secret(), &source.id)).await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::SourceKeyRotated, source.id.as_str(), &source.name, now).await?;
        Ok(tx.commit().await?)
    }

    /// Deletes a source with its deliveries; leads stay.
    pub async fn delete_source(&self, by: &Actor, id: &SourceId) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Lead).await?;
        // Processing locks the delivery first and its source last; this deletes in the opposite order.
        self.db.exclude_writers(&mut tx, &["lead_delivery"]).await?;
        let source = lock_source(&mut tx, id).await?;
        tx.execute("DELETE FROM lead_source WHERE id = $1", [&source.id]).await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::SourceDeleted, source.id.as_str(), &source.name, now).await?;
        Ok(tx.commit().await?)
    }
}

fn json(mapping: &Mapping) -> Result<String, Fault> {
    serde_json::to_string(mapping).map_err(|_| Fault::because("a mapping cannot be serialized"))
}
