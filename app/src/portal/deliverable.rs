//! A deliverable: what it is, where to see it, and the client's approval.

use domain::{Deliverable, DeliverableStatus};
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::Whereabouts;
use crate::address;
use crate::dates;
use crate::rpc::Approve;
use crate::words::Words;

/// A deliverable, to approve or approved.
#[component]
pub fn DeliverableItem(
    /// The deliverable.
    deliverable: Deliverable,
    /// Where the approval comes back to.
    place: Whereabouts,
    /// The client's words.
    words: Words,
) -> impl IntoView {
    let Deliverable { id, title, description, url, status, approved_at, .. } = deliverable;
    let link = url.as_deref().and_then(address::link).map(|url| {
        view! {
            <a class="deliverable__link" href=url target="_blank" rel="noopener noreferrer">
                {words.open()}
                <span class="sr-only">" " {title.clone()}</span>
            </a>
        }
    });
    // What is not with the client yet asks for nothing loudly.
    let loud = status != DeliverableStatus::Pending;
    let button = if loud { "button" } else { "button button--quiet" };
    let state = match approved_at {
        Some(at) => Either::Left(view! {
            <p class="approved">
                <strong>{words.approved()}</strong>
                " "
                <time datetime=at.to_string()>{words.on_day(&dates::day_of(at, words.0))}</time>
            </p>
        }),
        None => Either::Right(view! {
            <p class="deliverable__status">{words.deliverable_status(status)}</p>
            <form method="post" action=Approve::PATH class="deliverable__form">
                <input type="hidden" name="key" value=place.key/>
                <input type="hidden" name="project" value=place.project/>
                <input type="hidden" name="channel" value=place.channel/>
                <input type="hidden" name="deliverable" value=id.to_string()/>
                <button class=button>
                    {words.approve_verb()} <span class="sr-only">" " {title.clone()}</span>
                </button>
            </form>
        }),
    };
    view! {
        <li class="deliverable" id=format!("deliverable-{id}")>
            <p class="deliverable__title" dir="auto">{title.clone()}</p>
            {description.map(|text| view! { <p class="deliverable__text" dir="auto">{text}</p> })}
            {link}
            {state}
        </li>
    }
}
