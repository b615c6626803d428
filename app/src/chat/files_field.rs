//! The field for the files of a message. A form with it is sent in parts, so that it works without JavaScript; styles show its
//! button alone until files are chosen.

use leptos::html::Input;
use leptos::prelude::*;
use web_sys::HtmlInputElement;

use crate::i18n::I18n;

/// The `id` of the message form of a portal.
pub const COMPOSER: &str = "composer";

/// The form of the field must be `novalidate`: the field is `required` so that `:invalid` styles tell when it is empty.
#[component]
pub fn FilesField(
    i18n: I18n,
    #[prop(default = false)] disabled: bool,
    #[prop(optional)] node_ref: NodeRef<Input>,
) -> impl IntoView {
    view! {
        <input
            class="composer__files"
            name="file"
            type="file"
            multiple
            required
            disabled=disabled
            aria-required="false"
            aria-label=i18n.attach_files()
            node_ref=node_ref
        />
    }
}

/// Whether files are chosen.
pub fn has_files(input: &HtmlInputElement) -> bool {
    input.files().is_some_and(|files| files.length() > 0)
}
