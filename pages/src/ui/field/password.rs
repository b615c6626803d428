//! The field of a password, on the pages that sign in or set one. It never shows again what was typed.

use domain::people::password;
use leptos::prelude::*;

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
    #[prop(optional)] autofocus: bool,
) -> impl IntoView {
    let is_new = hint.is_some();
    let hint_id = hint.map(|_| format!("{id}-hint"));
    let described = [is_wrong.then(|| "trouble".to_owned()), hint_id.clone()].into_iter().flatten();
    let described = described.collect::<Vec<_>>().join(" ");
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
                aria-describedby=(!described.is_empty()).then_some(described)
            />
        </p>
        {hint.map(|hint| view! { <p id=hint_id class="field__hint">{hint}</p> })}
    }
}
