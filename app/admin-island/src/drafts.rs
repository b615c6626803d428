//! Drafts of forms, in the tab's session storage: what was typed comes back after a visit to another page, and after a
//! form was sent without a network. With it comes the version it was filled from, so that the server still finds a
//! conflict. A draft ends when the server has answered, or with the button in its notice. Replies have drafts of their
//! own ([`replies`](crate::replies)). The sign-in page removes all of them after somebody signed out on purpose.

use app::browser::dom::{closest, find_all, listen, toggle_attr};
use js_sys::Reflect;
use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlFormElement, UrlSearchParams};

use app::browser::storage::{form_body, load, save};

/// The key of the draft that was sent last.
pub(crate) const SENT: &str = "atrio:sent";

/// Before the path and the id of a form.
pub(crate) const FORM: &str = "atrio:form:";

pub(super) fn keep() {
    let search = window().location().search().unwrap_or_default();
    // What was sent is stored now, or the server shows it again.
    if ["done=", "unsaved=", "shown="].iter().any(|outcome| search.contains(outcome)) {
        save(&load(SENT), "");
        // Once: the page may be opened again after a new draft was begun.
        save(SENT, "");
    }
    for notice in find_all(&document(), "form:not([data-reply]) [data-draft]") {
        restore(&notice);
    }
    listen(&document(), "input", |event| {
        if let Some(form) = form(&event) {
            save(&key(&form), &form_body(&form).unwrap_or_default());
        }
    });
    listen(&document(), "submit", |event| {
        if let Some(form) = form(&event) {
            save(SENT, &key(&form));
        }
    });
    listen(&document(), "reset", |event| {
        if let Some(form) = form(&event) {
            save(&key(&form), "");
            for notice in find_all(&form, "[data-draft]") {
                notice.set_hidden(true);
            }
        }
    });
}

/// The form of an event, if it keeps drafts.
fn form(event: &Event) -> Option<HtmlFormElement> {
    closest(event, "form:not([data-reply]):has([data-draft])").map(JsCast::unchecked_into)
}

fn key(form: &HtmlFormElement) -> String {
    // The property `id` of a form with a field of that name is the field.
    let id = form.get_attribute("id").unwrap_or_default();
    [FORM, &window().location().pathname().unwrap_or_default(), "#", &id].concat()
}

/// Fills the form in which `notice` is with its draft, shows both, and opens what is folded around them.
fn restore(notice: &HtmlElement) {
    let Ok(Some(form)) = notice.closest("form") else { return };
    let form: HtmlFormElement = form.unchecked_into();
    let draft = load(&key(&form));
    let (Ok(values), true) = (UrlSearchParams::new_with_str(&draft), !draft.is_empty()) else { return };
    for field in find_all(&form, "[name]") {
        let name = field.get_attribute("name").unwrap_or_default();
        if field.get_attribute("type").as_deref() == Some("checkbox") {
            let _ = Reflect::set(&field, &"checked".into(), &values.has(&name).into());
        } else if let Some(value) = values.get(&name) {
            let _ = Reflect::set(&field, &"value".into(), &value.into());
        }
    }
    notice.set_hidden(false);
    let mut folded = form.closest("details");
    while let Ok(Some(details)) = folded {
        toggle_attr(&details, "open", true);
        folded = details.parent_element().map_or(Ok(None), |parent: Element| parent.closest("details"));
    }
}
