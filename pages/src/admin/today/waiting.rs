//! Who waits for an answer, with what they wrote, and who was set aside last.

use domain::conversation::inbox::ThreadSummary;

use crate::admin::inbox::lines::{ThreadLine, excerpt};
use crate::admin::inbox::state::{ActedOn, ReopenButton};
use crate::admin::prelude::*;

#[component]
pub fn Waiting(
    /// The first of them.
    waiting: Vec<ThreadSummary>,
    /// How many there are.
    to_answer: i64,
    set_aside: Vec<ThreadSummary>,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let is_empty = waiting.is_empty();
    let row = |thread| view! { <ThreadLine thread from="today" admin=admin.clone()/> };
    let list = or_empty(
        is_empty,
        i18n.nobody_waits(),
        || view! { <ul class="threads">{waiting.into_iter().map(row).collect_view()}</ul> },
    );
    let count = (!is_empty).then(|| view! { " " <span class="muted">{to_answer}</span> });
    let set_aside = set_aside.into_iter().map(|thread| {
        let on = ActedOn::row(&thread, "today");
        let message = thread.message.map(|message| {
            let day = i18n.recent_day(dates::today(message.created_at), dates::today(admin.now));
            let (text, of) = (i18n.quoted(&excerpt(&message.excerpt(), None)), i18n.set_aside_of(&on.name, &day));
            view! { <span dir="auto">{text}</span> " " <span dir="auto">{of}</span> }
        });
        view! { <li>{i18n.set_aside()} ": " {message} " " <ReopenButton on i18n/></li> }
    });
    view! {
        <section class="today__part" id="waiting" aria-labelledby="waiting-heading" data-live="waiting">
            <h2 id="waiting-heading">{i18n.waiting_heading()}{count}</h2>
            {list}
            <ul class="muted">{set_aside.collect_view()}</ul>
            <p class="actions list-end"><a href=address::inbox().into_string()>{i18n.inbox()}</a></p>
        </section>
    }
}
