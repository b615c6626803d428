//! The list of clients.

mod part;

use std::collections::HashMap;

use domain::clients::{ClientLine, ClientList, ClientUnpaid};
use domain::id::ClientId;
use domain::overview::{ClientFilter, FollowUp, Turn, Waiting};
use domain::paging::MAX_ITEMS;
use domain::{Cursor, Date, Page, Timestamp};
use sqlx::AssertSqlSafe;

use self::part::{Narrowed, Part, counts};
use crate::conversation::unread;
use crate::db::Tx;
use crate::db::keyset::{Conditions, placeholders};
use crate::db::query::row;
use crate::db::saturating_sum::saturating_sum;
use crate::people::assigned;
use crate::{Fault, Result, Store};

impl Store {
    /// A page of clients after the cursor `after`: those that match every word in name, company, e-mail or
    /// telephone, and with whom things stand as the filter says. Without another order they are grouped by that.
    pub async fn client_list(&self, filter: &ClientFilter, after: Option<&Cursor>) -> Result<ClientList> {
        let today = self.today().await?;
        let narrowed = Narrowed::of(filter);
        let parts = Part::all(filter);
        let (first, position) = after.and_then(start).unwrap_or_default();
        let mut tx = self.db.snapshot().await?;
        let mut rows: Vec<(usize, LineRow)> = Vec::new();
        for (index, part) in parts.iter().enumerate().skip(first) {
            let after = position.as_ref().filter(|_| index == first);
            let found = part.rows(&mut tx, &narrowed, today, after).await?;
            rows.extend(found.into_iter().map(|row| (index, row)));
            if rows.len() > MAX_ITEMS {
                break;
            }
        }
        let key = |(index, row): &(usize, LineRow)| Cursor::new(format!("{index}.{}", parts[*index].key(row)), &row.id);
        rows.truncate(MAX_ITEMS + 1);
        let Page { items, next } = Page::of(rows, key);
        let rows: Vec<LineRow> = items.into_iter().map(|(_, row)| row).collect();
        let counts = if parts.len() > 1 { counts(&mut tx, &narrowed, today).await? } else { Vec::new() };
        let items = lines(&mut tx, rows, today).await?;
        tx.commit().await?;
        Ok(ClientList { page: Page { items, next }, counts })
    }
}

/// The part of the list and the position in it from which a page goes on.
fn start(after: &Cursor) -> Option<(usize, Option<Cursor>)> {
    let (part, key) = after.key.split_once('.')?;
    Some((part.parse().ok()?, Some(Cursor::new(key, &after.id))))
}

/// The rows with what is unread and unpaid.
async fn lines(tx: &mut Tx, rows: Vec<LineRow>, today: Date) -> Result<Vec<ClientLine>, Fault> {
    let ids: Vec<&ClientId> = rows.iter().map(|row| &row.id).collect();
    let mut unread = unread::by_client(tx, &ids).await?;
    let mut unpaid = unpaid_by_client(tx, &ids, today).await?;
    let line = |row: LineRow| {
        let (unread, unpaid) = (unread.remove(&row.id).unwrap_or(0), unpaid.remove(&row.id).unwrap_or_default());
        row.line(unread, unpaid, today)
    };
    rows.into_iter().map(line).collect()
}

async fn unpaid_by_client(
    tx: &mut Tx,
    clients: &[&ClientId],
    today: Date,
) -> Result<HashMap<ClientId, Vec<ClientUnpaid>>, Fault> {
    let mut unpaid: HashMap<ClientId, Vec<ClientUnpaid>> = HashMap::new();
    if clients.is_empty() {
        return Ok(unpaid);
    }
    let mut conditions = Conditions::after([today]);
    conditions.add(&format!("client_id IN ({})", placeholders(clients.len())), clients);
    // Else PostgreSQL reads what all clients have not paid, and asks of each payment whose it is.
    let sql = format!(
        "WITH own AS MATERIALIZED (SELECT id, client_id FROM project{}) \
         SELECT own.client_id, payment.currency, {}, MIN(CASE WHEN payment.due_on < $1 THEN payment.due_on END) \
         FROM own JOIN payment ON payment.project_id = own.id \
         WHERE payment.paid_at IS NULL GROUP BY own.client_id, payment.currency ORDER BY payment.currency",
        conditions.filter(),
        saturating_sum("payment.amount_cents")
    );
    for (client, currency, cents, overdue_since) in tx.fetch_all(AssertSqlSafe(sql), conditions.values).await? {
        unpaid.entry(client).or_default().push(ClientUnpaid { currency, cents, overdue_since });
    }
    Ok(unpaid)
}

const CLIENTS: &str = "FROM client LEFT JOIN follow_up ON follow_up.client_id = client.id";

/// The projects are not narrowed down by their status: SQLite would begin with all that have it.
const LINE: &str = "SELECT client.id, client.name, client.company, COALESCE(client.sort_name, client.name) AS sort_name, \
     (SELECT COUNT(CASE WHEN project.status = 'active' THEN 1 END) FROM project \
        WHERE project.client_id = client.id) AS active_projects, \
     client.last_comment_at, client.turn, client.turn_since, client.last_visit_at, \
     client.invited_at, client.assigned, follow_up.until, follow_up.note, follow_up.set_at";

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
        assigned: serde_json::Value,
        until: Option<Date>,
        note: Option<String>,
        set_at: Option<Timestamp>,
    }
}

impl LineRow {
    fn line(self, unread: i64, unpaid: Vec<ClientUnpaid>, today: Date) -> Result<ClientLine, Fault> {
        let Self { last_comment_at, until, note, .. } = self;
        let follow_up = self.set_at.map(|set_at| FollowUp {
            is_active: last_comment_at.is_none_or(|at| at <= set_at) && until.is_none_or(|day| day > today),
            until,
            note,
        });
        Ok(ClientLine {
            client_id: self.id,
            name: self.name,
            company: self.company,
            unread,
            active_projects: self.active_projects,
            unpaid,
            waiting: self.turn.zip(self.turn_since).map(|(turn, since)| Waiting { turn, since }),
            newest_at: last_comment_at,
            last_visit: self.last_visit_at,
            invited_at: self.invited_at,
            follow_up,
            assigned: assigned::ids(Some(self.assigned))?,
        })
    }
}
