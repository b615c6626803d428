//! The search over everything: a few records of each kind.

mod records;

use domain::id::ClientId;
use domain::overview::{Hit, HitGroup, HitKind};
use futures_util::future::try_join;
use sqlx::AssertSqlSafe;

use crate::conversation::inbox::found;
use crate::db::Tx;
use crate::db::keyset::Conditions;
use crate::search_index::{Index, Search};
use crate::{Fault, Result, Store};

impl Store {
    /// The records where each word of `q` begins a word, by kind: a few of every kind, or many of `only` one. Records of
    /// projects in progress come first, then the newer ids.
    pub async fn search(&self, q: &str, only: Option<HitKind>) -> Result<Vec<HitGroup>> {
        let Some(search) = Search::parse(q) else { return Ok(Vec::new()) };
        let most = if only.is_some() { HitGroup::MANY } else { HitGroup::FEW };
        let kinds: Vec<HitKind> =
            HitKind::ALL.iter().copied().filter(|kind| only.is_none_or(|only| only == *kind)).collect();
        // Side by side on two connections: one search leaves some to others.
        let (some, others) = kinds.split_at(kinds.len().div_ceil(2));
        let (mut groups, more) =
            try_join(self.hit_groups(&search, some, most), self.hit_groups(&search, others, most)).await?;
        groups.extend(more);
        groups.retain(|group| !group.hits.is_empty());
        Ok(groups)
    }

    async fn hit_groups(&self, search: &Search, kinds: &[HitKind], most: usize) -> Result<Vec<HitGroup>> {
        let mut groups = Vec::new();
        if kinds.is_empty() {
            return Ok(groups);
        }
        let mut tx = self.db.snapshot().await?;
        for kind in kinds.iter().copied() {
            groups.push(match records::source(kind) {
                Some(source) => records::find(&mut tx, search, kind, &source, most).await?,
                None => messages(&mut tx, search, most).await?,
            });
        }
        tx.commit().await?;
        Ok(groups)
    }
}

/// `text` in pieces, each with whether `q` searches for it.
pub fn marked<'a>(q: &str, text: &'a str) -> Vec<(&'a str, bool)> {
    Search::parse(q).map_or_else(|| vec![(text, false)], |search| search.marked(text))
}

/// Of so many clients for each one that is shown the messages are searched, up to a page of them.
const CLIENTS_FOR_EACH: usize = 4;

/// The newest message of each client that has the words, of those with the latest conversations. The words may be spread
/// over the messages of a client, as in the inbox.
async fn messages(tx: &mut Tx, search: &Search, most: usize) -> Result<HitGroup, Fault> {
    let mut conditions = Conditions::default();
    conditions.add(&search.condition(&[(Index::Thread, "client.id")], 1), search.values());
    let sql = format!(
        "SELECT client.id, client.name FROM client{} \
         ORDER BY COALESCE(client.last_comment_at, 0) DESC, client.id DESC LIMIT {}",
        conditions.filter(),
        domain::paging::MAX_ITEMS.min(CLIENTS_FOR_EACH * most)
    );
    let clients: Vec<(ClientId, String)> = tx.fetch_all(AssertSqlSafe(sql), conditions.values).await?;
    let ids: Vec<&ClientId> = clients.iter().map(|(id, _)| id).collect();
    let mut found = found::recent(tx, search, &ids).await?;
    let mut hits = Vec::new();
    for (id, name) in &clients {
        let message = match found.remove(id) {
            Some((message, _)) => Some(message),
            // Older ones are searched for where there is room for them.
            None if hits.len() < most => found::anywhere(tx, search, id).await?,
            None => None,
        };
        let Some(message) = message else { continue };
        let text = message.text.to_string();
        hits.push(Hit {
            id: message.id.to_string(),
            title: name.clone(),
            found_at: search.match_offset(&text),
            text: Some(text),
            at: Some(message.created_at),
            client_id: Some(id.to_string()),
            ..Hit::default()
        });
    }
    hits.sort_by_key(|hit| std::cmp::Reverse(hit.at));
    hits.truncate(most);
    Ok(HitGroup { kind: HitKind::Message, hits, count: i64::try_from(clients.len()).unwrap_or(i64::MAX) })
}
