//! The list of clients: who waits for whom, and since when.

use domain::Member;
use domain::clients::{ClientLine, ClientList};
use domain::overview::{ClientFilter, ClientOrder, ClientsShown, Sort};
use domain::paging::Page;

use super::assign::AssignBar;
use super::row::{ClientRow, SnoozeForm};
use crate::admin::assigned_filter::AssignedFilter;
use crate::admin::prelude::*;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ClientsQuery {
    q: String,
    show: String,
    /// `1`: only those that the reader looks after; `0`: all of them.
    mine: String,
    sort: String,
    after: Option<String>,
    snooze: String,
}

/// `GET /admin/clients?q=…&show=…&mine=…&sort=…&after=…`
pub async fn page(Query(query): Query<ClientsQuery>, request: AdminRequest) -> PageResult {
    let ClientsQuery { q, show, mine, sort, after, snooze } = query;
    let mine = request.assigned_filter(&mine).await?;
    let assigned_to = mine.assigned_to().cloned();
    let sort = Sort::parse(&sort, Sort::default());
    let filter = ClientFilter { search: q.trim().to_owned(), shown: show.parse().ok(), assigned_to, sort };
    let cursor = after.as_ref().and_then(|after| after.parse().ok());
    let list = request.store.client_list(&filter, cursor.as_ref()).await?;
    let members = request.store.members().await?;
    let show = move |admin: AdminView| {
        let title = admin.i18n.clients().to_owned();
        (title, view! { <Clients list filter members mine is_later=after.is_some() snooze admin/> }.into_any())
    };
    request.page(NavItem::Clients, show).await
}

/// The address of the list without its order.
fn unsorted(filter: &ClientFilter) -> Address {
    let shown = filter.shown.map_or("", ClientsShown::as_str);
    let mine = if filter.assigned_to.is_some() { "1" } else { "" };
    address::clients().with("q", &filter.search).with("show", shown).with("mine", mine)
}

fn address_of(filter: &ClientFilter) -> Address {
    let sort = filter.sort;
    let written = if sort == Sort::default() { String::new() } else { sort.written(sort.by.as_str()) };
    unsorted(filter).with("sort", &written)
}

#[component]
fn Clients(
    list: ClientList,
    filter: ClientFilter,
    members: Vec<Member>,
    mine: AssignedFilter,
    is_later: bool,
    snooze: String,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let address = address_of(&filter);
    let ClientList { page: Page { items, next }, counts } = list;
    let is_filtered = !filter.search.is_empty() || filter.shown.is_some() || filter.assigned_to.is_some();
    let nothing_yet = items.is_empty() && !is_filtered && !is_later;
    let form = items.iter().find(|line| line.client_id.as_str() == snooze).cloned().map(|line| {
        let list = address.clone();
        view! { <SnoozeForm line shown=filter.shown list admin=admin.clone()/> }
    });
    let filters = (!nothing_yet).then(|| view! { <Filters filter=filter.clone() mine i18n/> });
    let text = if nothing_yet { i18n.clients_empty() } else { i18n.nothing_found() };
    let bar = (!items.is_empty()).then(|| view! { <AssignBar members=members.clone() filter=filter.clone() i18n/> });
    let list = or_empty(items.is_empty(), text, || view! { <ClientTable items counts filter members admin/> });
    view! {
        <header class="page-head">
            <h1>{i18n.clients()}</h1>
            <p class="actions"><a class="button" href="/admin/clients/new">{i18n.client_new()}</a></p>
        </header>
        {filters}
        {form}
        <div class="picks">{list} {bar}</div>
        <MoreLink list=address next is_later i18n/>
    }
}

#[component]
fn Filters(filter: ClientFilter, mine: AssignedFilter, i18n: I18n) -> impl IntoView {
    let hidden = filter.shown.map(|shown| {
        view! { <input type="hidden" name="show" value=shown.as_str()/> }
    });
    let own = mine.link(address_of(&ClientFilter { assigned_to: None, ..filter.clone() }), i18n);
    let mine = mine.is_on().then(|| view! { <input type="hidden" name="mine" value="1"/> });
    let link = |shown: Option<ClientsShown>| {
        let name = shown.map_or(i18n.all_clients_shown(), |shown| i18n.clients_shown(shown));
        (address_of(&ClientFilter { shown, ..filter.clone() }), name, shown == filter.shown)
    };
    let links = std::iter::once(None).chain(ClientsShown::ALL.iter().copied().map(Some)).map(link).chain(own).collect();
    let clear = (!filter.search.is_empty()).then(|| {
        let all = ClientFilter { search: String::new(), ..filter.clone() };
        view! { <a href=address_of(&all).into_string()>{i18n.filter_clear()}</a> }
    });
    view! {
        <form class="filters" method="get" action=address::clients().into_string() role="search">
            {hidden} {mine}
            <SearchField label=i18n.clients_search() value=filter.search.clone()/>
            <button class="button button--quiet">{i18n.search()}</button>
            {clear}
        </form>
        <FilterLinks label=i18n.column_waiting() links/>
    }
}

#[component]
fn ClientTable(
    items: Vec<ClientLine>,
    counts: Vec<(ClientsShown, i64)>,
    filter: ClientFilter,
    members: Vec<Member>,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let sort = ShownSort { column: filter.sort.by.as_str(), descending: filter.sort.descending };
    let sort_head = |label, by: ClientOrder, newest_first| {
        view! { <SortHead label list=unsorted(&filter) column=by.as_str() sort newest_first i18n/> }.into_any()
    };
    let list = address_of(&filter);
    // Each group has its head above its first row; a list that is not grouped has none.
    let mut last = None;
    let columns = if members.is_empty() { 6 } else { 7 };
    let row = |line: ClientLine| {
        let group = line.group();
        let count = counts.iter().find(|(of, _)| *of == group).filter(|_| last.replace(group) != Some(group));
        let head =
            count.map(|(group, count)| view! { <GroupHead name=i18n.clients_shown(*group) count=*count columns/> });
        view! { {head} <ClientRow line list=list.clone() members=members.clone() admin=admin.clone()/> }
    };
    let whose = (!members.is_empty()).then(|| head(i18n.column_whose()));
    let heads = vec![
        sort_head(i18n.column_client(), ClientOrder::Name, false),
        sort_head(i18n.column_waiting(), ClientOrder::Waiting, false),
        sort_head(i18n.column_visit(), ClientOrder::Visit, true),
        whose.into_any(),
        number_head(i18n.column_active()),
        number_head(i18n.unpaid_total()),
        hidden_head(i18n.record_actions()),
    ];
    view! {
        <Table label=i18n.clients() class="table table--folds table--dense" live="clients" heads rows=items.into_iter().map(row).collect_view()/>
    }
}

#[component]
fn GroupHead(name: &'static str, count: i64, columns: usize) -> impl IntoView {
    view! {
        <tr class="table__group">
            <th colspan=columns scope="colgroup">{name} " " <span class="muted">{count}</span></th>
        </tr>
    }
}
