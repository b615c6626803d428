//! The page of a client.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::address;
use crate::address::Address;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::admin::clients::actions::{DeleteClient, OpenClient};
use crate::extract::{Path, Query};
use crate::ui::DeleteForm;
use super::details::Details;
use super::portal::{Change, Portal};
use super::projects::Projects;

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
    admin_page(NavItem::Clients, rpc::load_client(client, asked.deleting), move |open: OpenClient, admin| {
        (open.card.client.name.clone(), view! { <Client open asked admin/> })
    })
}

#[component]
fn Client(open: OpenClient, asked: Asked, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let OpenClient { card, takes } = open;
    let (id, name) = (card.client.id.to_string(), card.client.name.clone());
    let portal = Address::portal(card.client.slug.as_str()).with("preview", "1").top();
    let back = address::client(&id).top();
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
        let href = address::client(&id).with("delete", "client").at("delete");
        view! { <p><a class="button button--danger" href=href>{i18n.client_delete()}</a></p> }
    });
    view! {
        <p class="back">
            <a href=address::clients().top()>{i18n.clients_all()}</a>
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
                <a class="button" href=address::thread(&id).top()>{i18n.write_to()}</a>
            </p>
        </header>
        <Projects card=card.clone() admin=admin.clone()/>
        <Portal card=card.clone() change=asked.change i18n/>
        <Details card editing=asked.editing admin/>
        {delete}
        {ask_to_delete}
    }
}
