//! Parts of list pages: search field, empty lists, facts, paging links and the delete confirmation.

use domain::Cursor;
use leptos::either::Either;
use leptos::prelude::*;

use crate::address::Address;
use crate::i18n::I18n;

/// The search input of a list, sent as `q`.
#[component]
pub fn SearchField(label: &'static str, value: String, #[prop(optional)] hint: Option<&'static str>) -> impl IntoView {
    view! {
        <p class="field field--grow">
            <label for="q">{label}</label>
            <input
                id="q"
                name="q"
                type="search"
                value=value
                maxlength="200"
                placeholder=hint
                autocomplete="off"
                dir="auto"
            />
        </p>
    }
}

/// A choice that narrows a list down; `all` stands for none.
#[component]
pub fn FilterSelect(
    id: &'static str,
    name: &'static str,
    label: &'static str,
    all: &'static str,
    options: Vec<(String, String)>,
    chosen: String,
) -> impl IntoView {
    let option = |(code, name): (String, String)| {
        let is_chosen = code == chosen;
        view! { <option value=code selected=is_chosen>{name}</option> }
    };
    view! {
        <p class="field">
            <label for=id>{label}</label>
            <select id=id name=name>
                <option value="">{all}</option>
                {options.into_iter().map(option).collect_view()}
            </select>
        </p>
    }
}

/// `list`, or why there is nothing in it.
pub fn or_empty<V>(is_empty: bool, text: &'static str, list: impl FnOnce() -> V) -> Either<AnyView, V> {
    if is_empty { Either::Left(view! { <p class="empty">{text}</p> }.into_any()) } else { Either::Right(list()) }
}

/// A term and its value, in a list of facts.
pub fn fact(term: impl IntoView, value: impl IntoView) -> impl IntoView {
    view! { <dt>{term}</dt> <dd>{value}</dd> }
}

/// Sums above a table, each below its name.
pub fn totals<const N: usize>(sums: [(&'static str, AnyView); N]) -> impl IntoView {
    let sum = |(name, sum)| view! { <div>{fact(name, sum)}</div> };
    view! { <dl class="totals">{sums.map(sum).collect_view()}</dl> }
}

/// Links to the next page of a list and back to its first one.
#[component]
pub fn MoreLink(list: Address, next: Option<Cursor>, #[prop(optional)] is_later: bool, i18n: I18n) -> impl IntoView {
    let more = next.map(|next| {
        let href = list.clone().with("after", &next.to_string()).into_string();
        view! { <a class="button button--quiet" href=href rel="next">{i18n.show_more()}</a> }
    });
    let start = is_later.then(|| view! { <a href=list.clone().into_string()>{i18n.from_the_start()}</a> });
    (more.is_some() || start.is_some()).then(|| view! { <p class="actions list-end">{more}{start}</p> })
}

/// Asks for confirmation to delete a record, and lists what is deleted with it.
#[component]
pub fn DeleteForm(
    /// The question: `Eliminare Anna Verdi?`
    question: String,
    /// What is deleted with it, one line per kind: `3 progetti`.
    impact: Vec<String>,
    action: &'static str,
    arguments: Vec<(&'static str, String)>,
    back: String,
    i18n: I18n,
    /// What to do before.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let impact = if impact.is_empty() {
        None
    } else {
        let item = |line| view! { <li>{line}</li> };
        Some(view! {
            <p>{i18n.delete_takes()}</p>
            <ul class="takes">{impact.into_iter().map(item).collect_view()}</ul>
        })
    };
    let argument = |(name, value)| view! { <input type="hidden" name=name value=value/> };
    view! {
        <section class="danger" aria-labelledby="delete-heading" id="delete">
            <h2 id="delete-heading" dir="auto">{question}</h2>
            {impact}
            <p class="muted">{i18n.delete_for_good()}</p>
            {children.map(|children| children())}
            <form method="post" action=action class="actions">
                {arguments.into_iter().map(argument).collect_view()}
                <button class="button button--danger">{i18n.delete()}</button>
                <a class="button button--quiet" href=back>{i18n.cancel()}</a>
            </form>
        </section>
    }
}

/// A read-only text field; with scripts, a button copies it.
#[component]
pub fn CopyField(id: &'static str, label: &'static str, text: String, i18n: I18n) -> impl IntoView {
    let name = format!("{}: {label}", i18n.copy());
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <div class="copy">
                <input id=id type="text" readonly value=text.clone() dir="ltr"/>
                <button type="button" class="button button--quiet" aria-label=name data-copy=text>
                    {i18n.copy()}
                </button>
            </div>
        </div>
    }
}
