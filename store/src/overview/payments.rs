//! The list of payments over all projects.

use domain::overview::{ListedPayment, OpenPayments, PaymentFilter, PaymentOrder, PaymentsShown};
use domain::{Cursor, Date, Page, Timestamp};
use sqlx::{AssertSqlSafe, FromRow};

use super::counters;
use crate::db::keyset::{Keyset, filter as filter_sql};
use crate::db::rows::{stored, stored_option};
use crate::{Fault, Result, Store};

impl Store {
    /// A page of payments after the cursor `after`, and what is unpaid over all pages.
    pub async fn payment_list(
        &self,
        filter: &PaymentFilter,
        after: Option<&Cursor>,
    ) -> Result<(Page<ListedPayment>, Vec<OpenPayments>)> {
        let keyset = keyset(filter, after);
        let mut query = sqlx::query_as::<_, Row>(AssertSqlSafe(statement(filter, &keyset)));
        if filter.shown == PaymentsShown::Overdue {
            query = query.bind(filter.today.to_string());
        }
        let mut tx = self.db.snapshot().await?;
        let rows = keyset.bind(query).fetch_all(&mut *tx).await?;
        let unpaid = counters::unpaid(&mut tx, filter.today).await?;
        tx.commit().await?;
        let page = Page::of(rows, |row| match filter.sort.by {
            PaymentOrder::Due => Cursor::new(row.due_on.as_deref().unwrap_or("9999-12-31"), &row.id),
            PaymentOrder::Amount => Cursor::new(row.amount_cents, &row.id),
        });
        let items = page.items.into_iter().map(ListedPayment::try_from).collect::<Result<_, Fault>>()?;
        Ok((Page { items, next: page.next }, unpaid))
    }

    /// The current date in the agency's time zone, for a [`PaymentFilter`].
    pub async fn date(&self) -> Result<Date> {
        self.today().await
    }
}

fn keyset(filter: &PaymentFilter, after: Option<&Cursor>) -> Keyset {
    let descending = filter.sort.descending;
    match filter.sort.by {
        PaymentOrder::Due => {
            Keyset::by_text("COALESCE(payment.due_on, '9999-12-31')", "payment.id", descending, after)
        }
        PaymentOrder::Amount => Keyset::by_number("payment.amount_cents", "payment.id", descending, after),
    }
}

/// The SELECT of a page and one more row; with overdue ones, `$1` is today.
fn statement(filter: &PaymentFilter, keyset: &Keyset) -> String {
    let mut next = 1;
    let mut conditions = Vec::new();
    match filter.shown {
        PaymentsShown::Open => conditions.push("payment.paid_at IS NULL".to_owned()),
        PaymentsShown::Paid => conditions.push("payment.paid_at IS NOT NULL".to_owned()),
        PaymentsShown::All => {}
        PaymentsShown::Overdue => {
            next += 1;
            conditions
                .push("payment.paid_at IS NULL AND COALESCE(payment.due_on, '9999-12-31') < $1".to_owned());
        }
    }
    conditions.extend(keyset.condition(&mut next));
    let direction = if filter.sort.descending { " DESC" } else { "" };
    let order = match filter.sort.by {
        PaymentOrder::Due => "found.due_key",
        PaymentOrder::Amount => "found.amount_cents",
    };
    format!(
        "SELECT found.id, found.label, found.amount_cents, found.currency, found.due_on, found.paid_at, \
         project.id AS project_id, project.name AS project_name, client.name AS client_name \
         FROM (SELECT payment.id, payment.project_id, payment.label, payment.amount_cents, payment.currency, \
           payment.due_on, payment.paid_at, COALESCE(payment.due_on, '9999-12-31') AS due_key \
           FROM payment{}{}) AS found \
         JOIN project ON project.id = found.project_id JOIN client ON client.id = project.client_id \
         ORDER BY {order}{direction}, found.id{direction}",
        filter_sql(&conditions),
        keyset.order()
    )
}

#[derive(FromRow)]
struct Row {
    id: String,
    label: String,
    amount_cents: i64,
    currency: String,
    due_on: Option<String>,
    paid_at: Option<i64>,
    project_id: String,
    project_name: String,
    client_name: String,
}

impl TryFrom<Row> for ListedPayment {
    type Error = Fault;

    fn try_from(row: Row) -> Result<Self, Fault> {
        Ok(Self {
            id: stored(row.id)?,
            label: row.label,
            amount_cents: row.amount_cents,
            currency: stored(row.currency)?,
            due_on: stored_option(row.due_on)?,
            paid_at: row.paid_at.map(Timestamp::from_millis),
            project_id: stored(row.project_id)?,
            project_name: row.project_name,
            client_name: row.client_name,
        })
    }
}
