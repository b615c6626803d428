//! Why an e-mail was not sent.

use domain::notifications::SmtpStep;
use leptos::prelude::*;

use crate::i18n::I18n;

/// What it means, and the server's words.
#[component]
pub fn MailFailure(
    /// As stored.
    words: String,
    i18n: I18n,
) -> impl IntoView {
    let (words, step) = SmtpStep::split(&words);
    let details = (!words.is_empty())
        .then(|| view! { <span class="table__more" dir="auto">{i18n.smtp_words(words)}</span> });
    view! {
        <span>{i18n.smtp_problem(step, SmtpStep::is_later(words))}</span>
        " "
        {details}
    }
}
