//! The devices that show notifications, and the key that signs what is sent to them.

use domain::id::{ClientId, MemberId};
use domain::notifications::Recipient;
use domain::{Client, Person};
use sqlx::AssertSqlSafe;

use super::sessions::{AgencySession, is_current};
use crate::db::query::row;
use crate::db::{Connection, Tx, row_lock};
use crate::secrets;
use crate::{ClientScope, Fault, Result, Store};

/// How many one person has. Another one takes the place of the oldest.
const MAX_DEVICES: i64 = 20;

pub(super) const DEVICES: &str = "push_subscription";

/// The condition of a recipient's devices, with what follows it: `$1` and `$2` are [`columns`].
macro_rules! of_recipient {
    ($($rest:literal)?) => {
        concat!("COALESCE(client_id, '') = $1 AND COALESCE(contact_id, member_id, '') = $2" $(, $rest)?)
    };
}

/// Whose notifications a device shows. One of the agency ends with the session that has registered it, but not when that
/// merely expires: who reads notifications may open no page for weeks.
#[derive(Debug, Clone)]
pub enum DeviceOwner {
    Agency {
        session: AgencySession,
        /// `None`: the environment's account.
        member: Option<MemberId>,
    },
    Client(ClientScope),
}

impl DeviceOwner {
    pub fn recipient(&self) -> Recipient {
        match self {
            Self::Agency { member, .. } => member.clone().map_or(Recipient::Admin, Recipient::Member),
            Self::Client(scope) => Recipient::Client(scope.person().id()),
        }
    }

    /// The column `account`, which every device of the agency has; empty for a member's, which ends with their session.
    fn account<'a>(&self, device: &'a PushDevice) -> Option<&'a str> {
        let of_member = matches!(self, Self::Agency { member: Some(_), .. }).then_some("");
        of_member.or(device.account.as_deref())
    }

    fn session(&self) -> Option<&str> {
        match self {
            Self::Agency { session, .. } => Some(&session.id),
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
        /// A device of the environment's account has a signature of the e-mail and password that it was registered under.
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
    /// ended meanwhile, or the portal has another address.
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
                owner.account(device),
                recipient.contact(),
                recipient.member(),
            ),
        )
        .await?;
        let (client, person) = columns(&recipient);
        tx.execute(REMOVE_OLDEST, (client, person, MAX_DEVICES)).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Updates a known device as [`Self::add_push_device`] does; it belongs to this session from now on. `false`: it is
    /// unknown.
    pub async fn renew_push_device(&self, owner: &DeviceOwner, device: &PushDevice) -> Result<bool> {
        let Some(mut tx) = self.write_device(owner).await? else { return Ok(false) };
        let recipient = owner.recipient();
        let (client, person) = columns(&recipient);
        let PushDevice { endpoint, p256dh, auth, .. } = device;
        let values = (client, person, endpoint, p256dh, auth, owner.session(), owner.account(device));
        let renewed = tx.execute(RENEW, values).await?;
        tx.commit().await?;
        Ok(renewed > 0)
    }

    /// `None`: what let the owner in has ended. What ends later waits for the transaction, and deletes the device.
    async fn write_device(&self, owner: &DeviceOwner) -> Result<Option<Tx>, Fault> {
        let mut tx = self.db.write().await?;
        let may_write = match owner {
            DeviceOwner::Agency { session, .. } => {
                self.db.exclude_writers(&mut tx, &[DEVICES]).await?;
                is_current(&mut tx, session).await?
            }
            DeviceOwner::Client(scope) => lock_address(&mut tx, scope.person()).await?,
        };
        if may_write {
            return Ok(Some(tx));
        }
        tx.rollback().await?;
        Ok(None)
    }

    /// The devices of the session `from` belong to the session `to`, which the same browser has started; not those of
    /// somebody else, which end.
    pub async fn take_over_devices(&self, from: &str, to: &str, member: Option<&MemberId>) -> Result<()> {
        let mut tx = self.db.write().await?;
        let sql = "UPDATE push_subscription SET session_id = $1 WHERE session_id = $2 AND COALESCE(member_id, '') = $3";
        tx.execute(sql, (to, from, member.map_or("", MemberId::as_str))).await?;
        remove_devices_of_session(&mut tx, from).await?;
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
        let (client, person) = columns(recipient);
        delete(&mut tx, of_recipient!(" AND endpoint = $3"), &[client, person, endpoint]).await?;
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
    let (client, person) = columns(recipient);
    delete(tx, of_recipient!(), &[client, person]).await
}

/// All devices of the agency end with all its sessions.
pub(super) async fn remove_devices_of_agency(tx: &mut Tx) -> Result<(), Fault> {
    delete(tx, "client_id IS NULL", &[]).await
}

pub(super) async fn remove_devices_of_session(tx: &mut Tx, session: &str) -> Result<(), Fault> {
    delete(tx, "session_id = $1", &[session]).await
}

/// The devices of a member or of the environment's account, except those of the session `own`: also those of sessions that
/// have expired, and so are not listed.
pub(super) async fn remove_other_devices(tx: &mut Tx, member: Option<&MemberId>, own: &str) -> Result<(), Fault> {
    let condition = "client_id IS NULL AND COALESCE(member_id, '') = $1 AND COALESCE(session_id, '') <> $2";
    delete(tx, condition, &[member.map_or("", MemberId::as_str), own]).await
}

/// Locks the address of a person's portal; `false`: it is another one now.
async fn lock_address(tx: &mut Tx, person: &Person) -> Result<bool, Fault> {
    let Client { id, token, slug, .. } = &person.client;
    let locked = match &person.contact {
        None => {
            let sql = "UPDATE client SET id = id WHERE id = $1 AND token = $2 AND slug = $3";
            tx.execute(sql, (id, token.reveal(), slug)).await?
        }
        Some(contact) => {
            // As a deletion of the client does.
            row_lock::acquire(tx, "client", id.as_str()).await?;
            let sql = "UPDATE contact SET id = id WHERE id = $1 AND token = $2";
            tx.execute(sql, (&contact.id, contact.token.reveal())).await?
        }
    };
    Ok(locked > 0)
}

async fn delete(tx: &mut Tx, condition: &'static str, values: &[&str]) -> Result<(), Fault> {
    tx.execute(AssertSqlSafe(format!("DELETE FROM push_subscription WHERE {condition}")), values).await?;
    Ok(())
}

pub(crate) async fn devices(connection: &mut Connection, recipient: &Recipient) -> Result<Vec<PushDevice>, Fault> {
    let sql = concat!(
        "SELECT endpoint, p256dh, auth, NULLIF(account, '') AS account FROM push_subscription WHERE ",
        of_recipient!(" ORDER BY id")
    );
    connection.fetch_all(sql, columns(recipient)).await
}

/// The values of [`of_recipient`].
fn columns(recipient: &Recipient) -> (&str, &str) {
    (recipient.client().map_or("", ClientId::as_str), recipient.person())
}

const KEY: &str = "SELECT value FROM internal WHERE key = 'push_key'";

const ADD: &str = "INSERT INTO push_subscription (id, client_id, endpoint, p256dh, auth, created_at, session_id, account, \
     contact_id, member_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
     ON CONFLICT (COALESCE(client_id, ''), COALESCE(contact_id, member_id, ''), endpoint) DO UPDATE SET \
     id = excluded.id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at, \
     session_id = excluded.session_id, account = excluded.account";

const RENEW: &str = concat!(
    "UPDATE push_subscription SET p256dh = $4, auth = $5, session_id = $6, account = $7 WHERE ",
    of_recipient!(" AND endpoint = $3")
);

const OTHER_ACCOUNTS: &str = "SELECT DISTINCT account FROM push_subscription WHERE account <> $1 AND member_id IS NULL";

// Ids sort by age.
const REMOVE_OLDEST: &str = concat!(
    "DELETE FROM push_subscription WHERE id IN (SELECT id FROM push_subscription WHERE ",
    of_recipient!(" ORDER BY id DESC LIMIT 1000 OFFSET $3)")
);
