//! A field that uploads a file.

use domain::files::ContentId;
use leptos::prelude::*;

use super::notes::FieldNotes;
use crate::i18n::I18n;
use crate::ui::Fields;

/// The file, which the form cannot be sent without; or that one was received when the form was refused.
#[component]
pub fn FileField(fields: Fields, label: &'static str) -> impl IntoView {
    let i18n = fields.i18n;
    let (id, kept) = (fields.input_id(ContentId::FILE), fields.value(ContentId::FILE));
    let notes = FieldNotes::of(&fields, ContentId::FILE, (!kept.is_empty()).then(|| i18n.file_kept()));
    let is_needed = kept.is_empty();
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <input type="hidden" name=ContentId::FILE value=kept/>
            <input
                id=id
                name="file"
                type="file"
                required=is_needed
                aria-invalid=notes.invalid()
                aria-describedby=notes.ids()
            />
            {notes.view()}
        </div>
    }
}

/// Says that files came with a message that was refused, and sends their ids with the form `form`, by its `id`.
#[component]
pub fn KeptFiles(
    #[prop(into)] form: String,
    name: &'static str,
    /// The ids, with commas between.
    kept: String,
    i18n: I18n,
) -> impl IntoView {
    (!kept.is_empty()).then(|| {
        view! {
            <input type="hidden" form=form name=name value=kept/>
            <p class="composer__kept">{i18n.files_kept()}</p>
        }
    })
}
