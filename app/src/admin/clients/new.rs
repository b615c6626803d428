//! Adding a client.

use domain::{Form, Language};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::details::ClientFields;
use crate::address::Address;
use crate::admin::desk::{DeskView, Place, desk_page};
use crate::rpc::{self, CreateClient};
use crate::ui::{Fields, FormHead};

/// `/admin/clients/new`.
#[component]
pub fn NewClientPage() -> impl IntoView {
    desk_page(Place::Clients, rpc::load_client_to_be(), move |(id, language), desk| {
        (desk.i18n.client_new().to_owned(), view! { <NewClient id language desk/> })
    })
}

#[component]
fn NewClient(id: String, language: Language, desk: DeskView) -> impl IntoView {
    let i18n = desk.i18n;
    let standing = Form::default().with("language", Some(language.as_str()));
    let fields = Fields::new(&desk, "client", standing);
    view! {
        <p class="back">
            <a href=Address::clients().top()>{i18n.clients_all()}</a>
        </p>
        <h1>{i18n.client_new()}</h1>
        <form id=fields.id() class="form" method="post" action=CreateClient::PATH>
            <input type="hidden" name="client" value=id/>
            <FormHead fields=fields.clone()/>
            <ClientFields fields=fields.clone() i18n/>
            <p class="actions">
                <button class="button">{i18n.create()}</button>
                <a href=Address::clients().top()>{i18n.cancel()}</a>
            </p>
        </form>
    }
}
