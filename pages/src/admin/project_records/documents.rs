//! The documents of a project.

use domain::id::ProjectId;
use domain::{Document, Form, Versioned};

use super::open_record::{OpenRecord, RecordsQuery};
use super::record::record_kind;
use super::record::{RecordKind, records_page};
use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;

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
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let is_empty = items.is_empty();
        let inputs = |fields| view! { <DocumentFields fields i18n/> };
        let adder = opened.add_form(&admin, &items, (i18n.document_new(), is_empty), Form::default(), inputs);
        let item = |item| view! { <DocumentItem item opened=opened.clone() admin=admin.clone()/> };
        let list = or_empty(
            is_empty,
            i18n.documents_empty(),
            || view! { <ul class="rows">{items.into_iter().map(item).collect_view()}</ul> },
        );
        view! {
            {adder}
            {list}
        }
    };
    records_page::<Document, _>(request, folder, show).await
}

#[component]
fn DocumentItem(item: Versioned<Document>, opened: OpenRecord, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Document { name, url, created_at, .. } = item.record.clone();
    let below = opened.below(&admin, item, &name, |fields| view! { <DocumentFields fields i18n/> });
    let href = address::link(&url);
    view! {
        <li class="paper">
            <p>
                <a class="paper__name" href=href target="_blank" rel="noopener noreferrer" dir="auto">{name}</a>
            </p>
            <p class="paper__facts">
                <span class="paper__url" dir="auto">{url}</span>
                " · "
                <Moment at=created_at language=i18n.0/>
            </p>
            {below}
        </li>
    }
}

#[component]
fn DocumentFields(fields: Fields, i18n: I18n) -> impl IntoView {
    view! {
        <TextField fields=fields.clone() name="name" label=i18n.document_name() required=true most=200/>
        <TextField
            fields
            name="url"
            label=i18n.document_url()
            hint=i18n.document_url_hint()
            inputmode="url"
            required=true
            most=2000
        />
    }
}
