//! The header and tabs shared by the lead pages.

use crate::admin::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeadTab {
    List,
    /// In columns, by status.
    Board,
    Sources,
    Deliveries,
    /// Where leads come from, and what becomes of them.
    Trends,
}

#[component]
pub fn LeadsHead(open: LeadTab, quarantined: i64, i18n: I18n) -> impl IntoView {
    let tab = |tab: LeadTab, address: Address, name: &'static str| {
        view! { <li><a href=address.into_string() aria-current=(tab == open).then_some("page")>{name}</a></li> }
    };
    view! {
        <div class="page-head">
            <h1>{i18n.leads()}</h1>
            <p class="actions">{actions(open, i18n)}</p>
        </div>
        <nav class="subnav" aria-label=i18n.lead_views()>
            <ul>
                {tab(LeadTab::List, address::leads(), i18n.lead_list())}
                {tab(LeadTab::Board, address::lead_board(), i18n.lead_board())}
                {is_for_owner().then(|| tab(LeadTab::Sources, address::sources(), i18n.lead_origins()))}
                {tab(LeadTab::Deliveries, address::deliveries(), i18n.deliveries())}
                <li data-live="to-review"><ToReview count=quarantined i18n/></li>
                {tab(LeadTab::Trends, address::lead_trends(), i18n.lead_trends())}
            </ul>
        </nav>
    }
}

/// The number of quarantined deliveries, as a link to them.
#[component]
fn ToReview(count: i64, i18n: I18n) -> impl IntoView {
    (count > 0).then(|| {
        let href = address::deliveries().with("outcome", "quarantined").into_string();
        view! {
            <a href=href>
                <span class="count" aria-hidden="true">{count}</span>
                <span class="sr-only">{i18n.to_review(count)}</span>
            </a>
        }
    })
}

fn actions(open: LeadTab, i18n: I18n) -> impl IntoView {
    match open {
        LeadTab::List | LeadTab::Board | LeadTab::Trends => Either::Left(view! {
            {is_for_owner().then(|| view! {
                <a class="button button--quiet" href="/admin/export/leads.csv?for=spreadsheet" download="">{i18n.leads_csv()}</a>
            })}
            <a class="button" href="/admin/leads/new">{i18n.new_lead()}</a>
        }),
        LeadTab::Sources | LeadTab::Deliveries => Either::Right(is_for_owner().then(|| {
            view! { <a class="button" href="/admin/leads/sources/new">{i18n.source_new()}</a> }
        })),
    }
}
