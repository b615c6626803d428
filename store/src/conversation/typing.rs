//! Who of the agency is typing in a thread, for the others who have it open.

use domain::audit::Actor;
use domain::id::{ClientId, MemberId};
use domain::{Channel, DomainError, Timestamp, Topic};

use crate::db::Tx;
use crate::db::cache_versions::Change;
use crate::db::query::row;
use crate::{Fault, Result, Store};

/// How long somebody counts as typing after the last sign of it, in milliseconds. Browsers give one every four seconds.
const LAPSE: i64 = 10_000;

row! {
    /// Somebody who is typing.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Typist {
        /// None for the account of the environment.
        pub name: Option<String>,
        pub until: Timestamp,
    }
}

impl Store {
    /// `by` is typing in a channel of the client, and counts so for a while. Open pages are fetched again when they begin, not
    /// for each sign.
    ///
    /// # Errors
    /// [`DomainError::UnknownChannel`] if it is none of the client's.
    pub async fn set_typing(&self, by: &Actor, client: &ClientId, key: &str) -> Result<()> {
        let channel = Channel::named(key, client).ok_or(DomainError::UnknownChannel)?;
        let (now, member) = (self.clock.now(), member_key(by));
        let sql =
            "SELECT COUNT(*) FROM typing WHERE client_id = $1 AND channel_key = $2 AND member_id = $3 AND until > $4";
        let known: i64 = self.db.readers().fetch_value(sql, (client, key, member, now)).await?;
        let change = if known > 0 { Change::Unseen } else { Change::Topic(Topic::Typing) };
        let mut tx = self.db.write_shared(change).await?;
        tx.execute("DELETE FROM typing WHERE client_id = $1 AND until <= $2", (client, now)).await?;
        let (write, parent) = match &channel {
            Channel::General(owner) => (WRITE_IN_GENERAL, owner.as_str()),
            Channel::Phase(phase) => (WRITE_IN_PHASE, phase.as_str()),
        };
        let until = now.as_millis().saturating_add(LAPSE);
        let written = tx.execute(write, (client, parent, member, until)).await?;
        tx.commit().await?;
        if written == 0 { Err(DomainError::UnknownChannel.into()) } else { Ok(()) }
    }

    /// The others who are typing in a channel of the client, by name.
    pub async fn typing_besides(&self, reader: &Actor, client: &ClientId, key: &str) -> Result<Vec<Typist>> {
        let values = (client, key, member_key(reader), self.clock.now());
        let mut typing: Vec<Typist> = self.db.readers().acquire().await?.fetch_all(TYPING, values).await?;
        // Not in the order of the database, because databases collate differently.
        typing.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        Ok(typing)
    }
}

/// What was being typed is sent.
pub(super) async fn end(tx: &mut Tx, by: &Actor, client: &ClientId, channel: &Channel) -> Result<(), Fault> {
    let sql = "DELETE FROM typing WHERE client_id = $1 AND channel_key = $2 AND member_id = $3";
    tx.execute(sql, (client, channel.key().as_str(), member_key(by))).await?;
    Ok(())
}

/// Empty for the account of the environment, which is no member.
fn member_key(by: &Actor) -> &str {
    by.member().map_or("", MemberId::as_str)
}

const WRITE_IN_GENERAL: &str = "INSERT INTO typing (client_id, channel_key, member_id, until) \
     SELECT id, id, $3, $4 FROM client WHERE id = $1 AND id = $2 \
     ON CONFLICT (client_id, channel_key, member_id) DO UPDATE SET until = excluded.until";

const WRITE_IN_PHASE: &str = "INSERT INTO typing (client_id, channel_key, member_id, until) \
     SELECT project.client_id, phase.id, $3, $4 FROM phase JOIN project ON project.id = phase.project_id \
     WHERE project.client_id = $1 AND phase.id = $2 \
     ON CONFLICT (client_id, channel_key, member_id) DO UPDATE SET until = excluded.until";

const TYPING: &str = "SELECT member.name AS name, typing.until AS until \
     FROM typing LEFT JOIN member ON member.id = typing.member_id AND member.disabled_at IS NULL \
     WHERE typing.client_id = $1 AND typing.channel_key = $2 AND typing.member_id <> $3 AND typing.until > $4 \
     AND (typing.member_id = '' OR member.id IS NOT NULL)";
