//! The versions of a deliverable, and the form of a new one.

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::Response;
use domain::files::Content;
use domain::id::{DeliverableId, ProjectId};
use domain::projects::project_draft::DESCRIPTION;
use domain::{Deliverable, DeliverableHistory, DeliverableStatus, Form, VersionDraft};

use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;
use crate::admin::projects::actions::AddDeliverable;
use crate::backend::Backend;
use crate::portal::picture::is_picture;
use crate::portal::tile::{Picture, link_kind, new_tab};
use crate::portal::versions::VersionStrip;
use crate::session::SignedInAdmin;
use crate::upload_action::{UploadedForm, submit_file};

/// The name of the form.
const FORM: &str = "version";

/// `GET /admin/projects/{project}/deliverables/{deliverable}`
pub async fn page(Path((project, deliverable)): Path<(ProjectId, DeliverableId)>, request: AdminRequest) -> PageResult {
    let history = request.store.deliverable_history(&project, &deliverable).await?;
    let ids = (store::new_id(), store::new_id());
    let now = request.store.clock().now();
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let content = history.newest();
        let DeliverableHistory { client_id, deliverable, mut versions, has_receipt } = history;
        let viewer = address::agency_viewer(client_id.as_str(), deliverable.id.as_str());
        // What the client does not see yet has no page.
        let is_shown = deliverable.status != DeliverableStatus::Pending;
        let page = content.as_ref().filter(|_| is_shown);
        let page = page.and_then(|content| address::version_page(content, viewer.clone(), None));
        let (title, back) = (deliverable.title.clone(), ProjectPart::Plan.path(project.as_str()));
        let receipt = has_receipt.then(|| {
            let href = address::receipt(deliverable.id.as_str()).into_string();
            view! { " " <a href=href>{i18n.receipt_link()}</a> }
        });
        let note = versions.first_mut().and_then(|newest| newest.note.take());
        let newest = view! { <Newest title=title.clone() content page note i18n/> };
        let strip = (versions.len() > 1).then(|| view! { <VersionStrip versions viewer now is_agency=true i18n/> });
        let (status, project) = (deliverable.status, project.to_string());
        let form = if deliverable.approved_at.is_some() {
            Either::Left(view! { <NewFromThis project deliverable id=ids.1.clone() i18n/> })
        } else {
            let id = deliverable.id.to_string();
            Either::Right(view! { <NewVersion project deliverable=id id=ids.0.clone() admin=admin.clone()/> })
        };
        let body = view! {
            <p class="back"><a href=back>{i18n.receipt_back()}</a></p>
            <h1 dir="auto">{title.clone()}</h1>
            <p><span class="pill">{i18n.deliverable_status(status)}</span> {receipt}</p>
            {newest}
            {strip}
            {form}
        };
        (title, body.into_any())
    };
    request.page(NavItem::Projects, show).await
}

/// What the client sees now: large, with what has changed.
#[component]
fn Newest(
    title: String,
    content: Option<Content>,
    /// The page on which it is looked at.
    page: Option<String>,
    note: Option<String>,
    i18n: I18n,
) -> impl IntoView {
    let Some(href) = content.as_ref().and_then(address::content) else {
        let why = content.as_ref().and_then(|content| i18n.quarantine(content.quarantine()));
        return view! { <p class="muted">{why.unwrap_or_else(|| i18n.versions_none())}</p> }.into_any();
    };
    // The agency's pages show pictures of no other server.
    let is_ours = matches!(content, Some(Content::File(_)));
    let (target, rel) = new_tab(page.as_ref());
    let picture = (is_ours && is_picture(&href)).then(|| view! { <Picture url=href.clone() sizes="26rem"/> });
    view! {
        <div class="newest">
            <a class="tile" href=page.unwrap_or_else(|| href.clone()) target=target rel=rel>
                <span class="tile__kind" aria-hidden="true">{link_kind(&href)}</span>
                {picture}
                <span class="tile__open">
                    {i18n.open()}
                    <span class="sr-only">" " {title} " " {target.map(|_| i18n.in_new_tab())}</span>
                </span>
            </a>
            {note.map(|note| view! { <p class="prose" dir="auto">{note}</p> })}
        </div>
    }
    .into_any()
}

#[component]
fn NewVersion(project: String, deliverable: String, id: String, admin: AdminView) -> impl IntoView {
    let fields = Fields::of_new(&admin, FORM, Form::default());
    let of_file = Fields::of_new(&admin, UPLOAD_FORM, Form::default());
    let (i18n, of_file_id, is_link_open) = (fields.i18n, of_file.id(), fields.is_open());
    let part = |id: &str| address::encode(id).to_string();
    let action = UPLOAD.replace("{project}", &part(&project)).replace("{deliverable}", &part(&deliverable));
    view! {
        <section class="panel" aria-labelledby="version-heading">
            <h2 id="version-heading">{i18n.version_new()}</h2>
            <p class="muted">{i18n.version_new_hint()}</p>
            <form id=of_file_id class="form" method="post" action=action enctype="multipart/form-data">
                <FormHead fields=of_file.clone()/>
                <input type="hidden" name="id" value=id.clone()/>
                <FileField fields=of_file.clone() label=i18n.file()/>
                <ProseField fields=of_file name="note" label=i18n.version_note() most=DESCRIPTION/>
                <p class="actions"><button class="button">{i18n.version_upload()}</button></p>
            </form>
            <details class="adder" open=is_link_open>
            <summary class="button button--quiet">{i18n.version_link()}</summary>
            <form id=fields.id() class="form" method="post" action=AddVersion::PATH>
                <FormHead fields=fields.clone()/>
                <input type="hidden" name="project" value=project/>
                <input type="hidden" name="deliverable" value=deliverable/>
                <input type="hidden" name="id" value=id/>
                <TextField
                    fields=fields.clone()
                    name="url"
                    label=i18n.deliverable_url()
                    inputmode="url"
                    most=2000
                    required=true
                />
                <ProseField fields=fields.clone() name="note" label=i18n.version_note() most=DESCRIPTION/>
                <p class="actions"><button class="button">{i18n.version_add()}</button></p>
            </form>
            </details>
        </section>
    }
}

/// Work after an approval is a new deliverable: the approval stays what it was.
#[component]
fn NewFromThis(project: String, deliverable: Deliverable, id: String, i18n: I18n) -> impl IntoView {
    let Deliverable { task_id, title, description, .. } = deliverable;
    view! {
        <form class="actions" method="post" action=AddDeliverable::PATH>
            <input type="hidden" name="project" value=project/>
            <input type="hidden" name="task" value=task_id.to_string()/>
            <input type="hidden" name="id" value=id/>
            <input type="hidden" name="form[title]" value=title/>
            <input type="hidden" name="form[description]" value=description.unwrap_or_default()/>
            <p class="muted">{i18n.deliverable_from_this_hint()}</p>
            <button class="button button--quiet">{i18n.deliverable_from_this()}</button>
        </form>
    }
}

/// The name of the form with a file.
const UPLOAD_FORM: &str = "version-file";
pub const UPLOAD: &str = "/rpc/admin/upload/version/{project}/{deliverable}";

/// `POST /rpc/admin/upload/version/{project}/{deliverable}`: as [`add_version`], for a file.
pub async fn upload<B: Backend>(
    Path((project, deliverable)): Path<(ProjectId, DeliverableId)>,
    backend: State<B>,
    admin: Extension<SignedInAdmin>,
    request: Request,
) -> Response {
    let page = address::deliverable(project.as_str(), deliverable.as_str());
    let back = page.clone();
    submit_file(backend, admin, request, (UPLOAD_FORM, back), async move |UploadedForm { store, by, form, .. }| {
        let draft = VersionDraft::read(&form)?;
        store.add_version(&by, &project, &deliverable, &parse_id(form.get("id"))?, &draft).await?;
        Ok(page.done(Done::Saved).into_string())
    })
    .await
}

/// Adds a version, which the client is asked to approve.
#[server(prefix = "/rpc/admin", endpoint = "add_version")]
pub async fn add_version(project: String, deliverable: String, id: String, form: Form) -> Result<(), AppError> {
    let page = address::deliverable(&project, &deliverable);
    submit(FORM, &form, page.clone(), async {
        let draft = VersionDraft::read(&form)?;
        let (project, deliverable) = (parse_id(&project)?, parse_id(&deliverable)?);
        store().add_version(&actor(), &project, &deliverable, &parse_id(&id)?, &draft).await?;
        Ok(page.done(Done::Saved).into_string())
    })
    .await
}
