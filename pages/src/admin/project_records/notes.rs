//! The agency's notes about a project.

use domain::id::ProjectId;
use domain::{Form, Note, Page, Versioned};

use super::open_record::{OpenRecord, RecordsQuery};
use super::record::record_kind;
use super::record::{RecordKind, records_page, short_label};
use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;

record_kind! {
    Note, Notes, "note", "text",
    AddNote add_note "add_note", SaveNote save_note "save_note", DeleteNote delete_note "delete_note"
}

/// `GET /admin/projects/{project}/notes`
pub async fn page(
    Path(project): Path<ProjectId>,
    Query(query): Query<RecordsQuery>,
    request: AdminRequest,
) -> PageResult {
    let opened = OpenRecord::new(project, query);
    let (after, open) = (opened.after.as_ref(), opened.record());
    let (folder, Page { items, next }) = request.store.notes(&opened.project, after, open.as_ref()).await?;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let list = ProjectPart::Notes.address(opened.project.as_str());
        let is_later = opened.after.is_some();
        let is_empty = items.is_empty() && !is_later;
        let inputs = |fields| view! { <NoteFields fields i18n/> };
        let adder = opened.add_form(&admin, &items, (i18n.note_new(), is_empty), Form::default(), inputs);
        let item = |item| view! { <NoteItem item opened=opened.clone() admin=admin.clone()/> };
        let notes = or_empty(
            is_empty,
            i18n.notes_empty(),
            || view! { <ol class="rows">{items.into_iter().map(item).collect_view()}</ol> },
        );
        view! {
            {adder}
            {notes}
            <MoreLink list next is_later i18n/>
        }
    };
    records_page::<Note, _>(request, folder, show).await
}

#[component]
fn NoteItem(item: Versioned<Note>, opened: OpenRecord, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let note = item.record.clone();
    let text = (!opened.is_edited(&note)).then(|| view! { <p class="prose" dir="auto">{note.text.clone()}</p> });
    let below = opened.below(&admin, item, &short_label(&note.text), |fields| {
        view! { <NoteFields fields i18n/> }
    });
    view! {
        <li class="paper">
            <p class="paper__facts">
                <Moment at=note.created_at language=i18n.0/>
                {note.author_name.map(|name| view! { " · " <span dir="auto">{name}</span> })}
            </p>
            {text}
            {below}
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
