//! The portal as its client sees it, for the agency: read-only, with a banner.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use domain::id::ClientId;
use store::Store;

use super::page::{PortalQuery, load, respond};
use crate::PageError;
use crate::extract::{Path, Query};
use crate::render::PageContext;
use crate::session::SignedInAdmin;
use crate::ui::FlashQuery;

/// `GET /admin/clients/{client}/preview`. Its credential expires, ends with the session, and writes nothing.
pub async fn page(
    Path(client): Path<ClientId>,
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
