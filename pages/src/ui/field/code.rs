//! The field of a one-time code, on the pages that ask for one. Browsers offer what came by message or is in a password manager.

use leptos::prelude::*;

use super::described_by;

/// Where the code is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeOf {
    /// Six digits of an app: the on-screen keyboard has digits alone.
    App,
    /// Of an app, or a recovery code, which has letters.
    AppOrRecovery,
    /// Read in an e-mail and compared letter by letter.
    Email,
}

#[component]
pub fn CodeField(
    of: CodeOf,
    label: &'static str,
    /// The id of the hint is `code-hint`.
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
    let reason = if problem.is_some() { "code-problem" } else { "trouble" };
    let is_wrong = is_wrong || problem.is_some();
    view! {
        <div class="field">
            <label for="code">{label}</label>
            <input
                id="code"
                class=if of == CodeOf::Email { "code code--sent" } else { "code" }
                name="code"
                type="text"
                inputmode=if of == CodeOf::App { "numeric" } else { "text" }
                autocomplete="one-time-code"
                autocapitalize="characters"
                spellcheck="false"
                dir="ltr"
                required
                // Room for the spaces of a pasted code.
                maxlength="40"
                autofocus=autofocus
                aria-invalid=is_wrong.then_some("true")
                aria-describedby=described_by([is_wrong.then_some(reason), hint.map(|_| "code-hint")])
            />
            {problem.map(|text| view! { <p id=reason class="field__problem" role="alert">{text}</p> })}
            {hint.map(|hint| view! { <p id="code-hint" class="field__hint">{hint}</p> })}
        </div>
    }
}
