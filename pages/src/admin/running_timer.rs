//! The running timer, on every page of the agency.

use domain::Timestamp;
use domain::projects::project_records::Timer;

use crate::admin::prelude::*;
use crate::admin::project_records::timer::StopTimer;
use crate::admin::projects::ProjectPart;

/// The running timer with a way to its project and a button that stops it. It is updated live.
#[component]
pub fn RunningTimerBadge(timer: Option<Timer>, now: Timestamp, i18n: I18n) -> impl IntoView {
    let running = timer.map(|timer| {
        let project = timer.project_id.to_string();
        let by = timer.member_name.as_ref().map(|name| format!(" · {name}")).unwrap_or_default();
        let name = i18n.timer_runs_on(&timer.project_name) + &by;
        view! {
            <p class="desk__timer">
                <a href=ProjectPart::Times.path(&project) title=name>
                    <span class="sr-only">{i18n.timer_heading()} " "</span>
                    <strong>{timer.written(now)}</strong>
                    " "
                    <span dir="auto">{timer.project_name}</span>
                    <span class="sr-only" dir="auto">{by}</span>
                </a>
            </p>
            <form method="post" action=StopTimer::PATH>
                <input type="hidden" name="project" value=project/>
                <input type="hidden" name="id" value=timer.id.to_string()/>
                <button class="desk__stop" aria-label=i18n.timer_stop_here() title=i18n.timer_stop_here()></button>
            </form>
        }
    });
    view! { <div class="desk__running" data-live="running-timer">{running}</div> }
}
