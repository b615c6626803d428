//! The list of payments over all projects.

use domain::overview::{ListedPayment, OpenPayments, PaymentFilter, PaymentOrder, PaymentsShown};
use domain::{Cursor, Date, Page, Zone};
use sqlx::AssertSqlSafe;

use super::month_start;
use crate::db::Connection;
use crate::db::column::{Cell, read};
use crate::db::keyset::{Conditions, Keyset};
use crate::db::query::row;
use crate::db::saturating_sum::saturating_sum;
use crate::{Fault, Result, Store};

impl Store {
    /// A page of payments after the cursor `after`, and what is unpaid over all pages.
    pub async fn payment_list(
        &self,
        filter: &PaymentFilter,
        after: Option<&Cursor>,
    ) -> Result<(Page<ListedPayment>, Vec<OpenPayments>)> {
        let (sql, values) = statement(self, filter, &self.zone().await?, &keyset(filter, after));
        let mut tx = self.db.snapshot().await?;
        let payments = tx.fetch_all::<ListedPayment>(AssertSqlSafe(sql), values).await?;
        let unpaid = unpaid(&mut tx, filter.today).await?;
        tx.commit().await?;
        let page = Page::of(payments, |payment| match (filter.sort.by, payment.due_on) {
            (PaymentOrder::Due, Some(day)) => Cursor::new(day, &payment.id),
            (PaymentOrder::Due, None) => Cursor::new("9999-12-31", &payment.id),
            (PaymentOrder::Amount, _) => Cursor::new(payment.amount_cents, &payment.id),
        });
        Ok((page, unpaid))
    }

    /// The current date in the agency's time zone, for a [`PaymentFilter`].
    pub async fn date(&self) -> Result<Date> {
        self.today().await
    }
}

fn keyset(filter: &PaymentFilter, after: Option<&Cursor>) -> Keyset {
    let descending = filter.sort.descending;
    match filter.sort.by {
        PaymentOrder::Due => Keyset::by_text("COALESCE(payment.due_on, '9999-12-31')", "payment.id", descending, after),
        PaymentOrder::Amount => Keyset::by_number("payment.amount_cents", "payment.id", descending, after),
    }
}

/// The SELECT of a page and one more row, with its values.
fn statement(store: &Store, filter: &PaymentFilter, zone: &Zone, keyset: &Keyset) -> (String, Vec<Cell>) {
    let mut conditions = Conditions::default();
    match filter.shown {
        PaymentsShown::Open => conditions.add("payment.paid_at IS NULL", ()),
        PaymentsShown::Paid => conditions.add("payment.paid_at IS NOT NULL", ()),
        PaymentsShown::All => {}
        PaymentsShown::Overdue => {
            let overdue = "payment.paid_at IS NULL AND COALESCE(payment.due_on, '9999-12-31') < $1";
            conditions.add(overdue, [filter.today]);
        }
    }
    if let Some(month) = filter.month {
        let days = [month_start(month, 0), month_start(month, 1)];
        if filter.shown == PaymentsShown::Paid {
            conditions.add("payment.paid_at >= $1 AND payment.paid_at < $2", days.map(|day| zone.midnight(day)));
        } else {
            let due = "COALESCE(payment.due_on, '9999-12-31') >= $1 AND COALESCE(payment.due_on, '9999-12-31') < $2";
            conditions.add(due, days);
        }
    }
    if let Some(client) = &filter.client {
        let of_client = "payment.project_id IN (SELECT project.id FROM project WHERE project.client_id = $1)";
        conditions.add(of_client, [client]);
    }
    keyset.add_to(&mut conditions);
    let direction = keyset.direction();
    let order = match filter.sort.by {
        PaymentOrder::Due => "found.due_key",
        PaymentOrder::Amount => "found.amount_cents",
    };
    let sql = format!(
        "SELECT {} FROM (SELECT payment.id, payment.project_id, payment.label, payment.amount_cents, payment.currency, \
           payment.due_on, payment.paid_at, payment.reminded_at, COALESCE(payment.due_on, '9999-12-31') AS due_key \
           FROM payment{}{}) AS found \
         JOIN project ON project.id = found.project_id JOIN client ON client.id = project.client_id \
         ORDER BY {order}{direction}, found.id{direction}",
        columns(store, "found"),
        conditions.filter(),
        keyset.order()
    );
    (sql, conditions.values)
}

/// The columns of a [`ListedPayment`], with its project and client joined.
pub(super) fn columns(store: &Store, payment: &str) -> String {
    format!(
        "{payment}.id, {payment}.label, {payment}.amount_cents, {payment}.currency, {payment}.due_on, {payment}.paid_at, \
         {payment}.reminded_at, project.id AS project_id, project.name AS project_name, client.name AS client_name, \
         {} AS can_remind",
        store.can_remind("remind_payments")
    )
}

row! {
    row => ListedPayment {
        id, label, amount_cents, currency, due_on, paid_at, project_id, project_name, client_name, reminded_at;
        can_remind: read::<i64>(row, "can_remind")? == 1,
    }
}

/// What is unpaid, by currency.
async fn unpaid(connection: &mut Connection, today: Date) -> Result<Vec<OpenPayments>, Fault> {
    let sql = format!(
        "SELECT currency, {}, COUNT(*), {} FROM payment WHERE paid_at IS NULL GROUP BY currency ORDER BY currency",
        saturating_sum("amount_cents"),
        saturating_sum("CASE WHEN due_on < $1 THEN amount_cents ELSE 0 END")
    );
    let rows = connection.fetch_all(AssertSqlSafe(sql), [today]).await?;
    let of = |(currency, cents, count, overdue_cents)| OpenPayments { currency, cents, count, overdue_cents };
    Ok(rows.into_iter().map(of).collect())
}
