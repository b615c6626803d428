//! The page of one version of a deliverable that is a file: its picture on a stage with what was written about places on it, or a
//! player; with the way to the next. For the client, and for the agency.

pub mod actions;
pub mod load;
pub mod page;
pub mod pins;
pub mod stage;

use app::chat::Side;
use app::portal_actions::WriteAtPin;
use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use domain::id::{ClientId, DeliverableId};
use domain::{Author, Unsaved};
use leptos::nonce::Nonce;
use leptos::server_fn::ServerFn as _;
use store::{ClientScope, FormOwner};

use self::actions::ReplyAtPin;
use self::load::{ViewerQuery, load};
use self::page::viewer_page;
use crate::address::{self, Address, deliverable_place};
use crate::backend::Backend;
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::portal::{FormTarget, PortalContext};
use crate::render::{PageContext, render};
use crate::session::SignedInAdmin;
use crate::ui::{Flash, FlashQuery};
use crate::{PageError, redirect};

pub const PORTAL_PATH: &str = "/c/{key}/deliverables/{deliverable}";
pub const AGENCY_PATH: &str = "/admin/clients/{client}/deliverables/{deliverable}";

/// Who looks at it, and from where.
pub struct Reader {
    pub i18n: I18n,
    pub side: Side,
    /// The page it was opened from.
    pub back: String,
    /// The address of the same page of another deliverable.
    pub viewer: Box<dyn Fn(&str) -> Address + Send + Sync>,
    pub may_write: bool,
    /// Where a message about a place is posted, and its fields besides those of the message.
    pub action: &'static str,
    pub fields: Vec<(&'static str, String)>,
    /// The names of the fields of the message: place, text and files.
    pub names: [&'static str; 3],
}

/// `GET /c/{key}/deliverables/{deliverable}`
pub async fn page<B: Backend>(
    Path((_, deliverable)): Path<(String, DeliverableId)>,
    State(backend): State<B>,
    Extension(scope): Extension<ClientScope>,
    nonce: Option<Extension<Nonce>>,
    Query(query): Query<ViewerQuery>,
    Query(flash): Query<FlashQuery>,
) -> Result<Response, PageError> {
    let (key, pass, person) = (scope.portal_key(), scope.portal_credential(), scope.person().clone());
    let viewer = {
        let key = key.clone();
        move |id: &str| address::viewer(Address::portal(&key), id)
    };
    let found = load(&backend, &scope, &deliverable, &query, Author::Client).await?;
    if let Some(place) = query.point(found.size) {
        return Ok(redirect::to(&found.chosen_at(viewer(deliverable.as_str()), place)));
    }
    let flash = with_draft(&backend, FormOwner::Client(&scope), flash).await?;
    let project = found.project.id.to_string();
    let reader = Reader {
        i18n: I18n(person.language(), found.agency.form_of_address),
        side: Side::Client {
            agency: found.agency.name.clone(),
            contact: person.author_name().map(|own| (own.to_owned(), person.client.name.clone())),
        },
        back: Address::portal(&key).with("project", &project).with_fragment(&deliverable_place(deliverable.as_str())),
        viewer: Box::new(viewer),
        may_write: person.can_write(),
        action: WriteAtPin::PATH,
        fields: vec![("key", key.clone()), ("pass", pass.clone()), ("deliverable", deliverable.into())],
        names: ["place", "text", "files"],
    };
    let target = FormTarget { key: key.clone(), pass, project, channel: String::new(), is_preview: false };
    let portal = PortalContext {
        client_id: scope.id().clone(),
        client_first_name: String::new(),
        agency: found.agency.clone(),
        now: found.now,
        target,
        open: None,
        max_file: backend.pages().max_file,
        flash: flash.clone(),
        earlier: None,
        person,
    };
    Ok(respond(&backend, nonce, key, || viewer_page(found, reader, flash, Some(portal))).await)
}

/// `GET /admin/clients/{client}/deliverables/{deliverable}`: what the client sees, for the agency.
pub async fn agency_page<B: Backend>(
    Path((client, deliverable)): Path<(ClientId, DeliverableId)>,
    State(backend): State<B>,
    Extension(admin): Extension<SignedInAdmin>,
    nonce: Option<Extension<Nonce>>,
    Query(query): Query<ViewerQuery>,
    Query(flash): Query<FlashQuery>,
) -> Result<Response, PageError> {
    let store = &backend.pages().store;
    let scope = store.viewer_by_credential(&store.preview_credential(&client, &admin.session).await?).await?;
    let viewer = move |id: &str| address::agency_viewer(client.as_str(), id);
    let found = load(&backend, &scope, &deliverable, &query, Author::Admin).await?;
    if let Some(place) = query.point(found.size) {
        return Ok(redirect::to(&found.chosen_at(viewer(deliverable.as_str()), place)));
    }
    let flash = with_draft(&backend, FormOwner::Agency, flash).await?;
    let reader = Reader {
        i18n: store.language().await?.into(),
        side: Side::Agency(scope.client().name.clone()),
        back: address::deliverable(found.project.id.as_str(), deliverable.as_str()).into_string(),
        viewer: Box::new(viewer),
        may_write: true,
        action: ReplyAtPin::PATH,
        fields: vec![("client", scope.id().to_string()), ("deliverable", deliverable.into())],
        names: ["form[place]", "form[text]", "form[files]"],
    };
    Ok(respond(&backend, nonce, String::new(), || viewer_page(found, reader, flash, None)).await)
}

async fn respond<B: Backend>(
    backend: &B,
    nonce: Option<Extension<Nonce>>,
    portal_key: String,
    page: impl FnOnce() -> crate::render::Page + Send,
) -> Response {
    let mut context = PageContext::load(backend.pages(), nonce.map(|Extension(nonce)| nonce)).await;
    context.portal_key = portal_key;
    render(context, page).await.into_response()
}

/// With the text and the files of a refused message.
async fn with_draft<B: Backend>(backend: &B, owner: FormOwner<'_>, query: FlashQuery) -> Result<Flash, PageError> {
    let form = match &*query.unsaved {
        "" => None,
        id => backend.pages().store.unsaved(owner, id).await?.map(|Unsaved { form, .. }| form),
    };
    let form = form.unwrap_or_default();
    Ok(Flash { draft: form.get("text").to_owned(), files: form.get("files").to_owned(), ..query.into() })
}
