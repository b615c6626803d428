//! The documents of a project.

use domain::projects::project_records::DocumentDraft;
use domain::{Document, Form, Versioned};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::record::{
    AddSection, DeleteRecord, OpenRecord, RecordForm, RecordRef, RecordsHead, RecordsQuery, form_address,
    record_link,
};
use crate::address;
use crate::admin::project_records::actions::{AddDocument, DeleteDocument, SaveDocument};
use crate::admin::projects::ProjectPart;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::ui::{Fields, Moment, TextField};

/// `GET /admin/projects/{project}/documents`
pub async fn page(
    Path(project): Path<String>,
    Query(query): Query<RecordsQuery>,
    request: AdminRequest,
) -> PageResult {
    let opened = OpenRecord::new(project, query);
    let (folder, items) = request.store.documents(&opened.project).await?;
    let record = RecordRef::new(ProjectPart::Documents, &opened.project, &store::new_id());
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let title = format!("{} · {}", i18n.part_documents(), folder.name);
        let exists = |id: &str| items.iter().any(|item| item.record.id.as_str() == id);
        let fields = Fields::new(&admin, opened.add_form_name("document", exists), Form::default())
            .focus_after_add(&admin, "name");
        let is_empty = items.is_empty();
        let item = |item| view! { <DocumentItem item opened=opened.clone() admin=admin.clone()/> };
        let list = if is_empty {
            Either::Left(view! { <p class="empty">{i18n.documents_empty()}</p> })
        } else {
            Either::Right(view! { <ul class="rows">{items.into_iter().map(item).collect_view()}</ul> })
        };
        let body = view! {
            <RecordsHead folder part=ProjectPart::Documents i18n/>
            <AddSection label=i18n.document_new() open=is_empty || fields.is_open()>
                <RecordForm fields=fields.clone() action=AddDocument::PATH record>
                    <DocumentFields fields i18n/>
                </RecordForm>
            </AddSection>
            {list}
        };
        (title, body.into_any())
    };
    request.page(NavItem::Projects, show).await
}

/// A document, its form, or the confirmation to delete it.
#[component]
fn DocumentItem(item: Versioned<Document>, opened: OpenRecord, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record: document, version } = item;
    let record = RecordRef::new(ProjectPart::Documents, &document.project_id, &document.id);
    let id = record.id.clone();
    let page = ProjectPart::Documents.address(document.project_id.as_str());
    let name = document.name.clone();
    let under = if opened.edit.as_ref() == Some(&id) {
        let draft = DocumentDraft::from(&document);
        let fields = Fields::new(&admin, format!("document-{id}"), Form::from(&draft));
        Either::Left(Either::Left(view! {
            <RecordForm fields=fields.clone() action=SaveDocument::PATH record version>
                <DocumentFields fields i18n/>
            </RecordForm>
        }))
    } else if opened.delete.as_ref() == Some(&id) {
        Either::Left(Either::Right(view! {
            <DeleteRecord name=name.clone() action=DeleteDocument::PATH record i18n/>
        }))
    } else {
        let open = |what: &str, anchor: &str| form_address(&page, None, what, &id).at(anchor);
        Either::Right(view! {
            <p class="actions paper__actions">
                {record_link(open("edit", &format!("document-{id}")), i18n.edit(), name.clone())}
                {record_link(open("delete", "delete"), i18n.delete(), name.clone())}
            </p>
        })
    };
    let href = address::link(&document.url);
    view! {
        <li class="paper">
            <p>
                <a class="paper__name" href=href target="_blank" rel="noopener noreferrer" dir="auto">{name}</a>
            </p>
            <p class="paper__facts">
                <span class="paper__url" dir="auto">{document.url}</span>
                " · "
                <Moment at=document.created_at language=i18n.0/>
            </p>
            {under}
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
            kind="url"
            required=true
            most=2000
        />
    }
}
