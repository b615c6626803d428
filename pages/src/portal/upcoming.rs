//! The next dates of the project shown.

use app::dates;
use domain::Date;
use domain::portal::PortalProject;
use domain::portal::upcoming::{Upcoming, UpcomingKind};
use leptos::prelude::*;

use super::PortalContext;
use crate::i18n::I18n;

#[component]
pub fn UpcomingDates(project: PortalProject, i18n: I18n) -> impl IntoView {
    let today = dates::today(expect_context::<PortalContext>().now);
    let item = |Upcoming { on, what }: Upcoming<'_>| {
        let what = match what {
            UpcomingKind::Phase(name) => i18n.end_of_phase(name),
            UpcomingKind::Material(title) => title.to_owned(),
            UpcomingKind::Payment(label) => i18n.payment_named(label),
            UpcomingKind::Project => i18n.end_of_project().to_owned(),
        };
        let late = late(on, today, i18n).map(|late| view! { <span class="late">{late}</span> });
        let day = i18n.brief_day(on, today);
        view! {
            <li class="date">
                <time datetime=on.to_string()>{day}</time>
                <span><span dir="auto">{what}</span> " " {late}</span>
            </li>
        }
    };
    let dates = project.upcoming().into_iter().map(item).collect_view();
    (!dates.is_empty()).then(|| {
        view! {
            <section aria-labelledby="upcoming">
                <h2 id="upcoming">{i18n.upcoming()}</h2>
                <ul class="rows">{dates}</ul>
            </section>
        }
    })
}

/// By how much a date has passed, if it has.
pub fn late(on: Date, today: Date, i18n: I18n) -> Option<String> {
    let days = today.days_since_1970() - on.days_since_1970();
    (days > 0).then(|| i18n.days_late(days))
}
