//! The first page after signing in: what waits, what is due, what came in.

pub mod agenda;
pub mod counters;
pub mod first_steps;
pub mod news;

use domain::overview::Today;

use self::agenda::Agenda;
use self::counters::{CounterCards, FigureCards};
use self::first_steps::Steps;
use self::news::NewsList;
use super::{AdminRequest, AdminView, NavItem, PageResult};
use crate::admin::prelude::*;

/// `GET /admin/today`
pub async fn page(request: AdminRequest) -> PageResult {
    let today = request.store.today_page().await?;
    let show = move |admin: AdminView| {
        let title = admin.i18n.today().to_owned();
        (title, view! { <TodayPage today admin/> }.into_any())
    };
    request.page(NavItem::Today, show).await
}

#[component]
fn TodayPage(today: Today, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Today { date, counters, agenda, appointments, news, month_minutes, leads, first_steps } = today;
    let written = format!("{} {}", i18n.weekday(date), dates::day(date, admin.language));
    view! {
        <header class="page-head">
            <h1>{i18n.today()}</h1>
            <p class="muted">{written}</p>
        </header>
        {first_steps.map(|steps| view! { <Steps steps i18n/> })}
        <div class="today__counters" data-live="counters">
            <CounterCards counters admin=admin.clone()/>
        </div>
        <div class="today__columns">
            <Agenda page=agenda appointments admin=admin.clone()/>
            <NewsList news admin=admin.clone()/>
        </div>
        <FigureCards month_minutes leads admin/>
    }
}
