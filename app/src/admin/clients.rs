//! The clients, each with the address of their portal.

use domain::Client;
use leptos::either::Either;
use leptos::prelude::*;

use super::desk::{Place, desk_page};
use crate::address::Address;
use crate::rpc;
use crate::viewer::PublicOrigin;
use crate::words::Words;

/// `/admin/clients`.
#[component]
pub fn ClientsPage() -> impl IntoView {
    let PublicOrigin(origin) = use_context().unwrap_or_default();
    desk_page(Place::Clients, rpc::load_clients(), move |clients: Vec<Client>, words| {
        let card = |client| view! { <ClientCard client origin=origin.clone() words/> };
        let list = if clients.is_empty() {
            Either::Left(view! { <p class="empty">{words.no_clients()}</p> })
        } else {
            Either::Right(view! { <ul class="cards">{clients.into_iter().map(card).collect_view()}</ul> })
        };
        let body = view! {
            <h1>{words.clients()}</h1>
            {list}
        };
        (words.clients().to_owned(), body)
    })
}

#[component]
fn ClientCard(client: Client, origin: String, words: Words) -> impl IntoView {
    let Client { id, name, company, email, phone, slug, .. } = client;
    let portal = format!("{origin}{}", Address::portal(slug.as_str()).top());
    let address = portal.clone();
    let contact = [email, phone].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    view! {
        <li class="card">
            <h2 class="card__title" dir="auto">{name}</h2>
            {company.map(|company| view! { <p class="muted" dir="auto">{company}</p> })}
            {(!contact.is_empty()).then(|| view! { <p dir="auto">{contact}</p> })}
            <p>
                <span class="card__label">{words.portal_address()}</span>
                " "
                <a class="address" href=address>{portal}</a>
            </p>
            <p>
                <a href=Address::thread(id.as_str()).top()>{words.write_to()}</a>
            </p>
        </li>
    }
}
