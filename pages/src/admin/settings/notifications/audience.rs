//! What goes to whom, and when.

use std::sync::Arc;

use crate::admin::prelude::*;
use crate::state::MailServer;

#[component]
pub fn Audience(mail: Option<Arc<MailServer>>, i18n: I18n) -> impl IntoView {
    let soon = mail.map_or_else(|| i18n.notify_now().to_owned(), |mail| i18n.audience_after(mail.after));
    view! {
        <section class="setting" aria-labelledby="audience-heading">
            <h2 id="audience-heading">{i18n.audience()}</h2>
            <p class="muted">{i18n.audience_note()}</p>
            {list(i18n.audience_clients(), &i18n.sent_to_clients(), &soon)}
            {list(i18n.audience_agency(), &i18n.sent_to_agency(), &soon)}
        </section>
    }
}

fn list(
    whom: &'static str,
    lines: &[(&'static str, Option<&'static str>)],
    soon: &str,
) -> impl IntoView + use<> {
    let line = |(what, when): &(&'static str, Option<&'static str>)| {
        view! {
            <li class="audience__line">
                <span>{*what}</span>
                <span class="muted">{when.unwrap_or(soon).to_owned()}</span>
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
