//! Previews a form's result (`data-preview`) before it is submitted: fetches the page with the selected options
//! in its address and updates the live regions. Typed text is not sent.

use leptos::prelude::{document, window};
use web_sys::{Element, HtmlElement};

use crate::LivePage;
use crate::regions::differs;
use app::address::encode;
use app::browser::dom::{closest, find_all, listen, set_attr};

impl LivePage {
    /// Handles changes of selects, also those made before the script started.
    pub(super) fn add_preview_listener(&'static self) {
        if let Some(form) = find_all(&document(), "[data-preview]").into_iter().find(is_changed) {
            self.show(&form);
        }
        listen(&document(), "change", move |event| {
            let form = closest(&event, "select").and_then(|choice| choice.closest("[data-preview]").ok()?);
            if let Some(form) = form {
                self.show(&form);
            }
        });
    }

    fn show(&'static self, form: &Element) {
        set_attr(form, "data-live-address", &address(form));
        self.poll_now();
    }
}

/// Whether a select of the form has changed. The first option is ignored: the browser selects it if the HTML
/// selects none.
fn is_changed(form: &HtmlElement) -> bool {
    find_all(form, "option:not(:first-child)")
        .iter()
        .any(|option| differs(option, "selected", "defaultSelected"))
}

/// The page's address with the form's selected options and hidden fields as its query.
fn address(form: &Element) -> String {
    let mut address = window().location().pathname().unwrap_or_default();
    let mut separator = '?';
    for field in find_all(form, "select, [type=hidden]") {
        let get = |name: &str| js_sys::Reflect::get(&field, &name.into()).ok()?.as_string();
        address.push(separator);
        address.extend(encode(&get("name").unwrap_or_default()));
        address.push('=');
        address.extend(encode(&get("value").unwrap_or_default()));
        separator = '&';
    }
    address
}
