//! The list of leads, filtered by search, status and source.

use domain::leads::{LeadCounts, LeadFilter, LeadList};
use domain::overview::{LeadOrder, Sort};
use domain::{Cursor, Lead, LeadStatus};
use futures_util::future::try_join3;

use super::sources::trouble::TroubledSources;
use super::tabs::{LeadTab, LeadsHead};
use crate::admin::prelude::*;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LeadsQuery {
    q: String,
    status: String,
    source: String,
    sort: String,
    after: Option<String>,
}

/// `GET /admin/leads?q=…&status=…&source=…&sort=…&after=…`
pub async fn page(Query(query): Query<LeadsQuery>, request: AdminRequest) -> PageResult {
    let filter = LeadFilter {
        search: query.q.trim().to_owned(),
        status: query.status.parse().ok(),
        source: Some(query.source).filter(|source| !source.is_empty()),
        sort: Sort::parse(&query.sort, Sort::default()),
    };
    let after: Option<Cursor> = query.after.and_then(|after| after.parse().ok());
    let is_later = after.is_some();
    let store = &request.store;
    let (list, mut troubled, quarantined) =
        try_join3(store.lead_list(&filter, after.as_ref()), store.lead_sources(), store.quarantined()).await?;
    troubled.retain(|line| line.trouble.is_some());
    let LeadList { page, counts, sources } = list;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let is_filtered = filter != LeadFilter { sort: filter.sort, ..LeadFilter::default() };
        let address = address_of(&filter);
        let found = if page.items.is_empty() && !is_filtered && !is_later {
            EitherOf3::A(view! { <NoLeads i18n/> })
        } else if page.items.is_empty() {
            EitherOf3::B(view! { <p class="empty">{i18n.nothing_found()}</p> })
        } else {
            EitherOf3::C(view! { <LeadTable leads=page.items filter=filter.clone() admin=admin.clone()/> })
        };
        let filters = (counts.total() > 0 || is_filtered).then(|| {
            view! {
                <Filters filter=filter.clone() sources i18n/>
                <Statuses filter counts i18n/>
            }
        });
        let body = view! {
            <LeadsHead open=LeadTab::List quarantined i18n/>
            <TroubledSources sources=troubled now=admin.now i18n/>
            {filters}
            <div data-live="leads">{found}</div>
            <MoreLink list=address next=page.next is_later i18n/>
        };
        (i18n.leads().to_owned(), body.into_any())
    };
    request.page(NavItem::Leads, show).await
}

fn address_of(filter: &LeadFilter) -> Address {
    let sort = filter.sort;
    let written = if sort == Sort::default() { String::new() } else { sort.written(sort.by.as_str()) };
    unsorted(filter).with("sort", &written)
}

/// The address of the list without its order.
fn unsorted(filter: &LeadFilter) -> Address {
    address::leads()
        .with("q", &filter.search)
        .with("status", filter.status.map_or("", LeadStatus::as_str))
        .with("source", filter.source.as_deref().unwrap_or_default())
}

#[component]
fn Filters(filter: LeadFilter, sources: Vec<String>, i18n: I18n) -> impl IntoView {
    let LeadFilter { search, status, source, sort } = filter;
    let hidden_sort = (sort != Sort::default()).then(|| {
        view! { <input type="hidden" name="sort" value=sort.written(sort.by.as_str())/> }
    });
    let is_filtered = !search.is_empty() || source.is_some();
    // The list has at most a hundred sources; the selected one may not be among them.
    let unlisted = source.clone().filter(|source| !sources.contains(source));
    let options = sources.into_iter().chain(unlisted).map(|name| (name.clone(), name)).collect();
    let chosen = source.unwrap_or_default();
    let all_of_status = address::leads().with("status", status.map_or("", LeadStatus::as_str)).into_string();
    view! {
        <form method="get" action="/admin/leads" class="filters" role="search">
            {status.map(|status| view! { <input type="hidden" name="status" value=status.as_str()/> })}
            {hidden_sort}
            <SearchField label=i18n.search() value=search hint=i18n.lead_search_hint()/>
            <FilterSelect id="lead-source" name="source" label=i18n.source() all=i18n.every_source() options chosen/>
            <button class="button button--quiet">{i18n.search()}</button>
            {is_filtered.then(|| view! { <a href=all_of_status>{i18n.filter_clear()}</a> })}
        </form>
    }
}

/// Links that filter by status, each with its number of leads.
#[component]
fn Statuses(filter: LeadFilter, counts: LeadCounts, i18n: I18n) -> impl IntoView {
    // The counts do not include the search.
    let is_counted = filter.search.is_empty();
    let link = |status: Option<LeadStatus>, name: &'static str, count: i64| {
        let href = address_of(&LeadFilter { status, ..filter.clone() }).into_string();
        let current = (status == filter.status).then_some("page");
        let number = is_counted.then(|| {
            view! {
                <span class="pipeline__number" aria-hidden="true">{count}</span>
                <span class="sr-only">" "{i18n.lead_count(count)}</span>
            }
        });
        view! { <li><a href=href aria-current=current>{name}{number}</a></li> }
    };
    let statuses = LeadStatus::ALL.iter().copied();
    let each = statuses.map(|status| link(Some(status), i18n.lead_status(status), counts.of(status)));
    view! {
        <nav class="subnav" aria-label=i18n.lead_statuses() data-live="lead-counts">
            <ul>{link(None, i18n.filter_all(), counts.total())}{each.collect_view()}</ul>
        </nav>
    }
}

#[component]
fn LeadTable(leads: Vec<Lead>, filter: LeadFilter, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let sort = ShownSort { column: filter.sort.by.as_str(), descending: filter.sort.descending };
    let sort_head = |label, by: LeadOrder| {
        view! { <SortHead label list=unsorted(&filter) column=by.as_str() sort newest_first=true i18n/> }.into_any()
    };
    let row = |lead| view! { <LeadRow lead admin=admin.clone()/> };
    let heads = vec![
        head(i18n.column_lead()),
        head(i18n.column_status()),
        head(i18n.source()),
        sort_head(i18n.last_contact(), LeadOrder::Contact),
        sort_head(i18n.column_arrived(), LeadOrder::Arrival),
    ];
    view! { <Table label=i18n.leads() heads rows=leads.into_iter().map(row).collect_view()/> }
}

#[component]
fn LeadRow(lead: Lead, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Lead { id, name, email, phone, company, source, status, last_contact_date, created_at, .. } = lead;
    let full_source = source.clone();
    let contact = [company, email.map(String::from), phone];
    let contact = contact.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let contact = (!contact.is_empty())
        .then(|| view! { <span class="table__more pipeline__contact" dir="auto">{contact}</span> });
    view! {
        <tr>
            <th scope="row">
                <a class="table__name" href=address::lead(id.as_str()).into_string() dir="auto">{name}</a>
                {contact}
            </th>
            <td data-label=i18n.column_status()>
                <span class=format!("status status--{status}")>{i18n.lead_status(status)}</span>
            </td>
            <td class="table__source" data-label=i18n.source() title=full_source dir="auto">{source}</td>
            <td class="table__day" data-label=i18n.last_contact()>
                <Ago at=last_contact_date admin=admin.clone()/>
            </td>
            <td class="table__day" data-label=i18n.column_arrived()><Ago at=created_at admin/></td>
        </tr>
    }
}

/// The empty state: explains how leads arrive.
#[component]
fn NoLeads(i18n: I18n) -> impl IntoView {
    view! {
        <section class="empty source-empty" aria-labelledby="no-leads">
            <h2 id="no-leads">{i18n.no_leads_heading()}</h2>
            <p>{i18n.no_leads_how()}</p>
            {is_for_owner().then(|| view! { <p><a href=address::sources().into_string()>{i18n.no_leads_connect()}</a></p> })}
            <p>{i18n.no_leads_called()} " " <a href="/admin/leads/new">{i18n.no_leads_by_hand()}</a></p>
        </section>
    }
}
