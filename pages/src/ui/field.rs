//! Form fields: a label, an input and the notes below it.

pub mod code;
pub mod file;
mod notes;
pub mod password;

use domain::Accent;
use domain::settings::accent;
use leptos::prelude::*;

pub use self::code::{CodeField, CodeOf};
pub use self::file::{FileField, KeptFiles};
pub use self::password::PasswordField;

use self::notes::FieldNotes;
use super::form::Fields;
use crate::i18n::I18n;

/// A one-line text input.
#[component]
pub fn TextField(
    fields: Fields,
    #[prop(into)] name: String,
    label: &'static str,
    /// `text`, `email`, `date`, `datetime-local`, `url`, `number`, `tel`, `month`.
    #[prop(default = "text")]
    kind: &'static str,
    #[prop(optional)] required: bool,
    #[prop(optional)] most: Option<usize>,
    #[prop(optional)] hint: Option<&'static str>,
    /// The on-screen keyboard: `decimal` or `numeric`.
    #[prop(optional)]
    inputmode: Option<&'static str>,
    /// The `id` of a `<datalist>` with suggestions.
    #[prop(optional, into)]
    list: Option<String>,
    /// What the browser may fill in, of a visitor's own data.
    #[prop(default = "off")]
    autocomplete: &'static str,
    #[prop(optional)] autofocus: bool,
    /// What the input says while it is empty; then its label is only read out.
    #[prop(optional)]
    placeholder: Option<&'static str>,
) -> impl IntoView {
    let (id, value, has_focus) = (fields.input_id(&name), fields.value(&name), fields.has_focus(&name));
    let notes = FieldNotes::of(&fields, &name, hint);
    let text = kind == "text" || kind == "email" || kind == "url";
    view! {
        <div class="field">
            <label for=id.clone() class=placeholder.map(|_| "sr-only")>
                {label} {optional(required, fields.i18n)}
            </label>
            <input
                id=id
                name=format!("form[{name}]")
                type=kind
                value=value
                placeholder=placeholder
                required=required
                maxlength=most
                list=list
                inputmode=inputmode
                autocomplete=autocomplete
                autofocus=autofocus || has_focus
                dir=text.then_some("auto")
                aria-invalid=notes.invalid()
                aria-describedby=notes.ids()
            />
            {notes.view()}
        </div>
    }
}

#[component]
pub fn ProseField(
    fields: Fields,
    #[prop(into)] name: String,
    label: &'static str,
    #[prop(default = 4)] rows: usize,
    #[prop(optional)] required: bool,
    #[prop(optional)] most: Option<usize>,
    #[prop(optional)] hint: Option<&'static str>,
) -> impl IntoView {
    let (id, value) = (fields.input_id(&name), fields.value(&name));
    let notes = FieldNotes::of(&fields, &name, hint);
    view! {
        <div class="field">
            <label for=id.clone()>{label}{optional(required, fields.i18n)}</label>
            <textarea
                id=id
                name=format!("form[{name}]")
                rows=rows
                required=required
                maxlength=most
                autofocus=fields.has_focus(&name)
                dir="auto"
                aria-invalid=notes.invalid()
                aria-describedby=notes.ids()
            >
                {value}
            </textarea>
            {notes.view()}
        </div>
    }
}

#[component]
pub fn SelectField(
    fields: Fields,
    #[prop(into)] name: String,
    label: &'static str,
    options: Vec<(String, String)>,
    #[prop(optional)] hint: Option<&'static str>,
) -> impl IntoView {
    let (id, value) = (fields.input_id(&name), fields.value(&name));
    let notes = FieldNotes::of(&fields, &name, hint);
    let option = |(code, text): (String, String)| {
        let chosen = code == value;
        view! { <option value=code selected=chosen>{text}</option> }
    };
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <select
                id=id
                name=format!("form[{name}]")
                aria-invalid=notes.invalid()
                aria-describedby=notes.ids()
            >
                {options.into_iter().map(option).collect_view()}
            </select>
            {notes.view()}
        </div>
    }
}

/// The options of a [`SelectField`]: the code and the name of each value.
pub fn options<T: Copy + ToString>(all: &[T], name: impl Fn(T) -> &'static str) -> Vec<(String, String)> {
    all.iter().map(|one| (one.to_string(), name(*one).to_owned())).collect()
}

/// A colour: its hexadecimal notation and a picker beside it.
///
/// Sends `name`, `{name}_picked` and what the picker showed at first as `{name}_shown`: without scripts the two
/// inputs cannot follow each other, so the form tells which of them was changed.
#[component]
pub fn ColourField(
    fields: Fields,
    name: &'static str,
    label: &'static str,
    picker: &'static str,
    hint: &'static str,
) -> impl IntoView {
    let (id, typed) = (fields.input_id(name), fields.value(name));
    let notes = FieldNotes::of(&fields, name, Some(hint));
    let shown = Accent::parse(&typed).map_or_else(|_| accent::DEFAULT.to_owned(), String::from);
    view! {
        <div class="field">
            <label for=id.clone()>{label}{optional(false, fields.i18n)}</label>
            <div class="colour">
                <input
                    name=format!("form[{name}_picked]")
                    type="color"
                    value=shown.clone()
                    aria-label=picker
                />
                <input
                    id=id
                    name=format!("form[{name}]")
                    type="text"
                    value=typed
                    maxlength="7"
                    autocomplete="off"
                    dir="ltr"
                    aria-invalid=notes.invalid()
                    aria-describedby=notes.ids()
                />
                <input type="hidden" name=format!("form[{name}_shown]") value=shown/>
            </div>
            {notes.view()}
        </div>
    }
}

/// A checkbox, sent as `on`.
#[component]
pub fn FlagField(
    fields: Fields,
    name: &'static str,
    label: &'static str,
    #[prop(optional)] hint: Option<&'static str>,
) -> impl IntoView {
    let id = fields.input_id(name);
    let ticked = !fields.value(name).is_empty();
    let hint_id = hint.map(|_| format!("{id}-hint"));
    view! {
        <div class="field field--flag">
            <input
                id=id.clone()
                name=format!("form[{name}]")
                type="checkbox"
                value="on"
                checked=ticked
                aria-describedby=hint_id.clone()
            />
            <label for=id>{label}</label>
            {hint.map(|hint| view! { <p class="field__hint" id=hint_id>{hint}</p> })}
        </div>
    }
}

/// The value of `aria-describedby`: the ids of the elements that there are.
fn described_by(ids: [Option<&str>; 2]) -> Option<String> {
    let ids: Vec<_> = ids.into_iter().flatten().collect();
    (!ids.is_empty()).then(|| ids.join(" "))
}

/// Marks optional fields, since most are required.
fn optional(required: bool, i18n: I18n) -> Option<impl IntoView> {
    (!required).then(|| view! { " " <span class="field__optional">{i18n.optional()}</span> })
}
