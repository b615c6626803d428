//! What the tab remembers of the uploads of a form, so that they go on after a reload. The server knows which of them are there
//! still, and which were sent.

use web_sys::File;

use crate::browser::{number, parse, window};

/// Before the path of the page and the `id` of the field, with the place of a reply or the project. The agency's are removed at the sign-in page with its drafts.
const KEY: &str = "atrio:upload:";

/// The key of the form that was sent last (`pages/src/uploads.rs`).
pub(crate) const SENT: &str = "atrio:upload-sent";

/// Before the place of a reply, the drafts of the agency (`app/admin-island/src/replies.rs`).
pub(crate) const REPLY: &str = "atrio:reply:";

/// An upload.
#[derive(Clone)]
pub(crate) struct Kept {
    pub(crate) name: String,
    /// In bytes.
    pub(crate) size: f64,
    /// Size, time of the last change and encoded name of the file, by which it is known again.
    pub(crate) file: String,
    /// Empty before it has begun.
    pub(crate) location: String,
}

impl Kept {
    pub(crate) fn of(file: &File) -> Self {
        let (name, size) = (file.name(), file.size());
        let encoded = String::from(js_sys::encode_uri_component(&name));
        let file = [number(size), number(file.last_modified()), encoded].join(" ");
        Self { name, size, file, location: String::new() }
    }

    fn read(line: &str) -> Option<Self> {
        let (location, file) = line.split_once(' ')?;
        let (size, rest) = file.split_once(' ')?;
        let name = js_sys::decode_uri_component(rest.split_once(' ')?.1).ok()?.into();
        Some(Self { name, size: parse(size), file: file.to_owned(), location: location.to_owned() })
    }
}

pub(crate) fn key(field: &str) -> String {
    [KEY, &window().location().pathname().unwrap_or_default(), "#", field].concat()
}

pub(crate) fn load(key: &str) -> Vec<Kept> {
    let storage = window().session_storage().ok().flatten();
    let text = storage.and_then(|storage| storage.get_item(key).ok().flatten()).unwrap_or_default();
    text.lines().filter_map(Kept::read).collect()
}

/// Nothing comes back where the browser keeps nothing.
pub(crate) fn save(key: &str, uploads: impl Iterator<Item = Kept>) {
    let mut text = String::new();
    for kept in uploads.filter(|kept| !kept.location.is_empty()) {
        text.push_str(&[&kept.location, " ", &kept.file, "\n"].concat());
    }
    write(key, &text);
}

/// Stores a text, or removes it if it is empty.
pub(crate) fn write(key: &str, text: &str) {
    let Some(storage) = window().session_storage().ok().flatten() else { return };
    let _ = if text.is_empty() { storage.remove_item(key) } else { storage.set_item(key, text) };
}
