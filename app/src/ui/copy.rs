//! Texts to take elsewhere.

use leptos::prelude::*;

use crate::words::Words;

/// A text to read, to select, and with scripts to copy by a button.
#[component]
pub fn CopyField(
    /// The box's `id`.
    id: &'static str,
    /// Its label.
    label: &'static str,
    /// The text.
    text: String,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    let name = format!("{}: {label}", words.copy());
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <div class="copy">
                <input id=id type="text" readonly value=text.clone() dir="ltr"/>
                <button type="button" class="button button--quiet" hidden aria-label=name data-copy=text data-copied=words.copied()>
                    {words.copy()}
                </button>
            </div>
        </div>
    }
}
