//! Forms that show what comes of what is chosen (`data-preview`), before it is sent: the page is asked for
//! again with the choices in its address, and its live parts follow. What is typed travels nowhere.

use leptos::prelude::{document, window};
use web_sys::Element;

use super::Live;
use crate::address::encode;
use crate::chat::live::dom::{all, on, put, under};

impl Live {
    /// Follows the choices.
    pub(super) fn listen_to_choices(&'static self) {
        on(&document(), "change", move |event| {
            let form = under(&event, "select").and_then(|choice| choice.closest("[data-preview]").ok()?);
            if let Some(form) = form {
                put(&form, "data-live-address", &address(&form));
                self.poll_now();
            }
        });
    }
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
