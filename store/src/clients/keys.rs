//! Replacing the token or the slug of a client, and asking all their people for a code again. The old one stops working with the commit, and so does every
//! portal credential derived from it, because each request looks the client up. Their devices get no more notifications,
//! which have the slug.

use domain::audit::{Action, Actor};
use domain::id::ClientId;
use domain::notifications::Recipient;
use domain::{Timestamp, Topic};

use super::write::{free_slug, lock_client};
use crate::auth::push_devices::remove_devices;
use crate::secrets;
use crate::{Result, Store, audit, form_version};

impl Store {
    /// Gives a client a new token, unless the one that was shown (`ClientCard::token_version`) was replaced
    /// already, as by a form sent twice.
    pub async fn rotate_token(&self, by: &Actor, id: &ClientId, seen: &str) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Client).await?;
        let client = lock_client(&mut tx, id).await?;
        if form_version::of(&client.token)? != seen {
            return Ok(tx.rollback().await?);
        }
        tx.execute("UPDATE client SET token = $1 WHERE id = $2", (secrets::token().reveal(), &client.id)).await?;
        remove_devices(&mut tx, &Recipient::Client(client.id.clone().into())).await?;
        let now = self.clock.now();
        audit::record(&mut tx, by, Action::TokenRotated, client.id.as_str(), &client.name, now).await?;
        Ok(tx.commit().await?)
    }

    /// Asks everybody of the client for a code again: what was entered before opens nothing.
    pub async fn ask_codes_again(&self, by: &Actor, id: &ClientId) -> Result<()> {
        let mut tx = self.db.write_topic(Topic::Client).await?;
        let client = lock_client(&mut tx, id).await?;
        let now = self.clock.now();
        // Later than the last time, whatever the clock says.
        let last = client.codes_since.map_or(i64::MIN, Timestamp::as_millis);
        let since = Timestamp::from_millis(now.as_millis().max(last.saturating_add(1)));
        tx.execute("UPDATE client SET codes_since = $1 WHERE id = $2", (since, id)).await?;
        audit::record(&mut tx, by, Action::CodesAskedAgain, id.as_str(), &client.name, now).await?;
        Ok(tx.commit().await?)
    }

    /// Gives a client a new slug made of their current name, unless the one that was shown
    /// (`ClientCard::slug_version`) was replaced already.
    pub async fn new_slug(&self, by: &Actor, id: &ClientId, seen: &str) -> Result<()> {
        loop {
            let mut tx = self.db.write_topic(Topic::Client).await?;
            let client = lock_client(&mut tx, id).await?;
            if form_version::of(&client.slug)? != seen {
                return Ok(tx.rollback().await?);
            }
            let slug = free_slug(&mut tx, &client.name).await?;
            // The UNIQUE constraint detects a concurrent client with the same slug.
            let sql = "UPDATE client SET slug = $1 WHERE id = $2";
            let taken = tx.execute(sql, (&slug, &client.id)).await;
            match taken {
                Err(error) if error.is_unique_violation() => {
                    tx.rollback().await?;
                    continue;
                }
                result => result?,
            };
            remove_devices(&mut tx, &Recipient::Client(client.id.clone().into())).await?;
            let now = self.clock.now();
            audit::record(&mut tx, by, Action::SlugChanged, client.id.as_str(), &client.name, now).await?;
            return Ok(tx.commit().await?);
        }
    }
}
