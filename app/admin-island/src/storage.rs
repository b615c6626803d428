//! The tab's session storage, and the values of forms.

use leptos::prelude::window;
use web_sys::{FormData, HtmlFormElement, UrlSearchParams};

/// The text of `key`, empty without one.
pub(crate) fn load(key: &str) -> String {
    let storage = window().session_storage().ok().flatten();
    storage.and_then(|storage| storage.get_item(key).ok().flatten()).unwrap_or_default()
}

/// An empty text removes `key`.
pub(crate) fn save(key: &str, text: &str) {
    if let Some(storage) = window().session_storage().ok().flatten() {
        // Without storage the text is kept as long as the page is open.
        let _ = if text.is_empty() { storage.remove_item(key) } else { storage.set_item(key, text) };
    }
}

/// The fields of a form, as the browser would send them.
pub(crate) fn form_body(form: &HtmlFormElement) -> Option<String> {
    let data = FormData::new_with_form(form).ok()?;
    let fields = UrlSearchParams::new_with_str_sequence_sequence(&data).ok()?;
    Some(String::from(fields.to_string()))
}
