//! The documents of a project.

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::Response;
use domain::files::ContentId;
use domain::id::ProjectId;
use domain::line::shortened;
use domain::projects::project_records::NAME;
use domain::{Document, File, Form, ProjectRecord as _, Versioned};

use super::open_record::{OpenRecord, RecordsQuery};
use super::record::record_kind;
use super::record::{RecordKind, records_page};
use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;
use crate::backend::Backend;
use crate::session::SignedInAdmin;
use crate::upload_action::{UploadedForm, submit_file};

record_kind! {
    Document, Documents, "document", "name",
    AddDocument add_document "add_document", SaveDocument save_document "save_document", DeleteDocument delete_document "delete_document"
}

/// `GET /admin/projects/{project}/documents`
pub async fn page(
    Path(project): Path<ProjectId>,
    Query(query): Query<RecordsQuery>,
    request: AdminRequest,
) -> PageResult {
    let opened = OpenRecord::new(project, query);
    let (folder, items) = request.store.records::<Document>(&opened.project).await?;
    let files = request.store.files_of_documents(&opened.project).await?;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let is_empty = items.is_empty();
        let inputs = |fields| view! { <DocumentFields fields i18n/> };
        let adder = opened.add_form(&admin, &items, (i18n.document_new(), is_empty), Form::default(), inputs);
        let item = |item: Versioned<Document>| {
            let file = item.record.file_id.as_ref().and_then(|id| files.get(id)).cloned();
            view! { <DocumentItem item file opened=opened.clone() admin=admin.clone()/> }
        };
        let list = or_empty(
            is_empty,
            i18n.documents_empty(),
            || view! { <ul class="rows">{items.into_iter().map(item).collect_view()}</ul> },
        );
        let id = opened.new_id.clone();
        view! {
            <div class="adders">
                <UploadForm project=opened.project.clone() id admin=admin.clone()/>
                {adder}
            </div>
            {list}
        }
    };
    records_page::<Document, _>(request, folder, show).await
}

#[component]
fn DocumentItem(
    item: Versioned<Document>,
    /// `None` for a link, and for a file that is gone.
    file: Option<File>,
    opened: OpenRecord,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let Document { name, url, created_at, .. } = item.record.clone();
    let below = opened.below(&admin, item, &name, |fields| view! { <DocumentFields fields i18n/> });
    let (href, shown) = match (file, url) {
        (Some(file), _) => {
            let size = i18n.file_facts(&file);
            let is_named = file.name.as_str() == name;
            let shown = if is_named { size } else { format!("{} · {size}", file.name) };
            (address::readable_file(&file), shown)
        }
        (None, Some(url)) => (address::link(&url), url),
        (None, None) => (None, i18n.file_gone().to_owned()),
    };
    view! {
        <li class="paper">
            <p>
                <a class="paper__name" href=href target="_blank" rel="noopener noreferrer" dir="auto">{name}</a>
            </p>
            <p class="paper__facts">
                <span class="paper__url" dir="auto">{shown}</span>
                " · "
                <Moment at=created_at language=i18n.0/>
            </p>
            {below}
        </li>
    }
}

/// The link, unless the document is a file, which stays what it is.
#[component]
fn DocumentFields(fields: Fields, i18n: I18n) -> impl IntoView {
    let file = fields.value(ContentId::FILE);
    let content = if file.is_empty() {
        Either::Left(view! {
            <TextField
                fields=fields.clone()
                name="url"
                label=i18n.document_url()
                hint=i18n.document_url_hint()
                inputmode="url"
                required=true
                most=2000
            />
        })
    } else {
        Either::Right(view! { <input type="hidden" name="form[file_id]" value=file/> })
    };
    view! {
        <TextField fields name="name" label=i18n.document_name() required=true most=200/>
        {content}
    }
}

/// A document is a file without further ado: its name is that of the file, unless another is given.
#[component]
fn UploadForm(project: ProjectId, id: String, admin: AdminView) -> impl IntoView {
    let fields = Fields::of_new(&admin, UPLOAD_FORM, Form::default());
    let (i18n, form_id, is_open) = (fields.i18n, fields.id(), fields.is_open());
    let action = UPLOAD.replace("{project}", &address::encode(project.as_str()).to_string());
    view! {
        <details class="adder" open=is_open>
            <summary class="button button--quiet">{i18n.document_upload()}</summary>
            <form id=form_id class="form" method="post" action=action enctype="multipart/form-data">
                <FormHead fields=fields.clone()/>
                <input type="hidden" name="id" value=id/>
                <TextField
                    fields=fields.clone()
                    name="name"
                    label=i18n.document_name()
                    hint=i18n.document_name_of_file()
                    most=200
                />
                <FileField fields label=i18n.file()/>
                <p class="actions"><button class="button">{i18n.file_upload()}</button></p>
            </form>
        </details>
    }
}

/// The name of the form.
const UPLOAD_FORM: &str = "document-file";
pub const UPLOAD: &str = "/rpc/admin/upload/document/{project}";

/// `POST /rpc/admin/upload/document/{project}`
pub async fn upload<B: Backend>(
    Path(project): Path<ProjectId>,
    backend: State<B>,
    admin: Extension<SignedInAdmin>,
    request: Request,
) -> Response {
    let page = ProjectPart::Documents.address(project.as_str());
    let back = page.clone();
    submit_file(backend, admin, request, (UPLOAD_FORM, back), async move |UploadedForm { store, by, form, file }| {
        let of_file = file.map(|file| shortened(file.name.to_string(), NAME)).filter(|_| form.get("name").is_empty());
        let form = if of_file.is_some() { form.with("name", of_file) } else { form };
        let draft = Document::parse_form(&form)?;
        store.add_record::<Document>(&by, &project, parse_id(form.get("id"))?, &draft).await?;
        Ok(page.done(Done::Created(Record::Document)).into_string())
    })
    .await
}
