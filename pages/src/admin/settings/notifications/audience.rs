//! What goes to whom, and when.

use std::sync::Arc;

use leptos::prelude::*;

use crate::i18n::I18n;
use crate::state::MailServer;

#[component]
pub fn Audience(mail: Option<Arc<MailServer>>, i18n: I18n) -> impl IntoView {
    let soon = mail.map_or_else(|| i18n.notify_now().to_owned(), |mail| i18n.audience_after(mail.after));
    let soon = soon.as_str();
    let to_client = [
        (i18n.audience_reply(), soon),
        (i18n.audience_to_approve(), soon),
        (i18n.audience_reminder(), i18n.audience_reminder_when()),
        (i18n.audience_payment(), i18n.audience_payment_when()),
    ];
    let to_agency = [
        (i18n.audience_message(), soon),
        (i18n.audience_approval(), soon),
        (i18n.audience_no_answer(), i18n.audience_no_answer_when()),
        (i18n.audience_lead(), soon),
        (i18n.audience_source(), soon),
    ];
    view! {
        <section class="setting" aria-labelledby="audience-heading">
            <h2 id="audience-heading">{i18n.audience()}</h2>
            <p class="muted">{i18n.audience_note()}</p>
            {list(i18n.audience_clients(), &to_client)}
            {list(i18n.audience_agency(), &to_agency)}
        </section>
    }
}

fn list(whom: &'static str, lines: &[(&'static str, &str)]) -> impl IntoView + use<> {
    let line = |(what, when): &(&'static str, &str)| {
        view! {
            <li class="audience__line">
                <span>{*what}</span>
                <span class="muted">{(*when).to_owned()}</span>
            </li>
        }
    };
    view! {
        <div class="audience">
            <h3>{whom}</h3>
            <ul class="rows">{lines.iter().map(line).collect_view()}</ul>
        </div>
    }
}
