//! The page of a client.

use std::sync::Arc;

use axum::extract::State;
use domain::clients::{ClientCard, ClientDeletionImpact};
use domain::id::ClientId;
use domain::notifications::ClientResults;

use super::details::Details;
use super::notifications::Notifications;
use super::portal::Projects;
use super::portal::{Change, Portal};
use crate::PagesState;
use crate::admin::clients::actions::DeleteClient;
use crate::admin::prelude::*;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ClientQuery {
    edit: Option<String>,
    delete: Option<String>,
    change: String,
}

/// `GET /admin/clients/{client}?edit=client`, `?change=slug|token`, `?delete=client`
pub async fn page(
    Path(client): Path<ClientId>,
    Query(query): Query<ClientQuery>,
    State(state): State<PagesState>,
    request: AdminRequest,
) -> PageResult {
    let card = request.store.client_card(&client).await?;
    let results = request.store.client_results(&card.client.id).await?;
    let is_on = state.mail.is_some();
    let impact = match query.delete {
        Some(_) => Some(request.store.client_deletion_impact(&client).await?),
        None => None,
    };
    let show = move |admin: AdminView| {
        let title = card.client.name.clone();
        (title, view! { <ClientView card results is_on impact query base_url=state.base_url admin/> }.into_any())
    };
    request.page(NavItem::Clients, show).await
}

#[component]
fn ClientView(
    card: ClientCard,
    results: ClientResults,
    /// Whether e-mails are sent.
    is_on: bool,
    impact: Option<ClientDeletionImpact>,
    query: ClientQuery,
    base_url: Arc<str>,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let (id, name) = (card.client.id.to_string(), card.client.name.clone());
    let portal = address::preview(&id).into_string();
    let back = address::client(&id).into_string();
    let delete = impact.map(|impact| {
        view! {
            <DeleteForm
                question=i18n.client_delete_question(&name)
                impact=i18n.client_deletion_impact(&impact)
                action=DeleteClient::PATH
                arguments=vec![("client", id.clone())]
                back
                i18n
            />
        }
    });
    let ask_to_delete = delete.is_none().then(|| {
        let href = address::client(&id).with("delete", "client").with_fragment("delete");
        view! { <p><a class="button button--danger" href=href>{i18n.client_delete()}</a></p> }
    });
    view! {
        <p class="back"><a href=address::clients().into_string()>{i18n.clients_all()}</a></p>
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
                <a class="button" href=address::thread(&id).into_string()>{i18n.write_to()}</a>
            </p>
        </header>
        <Projects card=card.clone() admin=admin.clone()/>
        <Portal card=card.clone() base_url change=Change::from_code(&query.change) admin=admin.clone()/>
        <Notifications client=card.client.clone() results is_on admin=admin.clone()/>
        <Details card editing=query.edit.is_some() admin/>
        {delete}
        {ask_to_delete}
    }
}
