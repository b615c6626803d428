//! The field for the files of a message. A form with it is sent in parts, so that it works without JavaScript; styles show its
//! button alone until files are chosen.

use leptos::html::Input;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, DataTransfer, DragEvent, Event, HtmlInputElement};

use crate::i18n::I18n;

/// The `id` of the message form of a portal.
pub const COMPOSER: &str = "composer";

/// The form of the field must be `novalidate`: the field is `required` so that `:invalid` styles tell when it is empty.
#[component]
pub fn FilesField(
    i18n: I18n,
    #[prop(default = false)] disabled: bool,
    #[prop(optional)] node_ref: NodeRef<Input>,
) -> impl IntoView {
    view! {
        <input
            class="composer__files"
            name="file"
            type="file"
            multiple
            required
            disabled=disabled
            aria-required="false"
            aria-label=i18n.attach_files()
            node_ref=node_ref
        />
    }
}

/// Whether files are chosen.
pub fn has_files(input: &HtmlInputElement) -> bool {
    input.files().is_some_and(|files| files.length() > 0)
}

/// Attaches files that are dropped on the page, or pasted, to the field that `field` finds for the event, from now on.
pub fn accept_dropped_and_pasted(field: impl Fn(&Event) -> Option<HtmlInputElement> + Clone + 'static) {
    for name in ["dragover", "drop", "paste"] {
        let field = field.clone();
        // It listens as long as the page is open.
        let _ = window_event_listener_untyped(name, move |event| {
            let Some(field) = field(&event).filter(|field| !field.disabled()) else { return };
            let data = match event.dyn_ref::<ClipboardEvent>() {
                Some(pasted) => pasted.clipboard_data(),
                None => event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer),
            };
            // Only what takes a dragged thing gets its drop.
            if name == "dragover" || choose(&field, data) {
                event.prevent_default();
            }
        });
    }
}

/// Whether there were some.
fn choose(field: &HtmlInputElement, data: Option<DataTransfer>) -> bool {
    let files = data.and_then(|data| data.files()).filter(|files| files.length() > 0);
    if files.is_some() {
        field.set_files(files.as_ref());
    }
    files.is_some()
}
