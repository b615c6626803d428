//! The devices that show notifications, and the key that signs what is sent to them.

use domain::id::ClientId;
use domain::notifications::Recipient;
use sqlx::AssertSqlSafe;

use super::sessions::{AgencySession, is_current};
use crate::db::query::row;
use crate::db::{Connection, Tx};
use crate::secrets;
use crate::{Fault, Result, Store};

/// How many one person has. Another one takes the place of the oldest.
const MAX_DEVICES: i64 = 20;

pub(super) const DEVICES: &str = "push_subscription";

/// Whose notifications a device shows. One of the agency ends with the session that has registered it, but not when that
/// merely expires: who reads notifications may open no page for weeks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceOwner {
    Agency(AgencySession),
    Client(ClientId),
}

impl DeviceOwner {
    pub fn recipient(&self) -> Recipient {
        match self {
            Self::Agency(_) => Recipient::Admin,
            Self::Client(client) => Recipient::Client(client.clone()),
        }
    }

    fn session(&self) -> Option<&str> {
        match self {
            Self::Agency(session) => Some(&session.id),
            Self::Client(_) => None,
        }
    }
}

row! {
    /// A browser that shows notifications, as it described itself: the values are validated by the server.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct PushDevice {
        pub endpoint: String,
        /// Its public key.
        pub p256dh: String,
        /// Its secret.
        pub auth: String,
        /// A device of the agency has a signature of the e-mail and password that it was registered under.
        pub account: Option<String>,
    }
}

impl Store {
    /// The private key of this installation. The first call stores `new`; the same for all processes.
    pub async fn push_key(&self, new: impl FnOnce() -> String) -> Result<String> {
        let key: Option<String> = self.db.readers().fetch_optional_value(KEY, ()).await?;
        if let Some(key) = key {
            return Ok(key);
        }
        // With concurrent first calls, the first insert wins.
        let sql = "INSERT INTO internal (key, value) VALUES ('push_key', $1) ON CONFLICT (key) DO NOTHING";
        self.db.writers().execute(sql, [new()]).await?;
        Ok(self.db.writers().fetch_value(KEY, ()).await?)
    }

    /// From now on the device shows notifications of its owner. A known one gets its keys anew. `false`: the session has
    /// ended meanwhile.
    pub async fn add_push_device(&self, owner: &DeviceOwner, device: &PushDevice) -> Result<bool> {
        let Some(mut tx) = self.write_device(owner).await? else { return Ok(false) };
        let recipient = owner.recipient();
        tx.execute(
            ADD,
            (
                secrets::id(),
                recipient.client(),
                &device.endpoint,
                &device.p256dh,
                &device.auth,
                self.clock.now(),
                owner.session(),
                &device.account,
            ),
        )
        .await?;
        tx.execute(REMOVE_OLDEST, (column(&recipient), MAX_DEVICES)).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Updates a known device as [`Self::add_push_device`] does; it belongs to this session from now on. `false`: it is
    /// unknown.
    pub async fn renew_push_device(&self, owner: &DeviceOwner, device: &PushDevice) -> Result<bool> {
        let Some(mut tx) = self.write_device(owner).await? else { return Ok(false) };
        let renewed = tx
            .execute(
                RENEW,
                (
                    column(&owner.recipient()),
                    &device.endpoint,
                    &device.p256dh,
                    &device.auth,
                    owner.session(),
                    &device.account,
                ),
            )
            .await?;
        tx.commit().await?;
        Ok(renewed > 0)
    }

    /// `None`: the session has ended. One that ends later waits for the transaction, and deletes the device.
    async fn write_device(&self, owner: &DeviceOwner) -> Result<Option<Tx>, Fault> {
        let mut tx = self.db.write().await?;
        if let DeviceOwner::Agency(session) = owner {
            self.db.exclude_writers(&mut tx, &[DEVICES]).await?;
            if !is_current(&mut tx, session).await? {
                tx.rollback().await?;
                return Ok(None);
            }
        }
        Ok(Some(tx))
    }

    /// The devices of the session `from` belong to the session `to`, which the same browser has started.
    pub async fn take_over_devices(&self, from: &str, to: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        tx.execute("UPDATE push_subscription SET session_id = $1 WHERE session_id = $2", (to, from)).await?;
        Ok(tx.commit().await?)
    }

    /// Deletes the devices whose account `is_current` refuses; the others get the signature `account`.
    pub async fn keep_devices_of_account(&self, account: &str, is_current: impl Fn(&str) -> bool + Send) -> Result<()> {
        let others: Vec<String> = self.db.readers().fetch_values(OTHER_ACCOUNTS, [account]).await?;
        let (signed_before, ended): (Vec<_>, Vec<_>) = others.into_iter().partition(|one| is_current(one));
        if signed_before.is_empty() && ended.is_empty() {
            return Ok(());
        }
        let mut tx = self.db.write().await?;
        for before in signed_before {
            tx.execute("UPDATE push_subscription SET account = $1 WHERE account = $2", (account, before)).await?;
        }
        for other in ended {
            delete(&mut tx, "account = $1", &[&other]).await?;
        }
        Ok(tx.commit().await?)
    }

    /// The device shows no more notifications of `recipient`. Unknown ones are ignored.
    pub async fn remove_push_device(&self, recipient: &Recipient, endpoint: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        let condition = "COALESCE(client_id, '') = $1 AND endpoint = $2";
        delete(&mut tx, condition, &[column(recipient), endpoint]).await?;
        Ok(tx.commit().await?)
    }

    /// The push service has answered that the device is gone, for everybody.
    pub async fn forget_push_device(&self, endpoint: &str) -> Result<()> {
        let mut tx = self.db.write().await?;
        delete(&mut tx, "endpoint = $1", &[endpoint]).await?;
        Ok(tx.commit().await?)
    }
}

/// All devices of `recipient` end with what let them in: a notification has the current address of a portal.
pub(crate) async fn remove_devices(tx: &mut Tx, recipient: &Recipient) -> Result<(), Fault> {
    delete(tx, "COALESCE(client_id, '') = $1", &[column(recipient)]).await
}

pub(super) async fn remove_devices_of_session(tx: &mut Tx, session: &str) -> Result<(), Fault> {
    delete(tx, "session_id = $1", &[session]).await
}

async fn delete(tx: &mut Tx, condition: &'static str, values: &[&str]) -> Result<(), Fault> {
    tx.execute(AssertSqlSafe(format!("DELETE FROM push_subscription WHERE {condition}")), values).await?;
    Ok(())
}

pub(crate) async fn devices(connection: &mut Connection, recipient: &Recipient) -> Result<Vec<PushDevice>, Fault> {
    let sql = "SELECT endpoint, p256dh, auth, account FROM push_subscription \
         WHERE COALESCE(client_id, '') = $1 ORDER BY id";
    connection.fetch_all(sql, [column(recipient)]).await
}

/// The value of `COALESCE(client_id, '')`.
fn column(recipient: &Recipient) -> &str {
    recipient.client().map_or("", ClientId::as_str)
}

const KEY: &str = "SELECT value FROM internal WHERE key = 'push_key'";

const ADD: &str = "INSERT INTO push_subscription (id, client_id, endpoint, p256dh, auth, created_at, session_id, account) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (COALESCE(client_id, ''), endpoint) DO UPDATE SET \
     id = excluded.id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at, \
     session_id = excluded.session_id, account = excluded.account";

const RENEW: &str = "UPDATE push_subscription SET p256dh = $3, auth = $4, session_id = $5, account = $6 \
     WHERE COALESCE(client_id, '') = $1 AND endpoint = $2";

const OTHER_ACCOUNTS: &str = "SELECT DISTINCT account FROM push_subscription WHERE account <> $1";

// Ids sort by age.
const REMOVE_OLDEST: &str = "DELETE FROM push_subscription WHERE id IN \
     (SELECT id FROM push_subscription WHERE COALESCE(client_id, '') = $1 ORDER BY id DESC LIMIT 1000 OFFSET $2)";
