//! Refused forms, stored until the page shows them again, so that no input is lost without JavaScript,
//! however long it is.

use domain::{Timestamp, Unsaved};

use crate::auth::secrets;
use crate::db::cache_versions::Change;
use crate::{Fault, Result, Store};

/// How long a refused form is stored, in milliseconds: one day.
const RETENTION: i64 = 24 * 60 * 60 * 1_000;

impl Store {
    /// Stores a refused form and returns the id for [`Store::unsaved`].
    pub async fn store_unsaved_form(&self, unsaved: &Unsaved) -> Result<String> {
        // JSON writes a NUL as \u0000: PostgreSQL cannot store a NUL in text.
        let form =
            serde_json::to_string(unsaved).map_err(|_| Fault::because("a form cannot be serialized"))?;
        let (id, now) = (secrets::secret(), self.clock.now());
        let mut tx = self.db.write_shared(Change::Uncached).await?;
        sqlx::query("DELETE FROM unsaved_form WHERE created_at < $1")
            .bind(oldest_valid(now))
            .execute(&mut *tx)
            .await?;
        sqlx::query("INSERT INTO unsaved_form (id, form, created_at) VALUES ($1, $2, $3)")
            .bind(&id)
            .bind(form)
            .bind(now.as_millis())
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(id)
    }

    /// The refused form with this id, if it has not expired.
    pub async fn unsaved(&self, id: &str) -> Result<Option<Unsaved>> {
        if id.contains('\0') {
            return Ok(None);
        }
        let form: Option<String> =
            sqlx::query_scalar("SELECT form FROM unsaved_form WHERE id = $1 AND created_at >= $2")
                .bind(id)
                .bind(oldest_valid(self.clock.now()))
                .fetch_optional(self.db.readers())
                .await?;
        Ok(form.and_then(|form| serde_json::from_str(&form).ok()))
    }
}

fn oldest_valid(now: Timestamp) -> i64 {
    now.as_millis().saturating_sub(RETENTION)
}
