//! Timestamps and dates; those relative to today have the exact one as a tooltip and in `datetime`.

use app::dates;
use domain::{Date, Language, Timestamp};
use leptos::prelude::*;

use super::AdminView;

/// How many days `date` lies after today.
pub fn days_until(date: Date, now: Timestamp) -> i64 {
    date.days_since_1970() - dates::today(now).days_since_1970()
}

/// `3 g fa`
#[component]
pub fn Ago(at: Timestamp, admin: AdminView) -> impl IntoView {
    let date = dates::today(at);
    let text = admin.i18n.days_ago(-days_until(date, admin.now));
    let text = text.unwrap_or_else(|| dates::day(date, admin.language));
    view! { <time datetime=at.to_string() title=dates::moment(at, admin.language)>{text}</time> }
}

/// `da 3 g`
#[component]
pub fn Since(at: Timestamp, admin: AdminView) -> impl IntoView {
    let text = admin.i18n.since_days(-days_until(dates::today(at), admin.now));
    view! { <time datetime=at.to_string() title=dates::moment(at, admin.language)>{text}</time> }
}

/// `da lunedì`: since when somebody waits; late after more than two working days.
#[component]
pub fn WaitingTime(at: Timestamp, admin: AdminView) -> impl IntoView {
    let (since, today) = (dates::today(at), dates::today(admin.now));
    let text = admin.i18n.waiting_time((admin.now.as_millis() - at.as_millis()) / 60_000, since, today);
    // 1970 began on a Thursday.
    let is_working_day = |day: &i64| !matches!(day.rem_euclid(7), 2 | 3);
    let working_days = (since.days_since_1970() + 1..=today.days_since_1970()).filter(is_working_day).take(3).count();
    let class = (working_days > 2).then_some("status--late");
    view! { <time class=class datetime=at.to_string() title=dates::moment(at, admin.language)>{text}</time> }
}

/// `scaduto da 13 g`, `domani`; `is_open` is false for what is done and cannot be late.
#[component]
pub fn DueDay(
    date: Date,
    #[prop(default = true)] is_open: bool,
    /// Of the word for it in Italian: `la fase`.
    #[prop(optional)]
    is_feminine: bool,
    admin: AdminView,
) -> impl IntoView {
    let days = days_until(date, admin.now);
    let written = dates::day(date, admin.language);
    let text = admin.i18n.due_in_days(days, is_feminine).filter(|_| is_open).unwrap_or_else(|| written.clone());
    let class = (is_open && days < 0).then_some("status--late");
    view! { <time class=class datetime=date.to_string() title=written>{text}</time> }
}

/// A timestamp in the agency's time zone, with the exact value in `datetime`.
#[component]
pub fn Moment(at: Timestamp, language: Language) -> impl IntoView {
    view! { <time datetime=at.to_string()>{dates::moment(at, language)}</time> }
}
