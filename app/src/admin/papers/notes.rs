//! The agency's notes about a project.

use domain::papers::NoteDraft;
use domain::{Form, Note, Versioned};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::frame::{Adder, Opened, PaperForm, PapersHead, about, beginning, opening};
use crate::address::Address;
use crate::admin::desk::{DeskView, Place, desk_page};
use crate::admin::projects::ProjectPart;
use crate::rpc::{self, AddNote, DeleteNote, Papers, SaveNote};
use crate::ui::{DeleteForm, Fields, Moment, MoreLink, ProseField};
use crate::words::Words;

/// `/admin/projects/{id}/notes`.
#[component]
pub fn NotesPage() -> impl IntoView {
    let opened = Opened::of_page();
    let load = rpc::load_notes(opened.project.clone(), opened.after.clone(), opened.paper());
    desk_page(Place::Projects, load, move |papers: Papers<Note>, desk| {
        let words = desk.words;
        let Papers { folder, items, next, new_id } = papers;
        let title = format!("{} · {}", words.part_notes(), folder.name);
        let is_there = |id: &str| items.iter().any(|item| item.record.id.as_str() == id);
        let fields = Fields::new(&desk, opened.adding("note", is_there), Form::default());
        let project = opened.project.clone();
        let list = ProjectPart::Notes.path(&project);
        let (back, is_later) = (list.clone(), opened.after.is_some());
        let is_empty = items.is_empty() && !is_later;
        let item = |item| view! { <NoteItem item opened=opened.clone() desk=desk.clone()/> };
        let notes = if is_empty {
            Either::Left(view! { <p class="empty">{words.notes_empty()}</p> })
        } else {
            Either::Right(view! { <ol class="rows">{items.into_iter().map(item).collect_view()}</ol> })
        };
        let body = view! {
            <PapersHead folder part=ProjectPart::Notes words/>
            <Adder label=words.note_new() open=is_empty || fields.is_refused()>
                <PaperForm
                    fields=fields.clone()
                    action=AddNote::PATH
                    project
                    id=new_id
                    version=None
                    button=words.add()
                    back
                    words
                >
                    <NoteFields fields words/>
                </PaperForm>
            </Adder>
            {notes}
            <MoreLink list=Address::path(list) next is_later words/>
        };
        (title, body)
    })
}

/// A note, its form, or the question whether to delete it.
#[component]
fn NoteItem(item: Versioned<Note>, opened: Opened, desk: DeskView) -> impl IntoView {
    let words = desk.words;
    let Versioned { record: note, version } = item;
    let (project, id) = (note.project_id.to_string(), note.id.to_string());
    let page = Address::path(ProjectPart::Notes.path(&project));
    let back = page.clone().top();
    let text = view! { <p class="prose" dir="auto">{note.text.clone()}</p> };
    let body = if opened.edit.as_ref() == Some(&id) {
        let fields = Fields::new(&desk, format!("note-{id}"), Form::from(&NoteDraft::from(&note)));
        Either::Left(view! {
            <PaperForm
                fields=fields.clone()
                action=SaveNote::PATH
                project
                id=id.clone()
                version=Some(version)
                button=words.save()
                back
                words
            >
                <NoteFields fields words/>
            </PaperForm>
        })
    } else if opened.delete.as_ref() == Some(&id) {
        let question = words.delete_named(&beginning(&note.text));
        let arguments = vec![("project", project), ("id", id.clone())];
        Either::Right(Either::Left(view! {
            {text}
            <DeleteForm question takes=Vec::new() action=DeleteNote::PATH arguments back words/>
        }))
    } else {
        let open = |what: &str, place: &str| opening(&page, opened.after.as_ref(), what, &id).at(place);
        let name = beginning(&note.text);
        Either::Right(Either::Right(view! {
            {text}
            <p class="actions paper__actions">
                {about(open("edit", &format!("note-{id}")), words.edit(), name.clone())}
                {about(open("delete", "delete"), words.delete(), name)}
            </p>
        }))
    };
    view! {
        <li class="paper">
            <p class="paper__facts">
                <Moment at=note.created_at language=words.0/>
            </p>
            {body}
        </li>
    }
}

#[component]
fn NoteFields(fields: Fields, words: Words) -> impl IntoView {
    view! {
        <ProseField
            fields
            name="text"
            label=words.note_text()
            hint=words.note_hint()
            rows=6
            required=true
            most=10_000
        />
    }
}
