//! The two ways to look at leads.

use leptos::prelude::*;

use crate::address::Address;
use crate::words::Words;

/// One of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeadTab {
    /// One below the other.
    List,
    /// In columns, by status.
    Board,
}

/// The head of both pages: what they are, what can be done, and the other way to look at it.
#[component]
pub fn LeadsHead(
    /// The one that is open.
    here: LeadTab,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    let tab = |tab: LeadTab, address: Address, name: &'static str| {
        view! {
            <li>
                <a href=address.top() aria-current=(tab == here).then_some("page")>{name}</a>
            </li>
        }
    };
    view! {
        <div class="page-head">
            <h1>{words.leads()}</h1>
            <p class="actions">
                <a class="button button--quiet" href="/admin/export/leads.csv" download="">{words.leads_csv()}</a>
                <a class="button" href="/admin/leads/new">{words.new_lead()}</a>
            </p>
        </div>
        <nav class="subnav" aria-label=words.lead_views()>
            <ul>
                {tab(LeadTab::List, Address::leads(), words.lead_list())}
                {tab(LeadTab::Board, Address::lead_board(), words.lead_board())}
            </ul>
        </nav>
    }
}
