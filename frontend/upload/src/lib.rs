//! Uploads with progress, time left, cancel and resumption, by tus 1.0.0 (docs/REFERENCE.md#tus). A page loads this module when
//! somebody chooses, drops or pastes a file (`pages/src/uploads.rs`). A file is uploaded as soon as it is chosen; the form then
//! has its id in a field `upload` in place of the file. Without the module the form sends the files itself.

mod browser;
mod form;
mod memory;
mod row;
mod sending;
mod tus;
mod upload;

use browser::{find_all, later, listen};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// The fields whose files are uploaded.
const FIELD: &str = "[type=file][name=file]";

/// Called by the page's script once the module is loaded.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn start() {
    for field in fields() {
        form::of(&field);
    }
    take_all();
    for event in ["change", "drop", "paste"] {
        // After what puts dropped and pasted files into the field.
        listen(event, false, |_| later(take_all));
    }
    // Before what sends a message without files.
    listen("submit", true, |event| sending::submitted(&event));
}

fn fields() -> impl Iterator<Item = HtmlInputElement> {
    find_all(FIELD).into_iter().map(JsCast::unchecked_into)
}

/// Takes the files out of the fields and uploads them.
fn take_all() {
    for field in fields().filter(|field| field.files().is_some_and(|files| files.length() > 0)) {
        if let Some(form) = form::of(&field) {
            form.take();
        }
    }
}
