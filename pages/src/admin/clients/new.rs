//! Adding a client.

use domain::{Form, Language};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::address;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::admin::clients::actions::CreateClient;
use crate::extract::{Path, Query};
use crate::ui::{Fields, FormHead};
use super::details::ClientFields;

/// `/admin/clients/new`.
#[component]
pub fn NewClientPage() -> impl IntoView {
    admin_page(NavItem::Clients, rpc::load_client_to_be(), move |(id, language), admin| {
        (admin.i18n.client_new().to_owned(), view! { <NewClient id language admin/> })
    })
}

#[component]
fn NewClient(id: String, language: Language, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let standing = Form::default().with("language", Some(language.as_str()));
    let fields = Fields::new(&admin, "client", standing);
    view! {
        <p class="back">
            <a href=address::clients().top()>{i18n.clients_all()}</a>
        </p>
        <h1>{i18n.client_new()}</h1>
        <form id=fields.id() class="form" method="post" action=CreateClient::PATH>
            <input type="hidden" name="client" value=id/>
            <FormHead fields=fields.clone()/>
            <ClientFields fields=fields.clone() i18n/>
            <p class="actions">
                <button class="button">{i18n.create()}</button>
                <a href=address::clients().top()>{i18n.cancel()}</a>
            </p>
        </form>
    }
}
