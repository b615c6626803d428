//! Who is to write next with a client, and since when the other side waits: the columns `turn` and
//! `turn_since` of `client`. Writing a message updates them (`messages.rs`); what deletes or imports messages
//! derives them again.

use crate::Fault;
use crate::db::Tx;

macro_rules! set_turn {
    ($where:literal) => {
        concat!(
            "UPDATE client SET turn = (\
               SELECT CASE newest.author WHEN 'client' THEN 'admin' ELSE 'client' END FROM comment newest \
               WHERE newest.client_id = client.id ORDER BY newest.created_at DESC, newest.id DESC LIMIT 1)",
            $where
        )
    };
}
macro_rules! set_turn_since {
    ($where:literal) => {
        concat!(
            "UPDATE client SET turn_since = (\
               SELECT MIN(waiting.created_at) FROM comment waiting \
               WHERE waiting.client_id = client.id AND waiting.created_at > COALESCE((\
                 SELECT MAX(other.created_at) FROM comment other \
                 WHERE other.client_id = client.id AND other.author = client.turn), -62167219200001))",
            $where
        )
    };
}

/// Derives the turn of one client.
pub(crate) async fn derive(tx: &mut Tx, client: &str) -> Result<(), Fault> {
    for update in [set_turn!(" WHERE id = $1"), set_turn_since!(" WHERE id = $1")] {
        tx.execute(update, [client]).await?;
    }
    Ok(())
}

/// Derives the turn of every client, after an import.
pub(crate) async fn derive_all(tx: &mut Tx) -> Result<(), Fault> {
    for update in [set_turn!(""), set_turn_since!("")] {
        tx.execute(update, ()).await?;
    }
    Ok(())
}
