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
    /// Why it was refused.
    #[prop(default = None)]
    problem: Option<String>,
    /// Refused, and the element `trouble` says why.
    #[prop(optional)]
    is_wrong: bool,
    #[prop(optional)] autofocus: bool,
) -> impl IntoView {
    let is_new = hint.is_some();
    let hint_id = hint.map(|_| format!("{id}-hint"));
    let reason = if problem.is_some() { format!("{id}-problem") } else { "trouble".to_owned() };
    let is_wrong = is_wrong || problem.is_some();
    let described = described_by([is_wrong.then_some(&reason), hint_id.as_deref()]);
    view! {
        <div class="field">
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
            {problem.map(|text| view! { <p id=reason class="field__problem" role="alert">{text}</p> })}
            {hint.map(|hint| view! { <p id=hint_id class="field__hint">{hint}</p> })}
        </div>
    }
}
