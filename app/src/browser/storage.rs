//! The tab's session storage, which survives a reload and is separate for each tab, and the values of forms.

use leptos::prelude::window;
use web_sys::{FormData, HtmlFormElement, Storage, UrlSearchParams};

fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// The text of `key`, empty without one.
pub fn load(key: &str) -> String {
    storage().and_then(|storage| storage.get_item(key).ok().flatten()).unwrap_or_default()
}

/// Stores a text, or removes it if it is empty; returns whether the browser allowed it.
pub fn save(key: &str, text: &str) -> bool {
    let Some(storage) = storage() else { return text.is_empty() };
    let done = if text.is_empty() { storage.remove_item(key) } else { storage.set_item(key, text) };
    done.is_ok()
}

/// The fields of a form, as the browser would send them.
pub fn form_body(form: &HtmlFormElement) -> Option<String> {
    let data = FormData::new_with_form(form).ok()?;
    let fields = UrlSearchParams::new_with_str_sequence_sequence(&data).ok()?;
    Some(String::from(fields.to_string()))
}
