//! Previews a form's result (`data-preview`) before it is submitted: fetches the page with the selected options
//! in its address and updates the live regions. Typed text is not sent.

use std::rc::Rc;

use app::address::encode;
use app::browser::dom::{closest, find_all, set_attr};
use leptos::ev;
use leptos::prelude::{document, window};
use web_sys::Element;

use crate::{LivePage, fields};

impl LivePage {
    /// Handles changes of selects, also those made before the script started.
    pub(crate) fn add_preview_listener(self: &Rc<Self>) {
        let forms = find_all(&document(), "[data-preview]");
        if let Some(form) = forms.iter().find(|form| fields::has_choice(form)) {
            self.preview(form);
        }
        self.on(ev::change, |page, event| {
            let form = closest(event, "select").and_then(|choice| choice.closest("[data-preview]").ok()?);
            if let Some(form) = form {
                page.preview(&form);
            }
        });
    }

    fn preview(self: &Rc<Self>, form: &Element) {
        let path = window().location().pathname().unwrap_or_default();
        let chosen = fields::named(form).filter(|(_, field)| field.is_choice_or_hidden());
        let chosen = chosen.map(|(name, field)| (name, field.value()));
        set_attr(form, "data-live-address", &address(path, chosen));
        self.poll_now();
    }
}

/// The page's address with the form's selected options and hidden fields as its query.
fn address(path: String, chosen: impl Iterator<Item = (String, String)>) -> String {
    let mut address = path;
    let mut separator = '?';
    for (name, value) in chosen {
        address.push(separator);
        address.extend(encode(&name));
        address.push('=');
        address.extend(encode(&value));
        separator = '&';
    }
    address
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn preview_address_has_the_chosen_values() {
        let chosen = [("form[zone]", "Europe/Rome"), ("days", "3")];
        let of = |chosen: &[(&str, &str)]| {
            address("/admin/x".to_owned(), chosen.iter().map(|(name, value)| ((*name).into(), (*value).into())))
        };
        assert_eq!(of(&chosen), "/admin/x?form%5Bzone%5D=Europe%2FRome&days=3");
        assert_eq!(of(&[]), "/admin/x");
    }
}
