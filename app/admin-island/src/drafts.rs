//! Drafts of forms, in the tab's session storage: what was typed comes back after a visit to another page, and after a
//! form was sent without a network. With it comes the version it was filled from, so that the server still finds a
//! conflict. A draft ends when the server has answered, or with the button in its notice. Replies have drafts of their
//! own ([`replies`](crate::replies)). The sign-in page removes all of them after somebody signed out on purpose.

use app::browser::dom::{closest, find_all, toggle_attr};
use app::browser::sent_form;
use app::browser::storage::{form_body, load, save};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlFormElement, UrlSearchParams};

use crate::fields;

/// Before the path and the id of a form.
pub(crate) const FORM: &str = "atrio:form:";

/// Whether the page's query says that the server has answered a form: what was sent is stored now, or the server shows
/// it again.
fn is_answer(query: &str) -> bool {
    ["done=", "unsaved=", "shown="].iter().any(|outcome| query.contains(outcome))
}

pub(crate) fn keep() {
    sent_form::forget_answered(|query, _| is_answer(query));
    for notice in find_all(&document(), "form:not([data-reply]) [data-draft]") {
        restore(&notice);
    }
    // They listen as long as the page is open.
    let _ = window_event_listener(ev::input, |event| {
        if let Some(form) = form(&event) {
            save(&key(&form), &form_body(&form).unwrap_or_default());
        }
    });
    let _ = window_event_listener(ev::submit, |event| {
        if let Some(form) = form(&event) {
            sent_form::note(&key(&form));
        }
    });
    let _ = window_event_listener(ev::reset, |event| {
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
    for (name, field) in fields::named(&form) {
        if field.is_checkbox() {
            field.set_checked(values.has(&name));
        } else if let Some(value) = values.get(&name) {
            field.set_value(&value);
        }
    }
    notice.set_hidden(false);
    let mut folded = form.closest("details");
    while let Ok(Some(details)) = folded {
        toggle_attr(&details, "open", true);
        folded = details.parent_element().map_or(Ok(None), |parent: Element| parent.closest("details"));
    }
}

#[cfg(test)]
mod tests {
    use super::is_answer;

    #[test]
    fn draft_ends_with_any_answer_of_the_server() {
        for query in ["?done=saved", "?channel=a&unsaved=f1", "?shown=1"] {
            assert!(is_answer(query), "{query}");
        }
        for query in ["", "?status=won", "?q=fatto"] {
            assert!(!is_answer(query), "{query}");
        }
    }
}
