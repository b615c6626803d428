//! The list of clients.

use domain::clients::ClientLine;
use domain::id::ClientId;
use domain::overview::{ClientFilter, ClientOrder, ClientsShown, FollowUp, Sort, Turn, Waiting};
use domain::{Cursor, Date, Page, Timestamp};
use sqlx::AssertSqlSafe;

use crate::conversation::follow_up::{IS_NOT_SNOOZED, IS_SNOOZED};
use crate::conversation::unread;
use crate::db::keyset::{Conditions, Keyset};
use crate::db::query::row;
use crate::people::assigned::{IS_ASSIGNED, quoted};
use crate::search_index::{Index, Search};
use crate::{Result, Store};

impl Store {
    /// A page of clients after the cursor `after`: those that match every word in name, company, e-mail or
    /// telephone, and that wait as the filter says.
    pub async fn client_list(&self, filter: &ClientFilter, after: Option<&Cursor>) -> Result<Page<ClientLine>> {
        let (keyset, by) = (keyset(filter.sort, after), filter.sort.by);
        let today = self.today().await?;
        let mut conditions = Conditions::default();
        if let Some(shown) = filter.shown {
            let condition = match shown {
                ClientsShown::ToAnswer => format!("client.turn = 'admin' AND {IS_NOT_SNOOZED}"),
                ClientsShown::Unanswered => format!("client.turn = 'client' AND {IS_NOT_SNOOZED}"),
                ClientsShown::Snoozed => IS_SNOOZED.to_owned(),
                ClientsShown::NeverVisited => "client.last_visit_at IS NULL".to_owned(),
            };
            if shown == ClientsShown::NeverVisited {
                conditions.add(&condition, ());
            } else {
                conditions.add(&condition, [today]);
            }
        }
        if let Some(member) = &filter.assigned_to {
            conditions.add(IS_ASSIGNED, [quoted(member)]);
        }
        keyset.add_to(&mut conditions);
        if let Some(search) = Search::parse(&filter.search) {
            conditions.add(&search.condition(&[(Index::Client, "client.id")], 1), search.values());
        }
        let sql = AssertSqlSafe(format!("{LINE}{}{}", conditions.filter(), keyset.order()));
        let mut tx = self.db.snapshot().await?;
        let rows = tx.fetch_all::<LineRow>(sql, conditions.values).await?;
        let page = Page::of(rows, |row| row.cursor(by));
        let ids: Vec<&ClientId> = page.items.iter().map(|row| &row.id).collect();
        let mut unread = unread::by_client(&mut tx, &ids).await?;
        tx.commit().await?;
        let line = |row: LineRow| {
            let unread = unread.remove(&row.id).unwrap_or(0);
            row.line(unread, today)
        };
        Ok(Page { items: page.items.into_iter().map(line).collect(), next: page.next })
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

const LINE: &str = "SELECT client.id, client.name, client.company, COALESCE(client.sort_name, client.name) AS sort_name, \
     (SELECT COUNT(*) FROM project \
        WHERE project.client_id = client.id AND project.status = 'active') AS active_projects, \
     client.last_comment_at, client.turn, client.turn_since, client.last_visit_at, \
     client.invited_at, follow_up.until, follow_up.note, follow_up.set_at \
     FROM client LEFT JOIN follow_up ON follow_up.client_id = client.id";

row! {
    struct LineRow {
        id: ClientId,
        name: String,
        company: Option<String>,
        sort_name: String,
        active_projects: i64,
        last_comment_at: Option<Timestamp>,
        turn: Option<Turn>,
        turn_since: Option<Timestamp>,
        last_visit_at: Option<Timestamp>,
        invited_at: Option<Timestamp>,
        until: Option<Date>,
        note: Option<String>,
        set_at: Option<Timestamp>,
    }
}

impl LineRow {
    fn cursor(&self, by: ClientOrder) -> Cursor {
        let time = |value: Option<Timestamp>| Cursor::new(value.map_or(0, Timestamp::as_millis), &self.id);
        match by {
            ClientOrder::Name => Cursor::new(&self.sort_name, &self.id),
            ClientOrder::Waiting => time(self.turn_since),
            ClientOrder::Contact => time(self.last_comment_at),
            ClientOrder::Visit => time(self.last_visit_at),
        }
    }

    fn line(self, unread: i64, today: Date) -> ClientLine {
        let Self { last_comment_at, until, note, .. } = self;
        let follow_up = self.set_at.map(|set_at| FollowUp {
            is_active: last_comment_at.is_none_or(|at| at <= set_at) && until.is_none_or(|day| day > today),
            until,
            note,
        });
        ClientLine {
            client_id: self.id,
            name: self.name,
            company: self.company,
            unread,
            active_projects: self.active_projects,
            last_contact: last_comment_at,
            waiting: self.turn.zip(self.turn_since).map(|(turn, since)| Waiting { turn, since }),
            last_visit: self.last_visit_at,
            invited_at: self.invited_at,
            follow_up,
        }
    }
}
