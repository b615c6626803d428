//! Forms that show what comes of what is chosen (`data-preview`), before it is sent: the page is asked for
//! again with the choices in its address, and its live parts follow. What is typed travels nowhere.

use leptos::prelude::{document, window};
use web_sys::{Element, HtmlElement};

use super::Live;
use super::regions::differs;
use crate::address::encode;
use crate::chat::live::dom::{all, on, put, under};

impl Live {
    /// Follows the choices, also those of before the page was alive.
    pub(super) fn listen_to_choices(&'static self) {
        if let Some(form) = all(&document(), "[data-preview]").into_iter().find(is_changed) {
            self.show(&form);
        }
        on(&document(), "change", move |event| {
            let form = under(&event, "select").and_then(|choice| choice.closest("[data-preview]").ok()?);
            if let Some(form) = form {
                self.show(&form);
            }
        });
    }

    fn show(&'static self, form: &Element) {
        put(form, "data-live-address", &address(form));
        self.poll_now();
    }
}

/// Whether something else is chosen in a form than it came with. A select that came with no choice shows its
/// first: that is none.
fn is_changed(form: &HtmlElement) -> bool {
    all(form, "option:not(:first-child)").iter().any(|option| differs(option, "selected", "defaultSelected"))
}

/// The page's address with what is chosen in a form, and with what it carries along.
fn address(form: &Element) -> String {
    let mut address = window().location().pathname().unwrap_or_default();
    let mut joint = '?';
    for field in all(form, "select, [type=hidden]") {
        let get = |name: &str| js_sys::Reflect::get(&field, &name.into()).ok()?.as_string();
        address.push(joint);
        address.push_str(&encode(&get("name").unwrap_or_default()));
        address.push('=');
        address.push_str(&encode(&get("value").unwrap_or_default()));
        joint = '&';
    }
    address
}
