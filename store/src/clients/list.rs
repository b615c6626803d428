//! The list of clients.

use domain::clients::ClientLine;
use domain::overview::{ClientFilter, ClientOrder, ClientsShown, FollowUp, Sort, Waiting};
use domain::{Cursor, Date, Page, Timestamp};
use sqlx::{AssertSqlSafe, FromRow};

use super::follow_up::{IS_NOT_SNOOZED, IS_SNOOZED};
use crate::conversation::unread;
use crate::db::keyset::{Keyset, filter as filter_sql};
use crate::db::rows::{stored, stored_enum, stored_option};
use crate::search_index::{Index, Search};
use crate::{Fault, Result, Store};

impl Store {
    /// A page of clients after the cursor `after`: those that match every word in name, company, e-mail or
    /// telephone, and that wait as the filter says.
    pub async fn client_list(
        &self,
        filter: &ClientFilter,
        after: Option<&Cursor>,
    ) -> Result<Page<ClientLine>> {
        let search = Search::parse(&filter.search);
        let (keyset, by) = (keyset(filter.sort, after), filter.sort.by);
        let today = self.today().await?;
        let sql = statement(filter.shown, &keyset, search.as_ref());
        let mut query = sqlx::query_as::<_, LineRow>(AssertSqlSafe(sql));
        if filter.shown.is_some() {
            query = query.bind(today.to_string());
        }
        query = keyset.bind(query);
        if let Some(search) = &search {
            query = search.bind(query);
        }
        let mut tx = self.db.snapshot().await?;
        let rows = query.fetch_all(&mut *tx).await?;
        let page = Page::of(rows, |row| row.cursor(by));
        let ids: Vec<&str> = page.items.iter().map(|row| row.id.as_str()).collect();
        let mut unread = unread::by_client(&mut tx, &ids).await?;
        tx.commit().await?;
        let line = |row: LineRow| {
            let unread = unread.remove(&row.id).unwrap_or(0);
            row.line(unread, today)
        };
        let items = page.items.into_iter().map(line).collect::<Result<_, Fault>>()?;
        Ok(Page { items, next: page.next })
    }
}

fn keyset(sort: Sort<ClientOrder>, after: Option<&Cursor>) -> Keyset {
    let number = |key| Keyset::by_number(key, "client.id", sort.descending, after);
    match sort.by {
        ClientOrder::Name => Keyset::by_text("client.sort_name", "client.id", sort.descending, after),
        ClientOrder::Waiting => number("COALESCE(client.turn_since, 0)"),
        ClientOrder::Contact => number("COALESCE(client.last_comment_at, 0)"),
        ClientOrder::Visit => number("COALESCE(client.last_visit_at, 0)"),
    }
}

/// The SELECT of a page and one more row. `$1` is today if `shown` is given.
fn statement(shown: Option<ClientsShown>, keyset: &Keyset, search: Option<&Search>) -> String {
    let mut next = 1;
    let mut conditions = Vec::new();
    if let Some(shown) = shown {
        next += 1;
        conditions.push(match shown {
            ClientsShown::ToAnswer => format!("client.turn = 'admin' AND {IS_NOT_SNOOZED}"),
            ClientsShown::Unanswered => format!("client.turn = 'client' AND {IS_NOT_SNOOZED}"),
            ClientsShown::Snoozed => IS_SNOOZED.to_owned(),
        });
    }
    conditions.extend(keyset.condition(&mut next));
    conditions.extend(search.map(|search| search.condition(&[(Index::Client, "client.id")], next)));
    format!("{LINE}{}{}", filter_sql(&conditions), keyset.order())
}

const LINE: &str = "SELECT client.id, client.name, client.company, COALESCE(client.sort_name, client.name) AS sort_name, \
     (SELECT COUNT(*) FROM project \
        WHERE project.client_id = client.id AND project.status = 'active') AS active_projects, \
     client.last_comment_at, client.turn, client.turn_since, client.last_visit_at, \
     follow_up.until, follow_up.note, follow_up.set_at \
     FROM client LEFT JOIN follow_up ON follow_up.client_id = client.id";

#[derive(FromRow)]
struct LineRow {
    id: String,
    name: String,
    company: Option<String>,
    sort_name: String,
    active_projects: i64,
    last_comment_at: Option<i64>,
    turn: Option<String>,
    turn_since: Option<i64>,
    last_visit_at: Option<i64>,
    until: Option<String>,
    note: Option<String>,
    set_at: Option<i64>,
}

impl LineRow {
    fn cursor(&self, by: ClientOrder) -> Cursor {
        let number = |value: Option<i64>| Cursor::new(value.unwrap_or(0), &self.id);
        match by {
            ClientOrder::Name => Cursor::new(&self.sort_name, &self.id),
            ClientOrder::Waiting => number(self.turn_since),
            ClientOrder::Contact => number(self.last_comment_at),
            ClientOrder::Visit => number(self.last_visit_at),
        }
    }

    fn line(self, unread: i64, today: Date) -> Result<ClientLine, Fault> {
        let turn = self.turn.as_deref().map(stored_enum).transpose()?;
        let since = self.turn_since.map(Timestamp::from_millis);
        let until: Option<Date> = stored_option(self.until)?;
        let (note, last_comment) = (self.note, self.last_comment_at);
        let follow_up = self.set_at.map(|set_at| FollowUp {
            is_active: last_comment.is_none_or(|at| at <= set_at) && until.is_none_or(|day| day > today),
            until,
            note,
        });
        Ok(ClientLine {
            client_id: stored(self.id)?,
            name: self.name,
            company: self.company,
            unread,
            active_projects: self.active_projects,
            last_contact: last_comment.map(Timestamp::from_millis),
            waiting: turn.zip(since).map(|(turn, since)| Waiting { turn, since }),
            last_visit: self.last_visit_at.map(Timestamp::from_millis),
            follow_up,
        })
    }
}
