//! What is due soon, day by day.

use domain::overview::{AgendaItem, Appointment};
use domain::{Date, Page};
use leptos::tachys::view::any_view::AnyView;

use crate::admin::agenda::AgendaRow;
use crate::admin::prelude::*;

#[component]
pub fn Agenda(page: Page<AgendaItem>, appointments: Vec<Appointment>, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let call = |one: Appointment| {
        view! {
            <li class="row">
                <div class="row__main">
                    <a class="row__link" href=address::lead(one.lead_id.as_str()).top() dir="auto">{one.name}</a>
                    <p class="muted">{i18n.agenda_call()}</p>
                </div>
                <div class="row__meta">
                    <Moment at=one.at language=admin.language/>
                </div>
            </li>
        }
    };
    let item = |item| view! { <AgendaRow item admin=admin.clone()/> };
    let calls = appointments.into_iter().map(|one| (dates::today(one.at), call(one).into_any()));
    let items = page.items.into_iter().map(|one| (one.due_on, item(one).into_any()));
    let mut rows: Vec<(Date, AnyView)> = calls.chain(items).collect();
    rows.sort_by_key(|(day, _)| *day);
    let list = if rows.is_empty() {
        Either::Left(view! { <p class="empty">{i18n.agenda_empty()}</p> })
    } else {
        let rows = rows.into_iter().take(SHOWN).map(|(_, row)| row);
        Either::Right(view! { <ul class="rows">{rows.collect_view()}</ul> })
    };
    view! {
        <section class="today__part" aria-labelledby="agenda-heading" data-live="agenda">
            <h2 id="agenda-heading">{i18n.agenda_heading()}</h2>
            {list}
            <p class="actions list-end"><a href=address::agenda().top()>{i18n.agenda_all()}</a></p>
        </section>
    }
}

/// The rest is on the page of the agenda.
const SHOWN: usize = 10;
