//! Whether a client waits, and what can be done about it: on a row of the inbox, in the head of a thread, on the page of
//! today.

use domain::conversation::inbox::{ThreadState, ThreadSummary};
use domain::{Date, Timestamp};

use super::actions::{Reopen, SetAside, SnoozeUntil};
use crate::admin::prelude::*;

/// The conversation that the actions are for, and the page they return to: `inbox`, `thread` or `today`.
#[derive(Debug, Clone)]
pub struct ActedOn {
    pub client: String,
    pub name: String,
    pub state: ThreadState,
    /// The channel and the message that needs no answer; without it all that was read.
    pub message: Option<(String, Timestamp)>,
    /// When the newest entry was written.
    pub newest_at: Option<Timestamp>,
    pub from: &'static str,
}

impl ActedOn {
    /// By the row of a list. A search shows another message than the one they wait with.
    pub fn row(thread: &ThreadSummary, from: &'static str) -> Self {
        let message = thread.message.as_ref().filter(|_| thread.found_at.is_none());
        let message = message.map(|one| (one.channel_key.to_string(), one.created_at));
        let (client, name) = (thread.client_id.to_string(), thread.client_name.clone());
        Self { client, name, state: thread.state, message, newest_at: thread.newest_at, from }
    }

    fn hidden(&self) -> impl IntoView + use<> {
        view! {
            <input type="hidden" name="client" value=self.client.clone()/>
            <input type="hidden" name="from" value=self.from/>
        }
    }
}

/// `Non serve risposta` and `Rimanda` while the client waits, `Riapri` after either.
#[component]
pub fn StateActions(on: ActedOn, admin: AdminView, #[prop(optional)] children: Option<Children>) -> impl IntoView {
    let i18n = admin.i18n;
    let waits = matches!(on.state, ThreadState::Waits(_));
    // In the inbox the row itself leads there.
    let reply = (waits && on.from == "today").then(|| {
        let (href, name) = (address::thread(&on.client).into_string(), on.name.clone());
        view! { <a class="act act--main" href=href>{i18n.submit_reply()} <span class="sr-only" dir="auto">" " {name}</span></a> }
    });
    let act = match on.state {
        ThreadState::Waits(_) => {
            let message = on.message.clone().map(|(channel, at)| {
                view! {
                    <input type="hidden" name="channel" value=channel/>
                    <input type="hidden" name="up_to" value=at.to_string()/>
                }
            });
            view! {
                <form method="post" action=SetAside::PATH>
                    {on.hidden()} {message} <button class="act">{i18n.no_answer_needed()}</button>
                </form>
            }
            .into_any()
        }
        ThreadState::Snoozed(_) | ThreadState::SetAside => view! { <ReopenButton on=on.clone() i18n/> }.into_any(),
        ThreadState::Answered => ().into_any(),
    };
    let menu = (on.state != ThreadState::SetAside || children.is_some()).then(|| {
        view! { <SnoozeMenu on admin>{children.map(|children| children())}</SnoozeMenu> }
    });
    view! { <div class="acts">{act} {menu} {reply}</div> }
}

#[component]
pub fn ReopenButton(on: ActedOn, i18n: I18n) -> impl IntoView {
    view! {
        <form method="post" action=Reopen::PATH>
            {on.hidden()}
            <button class="act">{i18n.reopen()} <span class="sr-only" dir="auto">" " {on.name}</span></button>
        </form>
    }
}

/// In a form that puts a conversation off: what is written after the newest entry shown is not put off.
#[component]
pub fn NewestEntry(at: Option<Timestamp>) -> impl IntoView {
    let up_to = at.unwrap_or(Timestamp::from_millis(0)).to_string();
    view! { <input type="hidden" name="up_to" value=up_to/> }
}

#[component]
fn SnoozeMenu(on: ActedOn, admin: AdminView, children: Children) -> impl IntoView {
    let i18n = admin.i18n;
    let today = dates::today(admin.now);
    // 1970 began on a Thursday.
    let monday = today.days_later(7 - (today.days_since_1970() + 3).rem_euclid(7));
    let days =
        [(today.days_later(1), i18n.tomorrow()), (monday, i18n.next_monday()), (today.days_later(7), i18n.in_a_week())];
    let day = |(day, name): (Date, &'static str)| {
        view! { <button class="act" name="until" value=day.to_string()>{name}</button> }
    };
    view! {
        <details class="snooze">
            <summary class="act">{i18n.snooze()} <span class="sr-only" dir="auto">" " {on.name.clone()}</span></summary>
            <div class="snooze__menu">
                <form method="post" action=SnoozeUntil::PATH>
                    {on.hidden()} <NewestEntry at=on.newest_at/> {days.map(day).collect_view()}
                </form>
                <form method="post" action=SnoozeUntil::PATH>
                    {on.hidden()} <NewestEntry at=on.newest_at/>
                    <input type="date" name="until" required aria-label=i18n.snooze_until() min=today.days_later(1).to_string()/>
                    <button class="act">{i18n.snooze()}</button>
                </form>
                <p class="muted">{i18n.snooze_menu_hint()}</p>
                {children()}
            </div>
        </details>
    }
}

/// What became of a conversation that does not wait: `Messo da parte`, `Rimandato fino al 3 dicembre 2026`.
pub fn state_text(state: ThreadState, admin: &AdminView) -> Option<String> {
    let i18n = admin.i18n;
    match state {
        ThreadState::SetAside => Some(i18n.set_aside().to_owned()),
        ThreadState::Snoozed(until) => {
            let day = until.map(|day| i18n.snooze_until_day(&dates::day(day, admin.language)));
            Some([i18n.snooze_badge().to_owned(), day.unwrap_or_default()].join(" ").trim_end().to_owned())
        }
        ThreadState::Waits(_) | ThreadState::Answered => None,
    }
}
