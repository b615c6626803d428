//! Forms that were refused, kept for the page that shows them again: without scripts, and whatever
//! their length, nothing that was typed is lost.

use domain::{Timestamp, Unsaved};

use crate::auth::secrets;
use crate::{Fault, Result, Store};

/// How long a refused form is kept, in milliseconds: one day.
const KEPT_FOR: i64 = 24 * 60 * 60 * 1_000;

impl Store {
    /// Keeps a refused form, and gives the name under which [`Store::unsaved`] finds it.
    ///
    /// # Errors
    /// A fault.
    pub async fn keep_unsaved(&self, unsaved: &Unsaved) -> Result<String> {
        // As JSON, where a NUL is written \u0000: PostgreSQL could not keep it otherwise.
        let form = serde_json::to_string(unsaved).map_err(|_| Fault::because("a form is no JSON"))?;
        let (id, now) = (secrets::secret(), self.clock.now());
        let mut tx = self.db.write().await?;
        sqlx::query("DELETE FROM unsaved_form WHERE created_at < $1")
            .bind(oldest_kept(now))
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

    /// The refused form of this name, while it is kept.
    ///
    /// # Errors
    /// A fault.
    pub async fn unsaved(&self, id: &str) -> Result<Option<Unsaved>> {
        if id.contains('\0') {
            return Ok(None);
        }
        let form: Option<String> =
            sqlx::query_scalar("SELECT form FROM unsaved_form WHERE id = $1 AND created_at >= $2")
                .bind(id)
                .bind(oldest_kept(self.clock.now()))
                .fetch_optional(self.db.readers())
                .await?;
        Ok(form.and_then(|form| serde_json::from_str(&form).ok()))
    }
}

fn oldest_kept(now: Timestamp) -> i64 {
    now.as_millis().saturating_sub(KEPT_FOR)
}
