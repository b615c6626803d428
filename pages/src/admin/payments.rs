//! The payments of all projects, with totals.

pub mod billing;

use domain::id::ClientId;
use domain::overview::{
    AgendaKind, Billing, ListedPayment, MoneyMonth, OpenPayments, PaymentFilter, PaymentOrder, PaymentsShown, Sort,
};
use domain::projects::board::ClientChoice;
use domain::{Currency, Cursor, Date, Page, amount};
use futures_util::future::try_join4;

use self::billing::{BillingPanel, sums};
use super::projects::{ProjectPart, ProjectsHead};
use super::row_actions::{Back, PayButton, RemindButton};
use crate::admin::prelude::*;
use crate::ui::chart::{BarChart, Figure, Group};

const BY_DUE: Sort<PaymentOrder> = Sort::ascending(PaymentOrder::Due);
/// The months of the chart before and after the present one.
const MONTHS: (i64, i64) = (8, 3);

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PaymentsQuery {
    show: String,
    sort: String,
    /// `2026-11`
    month: String,
    client: String,
    after: Option<String>,
}

/// `GET /admin/payments?show=…&month=…&client=…&sort=…&after=…`
pub async fn page(Query(query): Query<PaymentsQuery>, request: AdminRequest) -> PageResult {
    let filter = PaymentFilter {
        shown: query.show.parse().unwrap_or_default(),
        sort: Sort::parse(&query.sort, BY_DUE),
        today: request.store.date().await?,
        month: format!("{}-01", query.month).parse().ok(),
        client: ClientId::parse(query.client).ok(),
    };
    let after: Option<Cursor> = query.after.and_then(|after| after.parse().ok());
    let store = &request.store;
    let ((page, unpaid), months, billing, mut clients) = try_join4(
        store.payment_list(&filter, after.as_ref()),
        store.money_by_month(MONTHS.0, MONTHS.1),
        store.billing(filter.month.unwrap_or(filter.today), filter.client.as_ref(), None),
        store.client_choices(""),
    )
    .await?;
    if let Some(client) = &filter.client
        && clients.iter().all(|choice| choice.id != *client)
    {
        clients.insert(0, store.client_choice(client).await?);
    }
    // What is said and drawn of all would be taken for that of the chosen client.
    let is_of_all = filter.client.is_none();
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let is_later = after.is_some();
        let (today, in_sentence) = (filter.today, months.clone());
        let sentence = is_of_all.then(|| {
            view! { <p class="today__sentence"><Sentence unpaid months=in_sentence today i18n/></p> }
        });
        let charts = is_of_all.then(|| view! { <Charts months i18n/> });
        let body = view! {
            <ProjectsHead open=NavItem::Payments i18n/>
            {sentence}
            <Filters filter=filter.clone() clients i18n/>
            <Billed billing is_later admin=admin.clone()/>
            {charts}
            <Payments page filter is_later admin/>
        };
        (i18n.payments_tab().to_owned(), body.into_any())
    };
    request.page(NavItem::Payments, show).await
}

/// `2026-11`
fn month_key(month: Date) -> String {
    month.to_string()[..7].to_owned()
}

/// The address of the list without its order.
fn unsorted(filter: &PaymentFilter) -> Address {
    let shown = if filter.shown == PaymentsShown::default() { "" } else { filter.shown.as_str() };
    let month = filter.month.map(month_key).unwrap_or_default();
    let client = filter.client.as_ref().map_or("", ClientId::as_str);
    address::payments().with("show", shown).with("month", &month).with("client", client)
}

fn address_of(filter: &PaymentFilter) -> Address {
    let sort = filter.sort;
    let written = if sort == BY_DUE { String::new() } else { sort.written(sort.by.as_str()) };
    unsorted(filter).with("sort", &written)
}

/// The month, with the one before and after, and the client; the list keeps its status.
#[component]
fn Filters(filter: PaymentFilter, clients: Vec<ClientChoice>, i18n: I18n) -> impl IntoView {
    let is_set = filter.month.is_some() || filter.client.is_some();
    let clear = is_set.then(|| view! { <a href=address::payments().into_string()>{i18n.filter_clear()}</a> });
    let hidden = |name: &'static str, value: String| {
        (!value.is_empty()).then(|| view! { <input type="hidden" name=name value=value/> })
    };
    let shown = if filter.shown == PaymentsShown::default() { "" } else { filter.shown.as_str() };
    let options = clients.into_iter().map(|client| (client.id.to_string(), client.name)).collect();
    let chosen = filter.client.as_ref().map(ToString::to_string).unwrap_or_default();
    let first: Date = format!("{}-01", month_key(filter.month.unwrap_or(filter.today))).parse().unwrap_or(filter.today);
    let step = |month: Date, text: String, current: bool| {
        let href = address_of(&PaymentFilter { month: Some(month), ..filter.clone() }).into_string();
        view! { <a href=href class="stepper__step" aria-current=current.then_some("true")>{text}</a> }
    };
    let (before, after) = (first.days_later(-1), first.months_later(1));
    view! {
        <div class="filters">
            <nav class="stepper" aria-label=i18n.time_month()>
                {step(before, format!("‹ {}", i18n.short_month(before)), false)}
                {step(first, dates::month(first, i18n.0), filter.month.is_some())}
                {step(after, format!("{} ›", i18n.short_month(after)), false)}
            </nav>
            <form class="filters" method="get" action=address::payments().into_string() role="search">
                {hidden("show", shown.to_owned())} {hidden("month", filter.month.map(month_key).unwrap_or_default())}
                <FilterSelect id="client" name="client" label=i18n.column_client() all=i18n.all_clients_shown() options chosen/>
                <button class="button button--quiet">{i18n.search()}</button>
                {clear}
            </form>
        </div>
    }
}

#[component]
fn Billed(billing: Billing, is_later: bool, admin: AdminView) -> impl IntoView {
    (!is_later).then(|| {
        view! {
            <section class="today__part" aria-labelledby="billing-heading" data-live="billing">
                <BillingPanel billing admin/>
            </section>
        }
    })
}

/// What came in this month, what is to come in and what of it is late; each amount leads to its payments.
#[component]
fn Sentence(unpaid: Vec<OpenPayments>, months: Vec<MoneyMonth>, today: Date, i18n: I18n) -> impl IntoView {
    let this_month = |one: &&MoneyMonth| month_key(one.month) == month_key(today);
    let paid = months.iter().filter(this_month).map(|one| (&one.currency, one.paid_cents));
    let open = unpaid.iter().map(|one| (&one.currency, one.cents));
    let late = unpaid.iter().map(|one| (&one.currency, one.overdue_cents));
    let list = address::payments;
    let link = |list: Address, sum| view! { <a href=list.into_string()>{sum}</a> };
    let month = dates::month(today, i18n.0);
    let paid = sums(paid, i18n).map(|sum| {
        let list = list().with("show", "paid").with("month", &month_key(today));
        view! { {i18n.money_came_in(&month)} " " {link(list, sum)} ". " }
    });
    let late = sums(late, i18n).map(|sum| {
        view! { ", " {i18n.money_late()} " " {link(list().with("show", "overdue"), sum)} }
    });
    let open = sums(open, i18n).map(|sum| view! { {i18n.money_to_come()} " " {link(list(), sum)} {late} "." });
    let none = (paid.is_none() && open.is_none()).then(|| i18n.no_open_payments());
    view! { {paid} {open} {none} }
}

/// One chart for the currency with the most months of money; a second currency is rare and in the list.
#[component]
fn Charts(months: Vec<MoneyMonth>, i18n: I18n) -> impl IntoView {
    let moved = |currency: &Currency| months.iter().filter(|one| &one.currency == currency && moves(one)).count();
    let currency = months.iter().map(|one| &one.currency).max_by_key(|currency| moved(currency)).cloned()?;
    let title = if months.iter().all(|one| one.currency == currency) {
        i18n.chart_money().to_owned()
    } else {
        format!("{} ({})", i18n.chart_money(), currency.as_str())
    };
    let figure = |cents| Figure::amount(cents, &currency, i18n);
    let group = |one: &MoneyMonth| Group {
        short: i18n.short_month(one.month),
        label: dates::month(one.month, i18n.0),
        figures: vec![figure(one.paid_cents), figure(one.due_cents)],
    };
    let groups: Vec<Group> = months.iter().filter(|one| one.currency == currency).map(group).collect();
    Some(view! {
        <BarChart
            id="money-chart"
            title
            period=i18n.time_month()
            names=[i18n.chart_paid(), i18n.chart_due()].map(str::to_owned).into()
            groups
            i18n
        />
    })
}

const fn moves(month: &MoneyMonth) -> bool {
    month.paid_cents != 0 || month.due_cents != 0
}

#[component]
fn Payments(page: Page<ListedPayment>, filter: PaymentFilter, is_later: bool, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let link = |&shown: &PaymentsShown| {
        let list = address_of(&PaymentFilter { shown, ..filter.clone() });
        (list, i18n.payments_shown(shown), shown == filter.shown)
    };
    let links = PaymentsShown::ALL.iter().map(link).collect();
    let text = match filter.shown {
        PaymentsShown::All if !is_later => i18n.payments_none(),
        PaymentsShown::Open => i18n.no_open_payments(),
        _ => i18n.nothing_found(),
    };
    let address = address_of(&filter);
    let list = or_empty(page.items.is_empty(), text, || view! { <PaymentTable items=page.items filter admin/> });
    view! {
        <FilterLinks label=i18n.column_status() links/>
        {list}
        <MoreLink list=address next=page.next is_later i18n/>
    }
}

#[component]
fn PaymentTable(items: Vec<ListedPayment>, filter: PaymentFilter, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let sort = ShownSort { column: filter.sort.by.as_str(), descending: filter.sort.descending };
    let list = unsorted(&filter);
    let row = |payment| view! { <Row payment admin=admin.clone()/> };
    let heads = vec![
        head(i18n.payment_label()),
        head(i18n.column_project()),
        view! { <SortHead label=i18n.column_due() list=list.clone() column="due" sort i18n/> }.into_any(),
        view! { <SortHead label=i18n.payment_amount() list column="amount" sort newest_first=true number=true i18n /> }
            .into_any(),
        hidden_head(i18n.record_actions()),
    ];
    view! {
        <Table label=i18n.payments_tab() live="payments" heads rows=items.into_iter().map(row).collect_view()/>
    }
}

#[component]
fn Row(payment: ListedPayment, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let ListedPayment { id, label, amount_cents, currency, due_on, paid_at, project_id, project_name, .. } = payment;
    let ListedPayment { client_name, reminded_at, can_remind, .. } = payment;
    let is_late = paid_at.is_none() && due_on.is_some_and(|due| due < dates::today(admin.now));
    let paid = paid_at.map(|at| {
        let day = dates::day(dates::today(at), i18n.0);
        view! { <span class="status status--completed">{i18n.paid_on(&day)}</span> }
    });
    let due = due_on.map(|date| view! { <DueDay date is_open=paid_at.is_none() admin=admin.clone()/> });
    let acts = paid_at.is_none().then(|| {
        let (project, id, title) = (project_id.to_string(), id.to_string(), label.clone());
        let (kind, back) = (AgendaKind::Payment, Back::Payments);
        let remind = is_late.then(|| {
            let (id, title) = (id.clone(), title.clone());
            view! { <RemindButton kind id title reminded_at can_remind back admin=admin.clone()/> }
        });
        view! { {remind} <PayButton project id label=title back admin=admin.clone()/> }
    });
    view! {
        <tr>
            <th scope="row">
                <a class="table__name" href=ProjectPart::Payments.path(project_id.as_str()) dir="auto">{label}</a>
            </th>
            <td data-label=i18n.column_project() dir="auto">
                {client_name} <span class="table__more" dir="auto">{project_name}</span>
            </td>
            <td class="table__day" data-label=i18n.column_due()>{due}</td>
            <td class="number" data-label=i18n.payment_amount()>
                {amount::written(amount_cents.into(), &currency, i18n.0)}
            </td>
            <td class="table__actions">{acts} {paid}</td>
        </tr>
    }
}
