//! Why an e-mail was not sent.

use domain::notifications::SmtpStep;

use crate::admin::prelude::*;

/// What it means, and what the server answered.
#[component]
pub fn MailFailure(
    /// The reply as stored, with its step.
    reply: String,
    i18n: I18n,
) -> impl IntoView {
    let (reply, step) = SmtpStep::split(&reply);
    let details = (!reply.is_empty())
        .then(|| view! { <span class="table__more" dir="auto">{i18n.smtp_reply(reply)}</span> });
    view! {
        <span>{i18n.smtp_problem(step, SmtpStep::is_later(reply))}</span>
        " "
        {details}
    }
}
