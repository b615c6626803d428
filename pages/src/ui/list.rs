//! Lists of the agency's side: what they are searched by, their end, and the end of what is in them.

use domain::Cursor;
use leptos::prelude::*;

use crate::address::Address;
use crate::i18n::I18n;

/// The box a list is searched by: the field `q` of its form.
#[component]
pub fn SearchField(
    label: &'static str,
    value: String,
    #[prop(optional)] hint: Option<&'static str>,
) -> impl IntoView {
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

/// Leads to the next page of a list, and back to its beginning.
#[component]
pub fn MoreLink(
    list: Address,
    next: Option<Cursor>,
    #[prop(optional)] is_later: bool,
    i18n: I18n,
) -> impl IntoView {
    let more = next.map(|next| {
        let href = list.clone().with("after", &next.to_string()).top();
        view! { <a class="button button--quiet" href=href rel="next">{i18n.show_more()}</a> }
    });
    let start = is_later.then(|| view! { <a href=list.clone().top()>{i18n.from_the_start()}</a> });
    (more.is_some() || start.is_some()).then(|| view! { <p class="actions list-end">{more}{start}</p> })
}

/// Asks whether to delete something, and says what goes with it.
#[component]
pub fn DeleteForm(
    /// The question: `Eliminare Anna Verdi?`
    question: String,
    /// What goes along, counted in words: `3 progetti`. Nothing of which there is none.
    impact: Vec<String>,
    action: &'static str,
    arguments: Vec<(&'static str, String)>,
    /// Where `Annulla` leads.
    back: String,
    i18n: I18n,
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
            <form method="post" action=action class="actions">
                {arguments.into_iter().map(argument).collect_view()}
                <button class="button button--danger">{i18n.delete()}</button>
                <a class="button button--quiet" href=back>{i18n.cancel()}</a>
            </form>
        </section>
    }
}
