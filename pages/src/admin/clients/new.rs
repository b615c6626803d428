//! The form of a new client.

use domain::{Form, Language};

use super::details::ClientFields;
use crate::admin::clients::actions::CreateClient;
use crate::admin::prelude::*;

/// `GET /admin/clients/new`
pub async fn page(request: AdminRequest) -> PageResult {
    let language = request.store.language().await?;
    // Generated here, so that a form submitted twice creates one client.
    let id = store::new_id();
    let show = move |admin: AdminView| {
        (admin.i18n.client_new().to_owned(), view! { <NewClient id language admin/> }.into_any())
    };
    request.page(NavItem::Clients, show).await
}

#[component]
fn NewClient(id: String, language: Language, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let initial = Form::default().with("language", Some(language.as_str()));
    let fields = Fields::new(&admin, "client", initial);
    view! {
        <p class="back"><a href=address::clients().top()>{i18n.clients_all()}</a></p>
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
