//! The leads, each with what happened.

use domain::{Activity, Lead};
use leptos::either::Either;
use leptos::prelude::*;

use super::desk::{Place, desk_page};
use crate::rpc;
use crate::ui::Moment;
use crate::words::Words;

/// `/admin/leads`.
#[component]
pub fn LeadsPage() -> impl IntoView {
    desk_page(Place::Leads, rpc::load_leads(), |leads: Vec<(Lead, Vec<Activity>)>, words| {
        let card = |(lead, activities)| view! { <LeadCard lead activities words/> };
        let list = if leads.is_empty() {
            Either::Left(view! { <p class="empty">{words.no_leads()}</p> })
        } else {
            Either::Right(view! { <ul class="cards">{leads.into_iter().map(card).collect_view()}</ul> })
        };
        let body = view! {
            <h1>{words.leads()}</h1>
            {list}
        };
        (words.leads().to_owned(), body)
    })
}

#[component]
fn LeadCard(lead: Lead, activities: Vec<Activity>, words: Words) -> impl IntoView {
    let Lead { name, email, phone, company, source, status, last_contact_date, call_date, .. } = lead;
    let contact = [email.map(|email| email.to_string()), phone, company];
    let contact = contact.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let call = call_date.map(|at| {
        view! {
            <dt>{words.call_date()}</dt>
            <dd>
                <Moment at language=words.0/>
            </dd>
        }
    });
    let item = |activity| view! { <ActivityItem activity words/> };
    view! {
        <li class="card">
            <h2 class="card__title" dir="auto">{name}</h2>
            {(!contact.is_empty()).then(|| view! { <p dir="auto">{contact}</p> })}
            <p>
                <span class=format!("status status--{status}")>{words.lead_status(status)}</span>
            </p>
            <dl class="facts">
                <dt>{words.source()}</dt>
                <dd dir="auto">{source}</dd>
                <dt>{words.last_contact()}</dt>
                <dd>
                    <Moment at=last_contact_date language=words.0/>
                </dd>
                {call}
            </dl>
            <ol class="activities">{activities.into_iter().map(item).collect_view()}</ol>
        </li>
    }
}

#[component]
fn ActivityItem(activity: Activity, words: Words) -> impl IntoView {
    let Activity { kind, text, starts_at, created_at, .. } = activity;
    let text = if text.is_empty() {
        Either::Left(view! { <p class="muted">{words.no_text()}</p> })
    } else {
        Either::Right(view! { <p class="message__text" dir="auto">{text}</p> })
    };
    let meeting = starts_at.map(|at| {
        view! {
            <p>
                {words.call_date()} ": " <Moment at language=words.0/>
            </p>
        }
    });
    view! {
        <li>
            <p class="message__facts">
                <span class="message__author">{words.activity(kind)}</span>
                " "
                <Moment at=created_at language=words.0/>
            </p>
            {meeting}
            {text}
        </li>
    }
}
