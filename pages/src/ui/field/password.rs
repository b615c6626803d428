//! The field of a password, on the pages that sign in or set one. It never shows again what was typed.

use domain::people::password;
use leptos::prelude::*;

use super::described_by;

#[component]
pub fn PasswordField(
    /// Its id; the id of its hint is `{id}-hint`.
    id: &'static str,
    #[prop(default = "password")] name: &'static str,
    label: &'static str,
    /// What a new password must be; without it the field asks for the present one.
    #[prop(optional)]
    hint: Option<&'static str>,
    /// Refused: the element `trouble` says why.
    is_wrong: bool,
    /// The id of that element.
    #[prop(default = "trouble")]
    trouble: &'static str,
    #[prop(optional)] autofocus: bool,
) -> impl IntoView {
    let is_new = hint.is_some();
    let hint_id = hint.map(|_| format!("{id}-hint"));
    let described = described_by([is_wrong.then_some(trouble), hint_id.as_deref()]);
    view! {
        <p class="field">
            <label for=id>{label}</label>
            <input
                id=id
                name=name
                type="password"
                autocomplete=if is_new { "new-password" } else { "current-password" }
                minlength=is_new.then_some(password::MIN)
                required
                autofocus=autofocus
                aria-invalid=is_wrong.then_some("true")
                aria-describedby=described
            />
        </p>
        {hint.map(|hint| view! { <p id=hint_id class="field__hint">{hint}</p> })}
    }
}
