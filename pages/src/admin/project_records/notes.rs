//! The agency's notes about a project.

use domain::projects::project_records::NoteDraft;
use domain::{Form, Note, Versioned};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::record::{
    AddSection, DeleteRecord, OpenRecord, RecordForm, RecordRef, RecordsHead, RecordsQuery, form_address,
    record_link, short_label,
};
use crate::admin::project_records::actions::{AddNote, DeleteNote, SaveNote};
use crate::admin::projects::ProjectPart;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::extract::{Path, Query};
use crate::i18n::I18n;
use crate::ui::{Fields, Moment, MoreLink, ProseField};

/// `GET /admin/projects/{project}/notes`
pub async fn page(
    Path(project): Path<String>,
    Query(query): Query<RecordsQuery>,
    request: AdminRequest,
) -> PageResult {
    let opened = OpenRecord::new(project, query);
    let open = opened.record();
    let (folder, page) = request.store.notes(&opened.project, opened.after.as_ref(), open.as_deref()).await?;
    let (items, next) = (page.items, page.next);
    let record = RecordRef::new(ProjectPart::Notes, &opened.project, &store::new_id());
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let title = format!("{} · {}", i18n.part_notes(), folder.name);
        let exists = |id: &str| items.iter().any(|item| item.record.id.as_str() == id);
        let fields = Fields::new(&admin, opened.add_form_name("note", exists), Form::default())
            .focus_after_add(&admin, "text");
        let list = ProjectPart::Notes.address(&opened.project);
        let is_later = opened.after.is_some();
        let is_empty = items.is_empty() && !is_later;
        let item = |item| view! { <NoteItem item opened=opened.clone() admin=admin.clone()/> };
        let notes = if is_empty {
            Either::Left(view! { <p class="empty">{i18n.notes_empty()}</p> })
        } else {
            Either::Right(view! { <ol class="rows">{items.into_iter().map(item).collect_view()}</ol> })
        };
        let body = view! {
            <RecordsHead folder part=ProjectPart::Notes i18n/>
            <AddSection label=i18n.note_new() open=is_empty || fields.is_open()>
                <RecordForm fields=fields.clone() action=AddNote::PATH record>
                    <NoteFields fields i18n/>
                </RecordForm>
            </AddSection>
            {notes}
            <MoreLink list next is_later i18n/>
        };
        (title, body.into_any())
    };
    request.page(NavItem::Projects, show).await
}

/// A note, its form, or the confirmation to delete it.
#[component]
fn NoteItem(item: Versioned<Note>, opened: OpenRecord, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record: note, version } = item;
    let record = RecordRef::new(ProjectPart::Notes, &note.project_id, &note.id);
    let (id, name) = (record.id.clone(), short_label(&note.text));
    let page = ProjectPart::Notes.address(note.project_id.as_str());
    let text = view! { <p class="prose" dir="auto">{note.text.clone()}</p> };
    let body = if opened.edit.as_ref() == Some(&id) {
        let fields = Fields::new(&admin, format!("note-{id}"), Form::from(&NoteDraft::from(&note)));
        Either::Left(view! {
            <RecordForm fields=fields.clone() action=SaveNote::PATH record version>
                <NoteFields fields i18n/>
            </RecordForm>
        })
    } else if opened.delete.as_ref() == Some(&id) {
        Either::Right(Either::Left(view! {
            {text}
            <DeleteRecord name action=DeleteNote::PATH record i18n/>
        }))
    } else {
        let open =
            |what: &str, anchor: &str| form_address(&page, opened.after.as_ref(), what, &id).at(anchor);
        Either::Right(Either::Right(view! {
            {text}
            <p class="actions paper__actions">
                {record_link(open("edit", &format!("note-{id}")), i18n.edit(), name.clone())}
                {record_link(open("delete", "delete"), i18n.delete(), name)}
            </p>
        }))
    };
    view! {
        <li class="paper">
            <p class="paper__facts">
                <Moment at=note.created_at language=i18n.0/>
            </p>
            {body}
        </li>
    }
}

#[component]
fn NoteFields(fields: Fields, i18n: I18n) -> impl IntoView {
    view! {
        <ProseField
            fields
            name="text"
            label=i18n.note_text()
            hint=i18n.note_hint()
            rows=6
            required=true
            most=10_000
        />
    }
}
