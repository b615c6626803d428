//! Tables. On a phone a row folds into lines, each with the label of its column (`style/tables.css`).

use leptos::prelude::*;

use crate::address::Address;
use crate::i18n::I18n;

#[component]
pub fn Table<V: IntoView + 'static>(
    label: &'static str,
    #[prop(default = "table table--folds")] class: &'static str,
    heads: Vec<AnyView>,
    /// The name under which an open page replaces the rows.
    #[prop(optional)]
    live: Option<&'static str>,
    rows: V,
) -> impl IntoView {
    view! {
        <div class=class role="region" aria-label=label tabindex="0">
            <table>
                <thead>
                    <tr>{heads}</tr>
                </thead>
                <tbody data-live=live>{rows}</tbody>
            </table>
        </div>
    }
}

pub fn head(label: &'static str) -> AnyView {
    view! { <th scope="col">{label}</th> }.into_any()
}

/// Of a column of numbers, aligned with them.
pub fn number_head(label: &'static str) -> AnyView {
    view! { <th scope="col" class="number">{label}</th> }.into_any()
}

/// For screen readers only.
pub fn hidden_head(label: &'static str) -> AnyView {
    view! { <th scope="col"><span class="sr-only">{label}</span></th> }.into_any()
}

/// The order of the list that is shown: the word of its column, and the direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownSort {
    pub column: &'static str,
    pub descending: bool,
}

/// The head of a column that the list can be sorted by. The link of the current column turns the order around.
#[component]
pub fn SortHead(
    label: &'static str,
    /// The address of the list without its order.
    list: Address,
    column: &'static str,
    sort: ShownSort,
    /// Whether the first click sorts in descending order.
    #[prop(optional)]
    newest_first: bool,
    #[prop(optional)] number: bool,
    i18n: I18n,
) -> impl IntoView {
    let is_current = sort.column == column;
    let descending = if is_current { !sort.descending } else { newest_first };
    let value = format!("{}{column}", if descending { "-" } else { "" });
    let order = is_current.then_some(if sort.descending { "descending" } else { "ascending" });
    let arrow = is_current.then_some(if sort.descending { "↓" } else { "↑" });
    view! {
        <th scope="col" class:number=number aria-sort=order>
            <a class="sort" href=list.with("sort", &value).into_string()>
                {label} <span class="sr-only">", " {i18n.sort_by()}</span>
                <span aria-hidden="true">{arrow}</span>
            </a>
        </th>
    }
}

/// Links that narrow a list down; the current one is marked.
#[component]
pub fn FilterLinks(
    label: &'static str,
    /// Address, name, and whether it is the current one.
    links: Vec<(Address, &'static str, bool)>,
    /// The fragment of a list that is not the first on its page.
    #[prop(optional)]
    at: Option<&'static str>,
) -> impl IntoView {
    let link = |(address, name, is_current): (Address, &'static str, bool)| {
        let href = at.map_or_else(|| address.clone().into_string(), |fragment| address.clone().with_fragment(fragment));
        view! { <li><a class="choice" href=href aria-current=is_current.then_some("true")>{name}</a></li> }
    };
    view! {
        <nav aria-label=label>
            <ul class="choices">{links.into_iter().map(link).collect_view()}</ul>
        </nav>
    }
}
