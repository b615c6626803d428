//! The devices that show notifications, and the key that signs what is sent to them.

use domain::id::ClientId;
use domain::notifications::Recipient;
use sqlx::FromRow;

use crate::auth::secrets;
use crate::db::{Connection, Tx};
use crate::{Fault, Result, Store};

/// Of one person. Another one takes the place of the oldest.
const MOST: i64 = 20;

/// A browser that shows notifications, as it described itself: the values are validated by the server.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct PushDevice {
    pub endpoint: String,
    /// Its public key.
    pub p256dh: String,
    /// Its secret.
    pub auth: String,
}

impl Store {
    /// The private key of this installation. The first call stores `new`; the same for all processes.
    pub async fn push_key(&self, new: impl FnOnce() -> String) -> Result<String> {
        let key: Option<String> = sqlx::query_scalar(KEY).fetch_optional(self.db.readers()).await?;
        if let Some(key) = key {
            return Ok(key);
        }
        // With concurrent first calls, the first insert wins.
        sqlx::query("INSERT INTO internal (key, value) VALUES ('push_key', $1) ON CONFLICT (key) DO NOTHING")
            .bind(new())
            .execute(self.db.writers())
            .await?;
        Ok(sqlx::query_scalar(KEY).fetch_one(self.db.writers()).await?)
    }

    /// From now on the device shows notifications of `recipient`. A known one gets its keys anew.
    pub async fn add_push_device(&self, recipient: &Recipient, device: &PushDevice) -> Result<()> {
        let mut tx = self.db.write().await?;
        sqlx::query(ADD)
            .bind(secrets::id())
            .bind(client(recipient).map(ClientId::as_str))
            .bind(&device.endpoint)
            .bind(&device.p256dh)
            .bind(&device.auth)
            .bind(self.clock.now().as_millis())
            .execute(&mut *tx)
            .await?;
        sqlx::query(REMOVE_OLDEST).bind(column(recipient)).bind(MOST).execute(&mut *tx).await?;
        Ok(tx.commit().await?)
    }

    /// The device shows no more notifications of `recipient`. Unknown ones are ignored.
    pub async fn remove_push_device(&self, recipient: &Recipient, endpoint: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        sqlx::query("DELETE FROM push_subscription WHERE COALESCE(client_id, '') = $1 AND endpoint = $2")
            .bind(column(recipient))
            .bind(endpoint)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }

    /// The push service says that the device is gone, for everybody.
    pub async fn forget_push_device(&self, endpoint: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        sqlx::query("DELETE FROM push_subscription WHERE endpoint = $1")
            .bind(endpoint)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }
}

/// All devices of `recipient` end with what let them in: a notification has the current address of a portal.
pub(crate) async fn remove_devices(tx: &mut Tx, recipient: &Recipient) -> Result<(), Fault> {
    sqlx::query("DELETE FROM push_subscription WHERE COALESCE(client_id, '') = $1")
        .bind(column(recipient))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub(super) async fn devices(
    connection: &mut Connection,
    recipient: &Recipient,
) -> Result<Vec<PushDevice>, Fault> {
    let sql =
        "SELECT endpoint, p256dh, auth FROM push_subscription WHERE COALESCE(client_id, '') = $1 ORDER BY id";
    Ok(sqlx::query_as(sql).bind(column(recipient)).fetch_all(connection).await?)
}

const fn client(recipient: &Recipient) -> Option<&ClientId> {
    match recipient {
        Recipient::Admin => None,
        Recipient::Client(client) => Some(client),
    }
}

/// `COALESCE(client_id, '')`.
fn column(recipient: &Recipient) -> &str {
    client(recipient).map_or("", ClientId::as_str)
}

const KEY: &str = "SELECT value FROM internal WHERE key = 'push_key'";

const ADD: &str = "INSERT INTO push_subscription (id, client_id, endpoint, p256dh, auth, created_at) \
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (COALESCE(client_id, ''), endpoint) DO UPDATE SET \
     id = excluded.id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at";

// Ids sort by age.
const REMOVE_OLDEST: &str = "DELETE FROM push_subscription WHERE id IN \
     (SELECT id FROM push_subscription WHERE COALESCE(client_id, '') = $1 ORDER BY id DESC LIMIT 1000 OFFSET $2)";
