//! New addresses for a portal. The old ones stop with the commit, and with them every pass made of
//! them: pages and calls look the client up each time.

use domain::audit::{Action, Actor};
use sqlx::error::DatabaseError;

use super::write::{free_slug, held};
use crate::auth::secrets;
use crate::{Result, Store, audit, form_version};

impl Store {
    /// Gives a client a new token, unless the one that was seen (`ClientCard::token_version`) is
    /// gone already, as after a form sent twice.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`](domain::DomainError), or a fault.
    pub async fn rotate_token(&self, by: &Actor, id: &str, seen: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        let client = held(&mut tx, id).await?;
        if form_version::of(&client.token)? != seen {
            return Ok(tx.rollback().await?);
        }
        sqlx::query("UPDATE client SET token = $1 WHERE id = $2")
            .bind(secrets::token().reveal())
            .bind(client.id.as_str())
            .execute(&mut *tx)
            .await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::TokenRotated, client.id.as_str(), &client.name, now).await?;
        Ok(tx.commit().await?)
    }

    /// Gives a client a new slug made of the name they have now, unless the one that was seen
    /// (`ClientCard::slug_version`) is gone already.
    ///
    /// # Errors
    /// [`DomainError::UnknownRecord`](domain::DomainError), or a fault.
    pub async fn new_slug(&self, by: &Actor, id: &str, seen: &str) -> Result<()> {
        loop {
            let mut tx = self.db.write().await?;
            let client = held(&mut tx, id).await?;
            if form_version::of(&client.slug)? != seen {
                return Ok(tx.rollback().await?);
            }
            let slug = free_slug(&mut tx, &client.name).await?;
            // UNIQUE decides when somebody else takes it in this very moment.
            let taken = sqlx::query("UPDATE client SET slug = $1 WHERE id = $2")
                .bind(slug.as_str())
                .bind(client.id.as_str())
                .execute(&mut *tx)
                .await;
            match taken {
                Err(error) if error.as_database_error().is_some_and(DatabaseError::is_unique_violation) => {
                    tx.rollback().await?;
                    continue;
                }
                done => done?,
            };
            let now = self.clock.now();
            audit::record(&mut tx, by, Action::SlugChanged, client.id.as_str(), &client.name, now).await?;
            return Ok(tx.commit().await?);
        }
    }
}
