//! Settings: what the agency chose.

use domain::{Language, Refusal};

use crate::{Result, Store};

impl Store {
    /// The language of admin and public pages (CONTRACT §4).
    ///
    /// # Errors
    /// A fault.
    pub async fn language(&self) -> Result<Language> {
        let chosen = self.setting("language").await?;
        Ok(chosen.and_then(|language| language.parse().ok()).unwrap_or_default())
    }

    /// The value of a setting.
    ///
    /// # Errors
    /// A fault.
    pub async fn setting(&self, key: &str) -> Result<Option<String>> {
        Ok(sqlx::query_scalar("SELECT value FROM setting WHERE key = $1")
            .bind(key)
            .fetch_optional(self.db.readers())
            .await?)
    }

    /// Sets a setting.
    ///
    /// # Errors
    /// [`Refusal::NulInText`] for a value with a NUL, or a fault.
    pub async fn set_setting(&self, key: &str, value: &str) -> Result<()> {
        if value.contains('\0') {
            return Err(Refusal::NulInText.into());
        }
        sqlx::query(
            "INSERT INTO setting (key, value) VALUES ($1, $2) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        )
        .bind(key)
        .bind(value)
        .execute(self.db.writers())
        .await?;
        Ok(())
    }
}
