//! The stretches of the list of clients: its groups, or all clients in one order.

use domain::id::MemberId;
use domain::overview::{ClientFilter, ClientOrder, ClientsShown, Sort};
use domain::{Cursor, Date, Timestamp};
use sqlx::AssertSqlSafe;

use super::{CLIENTS, LINE, LineRow};
use crate::Fault;
use crate::conversation::follow_up::{IS_NOT_SNOOZED, IS_SNOOZED};
use crate::db::Tx;
use crate::db::keyset::{Conditions, Keyset};
use crate::people::assigned::{IS_ASSIGNED, quoted};
use crate::search_index::{Index, Search};

/// A stretch of the list: the clients of one condition, in one order.
pub(super) struct Part {
    condition: Option<String>,
    by: Key,
    descending: bool,
}

#[derive(Clone, Copy)]
enum Key {
    Name,
    Waiting,
    Visit,
}

impl Part {
    pub(super) fn all(filter: &ClientFilter) -> Vec<Self> {
        let Sort { by, descending } = filter.sort;
        let condition = filter.shown.map(condition);
        let by = match (by, filter.shown) {
            (ClientOrder::Group, None) => return ClientsShown::ALL.iter().copied().map(Self::group).collect(),
            (ClientOrder::Group, Some(shown)) => return vec![Self { condition, ..Self::group(shown) }],
            (ClientOrder::Name, _) => Key::Name,
            (ClientOrder::Waiting, _) => Key::Waiting,
            (ClientOrder::Visit, _) => Key::Visit,
        };
        vec![Self { condition, by, descending }]
    }

    /// Who waits the longest comes first, of the settled who was in the portal last.
    fn group(shown: ClientsShown) -> Self {
        let (by, descending) = match shown {
            ClientsShown::ToAnswer | ClientsShown::Unanswered => (Key::Waiting, false),
            ClientsShown::NeverVisited | ClientsShown::Snoozed => (Key::Name, false),
            ClientsShown::Settled => (Key::Visit, true),
        };
        Self { condition: Some(group(shown)), by, descending }
    }

    pub(super) async fn rows(
        &self,
        tx: &mut Tx,
        narrowed: &Narrowed<'_>,
        today: Date,
        after: Option<&Cursor>,
    ) -> Result<Vec<LineRow>, Fault> {
        let keyset = match self.by {
            Key::Name => Keyset::by_text(self.by.sql(), "client.id", self.descending, after),
            by => Keyset::by_number(by.sql(), "client.id", self.descending, after),
        };
        let mut conditions = Conditions::default();
        match &self.condition {
            Some(condition) if condition.contains("$1") => conditions.add(condition, [today]),
            Some(condition) => conditions.add(condition, ()),
            None => {}
        }
        keyset.add_to(&mut conditions);
        narrowed.add_to(&mut conditions);
        let sql = format!("{LINE} {CLIENTS}{}{}", conditions.filter(), keyset.order());
        tx.fetch_all(AssertSqlSafe(sql), conditions.values).await
    }

    /// The value of the order's key, for a cursor.
    pub(super) fn key(&self, row: &LineRow) -> String {
        self.by.of(row)
    }
}

impl Key {
    const fn sql(self) -> &'static str {
        match self {
            Self::Name => "client.sort_name",
            Self::Waiting => "COALESCE(client.turn_since, 0)",
            Self::Visit => "COALESCE(client.last_visit_at, 0)",
        }
    }

    fn of(self, row: &LineRow) -> String {
        let at = match self {
            Self::Name => return row.sort_name.clone(),
            Self::Waiting => row.turn_since,
            Self::Visit => row.last_visit_at,
        };
        at.map_or(0, Timestamp::as_millis).to_string()
    }
}

/// What narrows every group down: the words searched for, and whose clients they are.
pub(super) struct Narrowed<'a> {
    search: Option<Search>,
    assigned_to: Option<&'a MemberId>,
}

impl<'a> Narrowed<'a> {
    pub(super) fn of(filter: &'a ClientFilter) -> Self {
        Self { search: Search::parse(&filter.search), assigned_to: filter.assigned_to.as_ref() }
    }

    fn add_to(&self, conditions: &mut Conditions) {
        if let Some(search) = &self.search {
            conditions.add(&search.condition(&[(Index::Client, "client.id")], 1), search.values());
        }
        if let Some(member) = self.assigned_to {
            conditions.add(IS_ASSIGNED, [quoted(member)]);
        }
    }
}

/// With whom things stand so; `$1` is today, where it matters.
fn condition(shown: ClientsShown) -> String {
    match shown {
        ClientsShown::NeverVisited => "client.last_visit_at IS NULL".to_owned(),
        shown => group(shown),
    }
}

/// Who is in a group of the list: each client in one ([`ClientLine::group`]). `$1` is today.
fn group(shown: ClientsShown) -> String {
    let is = match shown {
        ClientsShown::Snoozed => return IS_SNOOZED.to_owned(),
        ClientsShown::ToAnswer => "client.turn = 'admin'",
        ClientsShown::Unanswered => "client.turn = 'client'",
        ClientsShown::NeverVisited => "client.turn IS NULL AND client.last_visit_at IS NULL",
        ClientsShown::Settled => "client.turn IS NULL AND client.last_visit_at IS NOT NULL",
    };
    format!("{is} AND {IS_NOT_SNOOZED}")
}

/// How many clients each group has.
pub(super) async fn counts(
    tx: &mut Tx,
    narrowed: &Narrowed<'_>,
    today: Date,
) -> Result<Vec<(ClientsShown, i64)>, Fault> {
    let count = |&shown: &ClientsShown| format!("COUNT(CASE WHEN {} THEN 1 END)", group(shown));
    let counts = ClientsShown::ALL.iter().map(count).collect::<Vec<_>>().join(", ");
    let mut conditions = Conditions::after([today]);
    narrowed.add_to(&mut conditions);
    let sql = format!("SELECT {counts} {CLIENTS}{}", conditions.filter());
    let (to_answer, unanswered, never, snoozed, settled): (i64, i64, i64, i64, i64) =
        tx.fetch_one(AssertSqlSafe(sql), conditions.values).await?;
    let counts = [to_answer, unanswered, never, snoozed, settled];
    Ok(ClientsShown::ALL.iter().copied().zip(counts).collect())
}
