//! The list of deliveries, newest first, filtered by source and outcome.

use domain::Cursor;
use domain::id::SourceId;
use domain::leads::DeliveryOutcome;
use domain::leads::delivery::DeliveryFilter;

use super::filter::{DeleteLink, DeletionForm};
use super::filter::{MAIN, address_of, filter_of, outcome_code, source_code};
use super::row::DeliveryRow;
use super::row::{ReplayQuery, ReplayResult};
use crate::admin::leads::deliveries::actions::{DismissDeliveries, ReplayDeliveries};
use crate::admin::leads::tabs::{LeadTab, LeadsHead};
use crate::admin::prelude::*;
use crate::admin::settings::Section;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct DeliveriesQuery {
    source: String,
    outcome: String,
    after: String,
    /// Whether to ask if all should be deleted.
    delete: Option<String>,
    #[serde(flatten)]
    replay: ReplayQuery,
}

/// `GET /admin/leads/deliveries?source=…&outcome=…&after=…`
pub async fn page(Query(query): Query<DeliveriesQuery>, request: AdminRequest) -> PageResult {
    let filter = filter_of(&query.source, &query.outcome);
    let after: Option<Cursor> = query.after.parse().ok();
    let store = &request.store;
    let deliveries = store.deliveries(&filter, after.as_ref()).await?;
    let sources = store.lead_sources().await?;
    let sources: Vec<_> = sources.into_iter().map(|line| (line.source.id, line.source.name)).collect();
    let retention_days = store.settings().await?.record.delivery_days;
    let quarantined = store.quarantined().await?;
    let now = store.clock().now();
    let to_delete = match query.delete {
        Some(_) => Some(store.count_deletable(&filter, now).await?).filter(|count| *count > 0),
        None => None,
    };
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let (is_later, is_filtered) = (after.is_some(), filter != DeliveryFilter::default());
        let address = address_of(&filter);
        let names_source = filter.from.is_none();
        let found = if deliveries.items.is_empty() && !is_filtered && !is_later {
            EitherOf3::A(view! { <p class="empty">{i18n.deliveries_empty()}</p> })
        } else if deliveries.items.is_empty() {
            EitherOf3::B(view! { <p class="empty">{i18n.nothing_found()}</p> })
        } else {
            let row = |line| view! { <DeliveryRow line names_source selectable=true i18n/> };
            EitherOf3::C(view! {
                <form method="post" action=ReplayDeliveries::PATH class="deliveries">
                    // The button that Enter in a box would press.
                    <button disabled hidden></button>
                    <HiddenFilter filter=filter.clone() after/>
                    <ol class="rows" data-live="deliveries">
                        {deliveries.items.into_iter().map(row).collect_view()}
                    </ol>
                    <p class="field__hint" id="reread-hint">{i18n.deliveries_reread_hint()}</p>
                    <SelectionActions i18n/>
                </form>
                <DeleteLink filter=filter.clone() i18n/>
            })
        };
        let kept_where =
            is_for_owner().then(|| view! { ": " <a href=Section::Leads.path()>{i18n.deliveries_kept_where()}</a> "." });
        let body = view! {
            <LeadsHead open=LeadTab::Deliveries quarantined i18n/>
            <p class="muted source-hint">
                {i18n.deliveries_hint()} " " {i18n.deliveries_kept(retention_days)} {kept_where}
            </p>
            <Filters filter=filter.clone() sources i18n/>
            {to_delete.map(|count| view! { <DeletionForm filter count now i18n/> })}
            <ReplayResult query=query.replay i18n/>
            {found}
            <MoreLink list=address next=deliveries.next is_later i18n/>
        };
        (format!("{} · {}", i18n.deliveries(), i18n.leads()), body.into_any())
    };
    request.page(NavItem::Leads, show).await
}

/// The hidden fields that redirect to the same list.
#[component]
fn HiddenFilter(filter: DeliveryFilter, after: Option<Cursor>) -> impl IntoView {
    let after = after.map(|after| after.to_string()).unwrap_or_default();
    view! {
        <input type="hidden" name="chosen[source]" value=source_code(&filter).to_owned()/>
        <input type="hidden" name="chosen[outcome]" value=outcome_code(&filter)/>
        <input type="hidden" name="chosen[after]" value=after/>
    }
}

#[component]
fn SelectionActions(i18n: I18n) -> impl IntoView {
    view! {
        <div class="actions deliveries__do">
            <p class="deliveries__all">
                <input id="deliveries-all" type="checkbox" name="chosen[all]" value="1"/>
                <label for="deliveries-all">{i18n.deliveries_choose_all()}</label>
            </p>
            <button class="button button--quiet" aria-describedby="reread-hint">{i18n.delivery_reread()}</button>
            <button class="button button--quiet" formaction=DismissDeliveries::PATH>
                {i18n.delivery_dismiss()}
            </button>
        </div>
    }
}

#[component]
fn Filters(filter: DeliveryFilter, sources: Vec<(SourceId, String)>, i18n: I18n) -> impl IntoView {
    let is_filtered = filter != DeliveryFilter::default();
    let chosen = source_code(&filter).to_owned();
    let main = (MAIN.to_owned(), i18n.source_main().to_owned());
    let sources = sources.into_iter().map(|(id, name)| (String::from(id), name));
    let sources = [main].into_iter().chain(sources).collect();
    let outcomes = options(DeliveryOutcome::ALL, |one| i18n.outcome(one));
    view! {
        <form method="get" action="/admin/leads/deliveries" class="filters" role="search">
            <FilterSelect
                id="delivery-source"
                name="source"
                label=i18n.delivery_source()
                all=i18n.delivery_every_source()
                options=sources
                chosen
            />
            <FilterSelect
                id="delivery-outcome"
                name="outcome"
                label=i18n.delivery_outcome_label()
                all=i18n.delivery_every_outcome()
                options=outcomes
                chosen=outcome_code(&filter).to_owned()
            />
            <button class="button button--quiet">{i18n.search()}</button>
            {is_filtered.then(|| view! { <a href=address::deliveries().into_string()>{i18n.filter_clear()}</a> })}
        </form>
    }
}
