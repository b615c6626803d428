//! The page of a client.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_router::hooks::{use_params_map, use_query_map};

use super::details::Details;
use super::portal::{Change, Portal};
use super::projects::Projects;
use crate::address::Address;
use crate::admin::desk::{DeskView, Place, desk_page};
use crate::rpc::{self, DeleteClient, OpenClient};
use crate::ui::DeleteForm;

/// What on the page of a client is open.
#[derive(Debug, Clone, Copy)]
struct Asked {
    editing: bool,
    deleting: bool,
    change: Option<Change>,
}

/// `/admin/clients/{id}?edit=client`, `?change=slug|token`, `?delete=client`.
#[component]
pub fn ClientPage() -> impl IntoView {
    let client = use_params_map().with_untracked(|params| params.get("client")).unwrap_or_default();
    let asked = use_query_map().with_untracked(|query| Asked {
        editing: query.get("edit").is_some(),
        deleting: query.get("delete").is_some(),
        change: query.get_str("change").and_then(Change::from_code),
    });
    desk_page(Place::Clients, rpc::load_client(client, asked.deleting), move |open: OpenClient, desk| {
        (open.card.client.name.clone(), view! { <Client open asked desk/> })
    })
}

#[component]
fn Client(open: OpenClient, asked: Asked, desk: DeskView) -> impl IntoView {
    let i18n = desk.i18n;
    let OpenClient { card, takes } = open;
    let (id, name) = (card.client.id.to_string(), card.client.name.clone());
    let portal = Address::portal(card.client.slug.as_str()).with("preview", "1").top();
    let back = Address::client(&id).top();
    let delete = takes.map(|takes| {
        view! {
            <DeleteForm
                question=i18n.client_delete_question(&name)
                takes=i18n.client_deletion_impact(&takes)
                action=DeleteClient::PATH
                arguments=vec![("client", id.clone())]
                back
                i18n
            />
        }
    });
    let ask_to_delete = delete.is_none().then(|| {
        let href = Address::client(&id).with("delete", "client").at("delete");
        view! { <p><a class="button button--danger" href=href>{i18n.client_delete()}</a></p> }
    });
    view! {
        <p class="back">
            <a href=Address::clients().top()>{i18n.clients_all()}</a>
        </p>
        <header class="page-head">
            <h1 dir="auto">{name}</h1>
            <p class="actions">
                <a
                    class="button button--quiet"
                    href=portal
                    target="_blank"
                    rel="noopener"
                    title=i18n.client_open_portal_hint()
                >
                    {i18n.client_open_portal()}
                </a>
                <a class="button" href=Address::thread(&id).top()>{i18n.write_to()}</a>
            </p>
        </header>
        <Projects card=card.clone() desk=desk.clone()/>
        <Portal card=card.clone() change=asked.change i18n/>
        <Details card editing=asked.editing desk/>
        {delete}
        {ask_to_delete}
    }
}
