//! The portal as its client sees it, for the agency: read-only, with a banner.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use domain::id::ClientId;
use leptos::prelude::*;
use store::Store;

use super::page::{PortalQuery, load, respond};
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::render::PageContext;
use crate::session::SignedInAdmin;
use crate::ui::FlashQuery;
use crate::{PageError, address};

/// `GET /admin/clients/{client}/preview`. Its credential expires, ends with the session, and writes nothing.
pub async fn page(
    Path(client): Path<String>,
    Extension(admin): Extension<SignedInAdmin>,
    State(store): State<Store>,
    Query(query): Query<PortalQuery>,
    Query(flash): Query<FlashQuery>,
    context: PageContext,
) -> Result<Response, PageError> {
    let pass = store.preview_credential(&client, &admin.session).await?;
    let scope = store.viewer_by_credential(&pass).await?;
    let mut data = load(&store, &scope, query, flash).await?;
    data.pass = pass;
    data.preview = Some(store.language().await?);
    Ok(respond(context, data).await)
}

/// Says that this is a preview, in the agency's language, with the way back.
#[component]
pub fn PreviewBanner(client: (ClientId, String), i18n: I18n) -> impl IntoView {
    let (id, name) = client;
    view! {
        <aside class="preview" lang=i18n.0.to_string() aria-label=i18n.preview()>
            <p>
                <strong>{i18n.preview()} "."</strong>
                " "
                {i18n.preview_hint(&name)}
            </p>
            <a class="preview__back" href=address::client(id.as_str()).top()>{i18n.preview_back()}</a>
        </aside>
    }
}
