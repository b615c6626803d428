//! The panel as a whole.

#![expect(missing_docs, reason = "the island macro makes a struct of its own from the documented props")]

use domain::portal::ChannelView;
use domain::{Comment, Timestamp};
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry};

use super::ChatStart;
use super::composer::Composer;
use super::conversation::Conversation;
use super::live::Live;
use super::local_time::localise;
use super::message::{Message, Side};
use super::tabs::{ChannelTabs, tab_id};
use crate::words::Words;

/// The client's conversation: tabs, messages and the box to write in.
#[island]
pub fn Chat(
    /// Who and where.
    start: ChatStart,
    /// The channels with their newest messages.
    channels: Vec<ChannelView>,
    /// Where polling goes on.
    cursor: Option<Timestamp>,
) -> impl IntoView {
    let language = start.language;
    let words = Words(language);
    let live = Live::new(start.clone(), Conversation::new(channels, cursor), start.open.clone());
    let in_view = RwSignal::new(false);
    let log = NodeRef::<Div>::new();

    Effect::new(move || {
        if let Some(log) = log.get() {
            localise(&log, language);
            watch(&log, in_view);
            live.begin();
        }
    });
    Effect::new(move || {
        if in_view.get() && live.visible.get() {
            live.read();
        }
    });

    let messages = move || {
        let open = live.open.read();
        live.conversation
            .with(|chat| chat.channel(&open).map(|channel| channel.messages.clone()).unwrap_or_default())
    };
    let message = move |comment: Comment| {
        let begins_unread = live.begins_unread(&comment.id);
        view! { <Message comment side=Side::Client language begins_unread/> }
    };
    let of_open = move |what: fn(&ChannelView) -> bool| {
        let open = live.open.read();
        live.conversation.with(|chat| chat.channel(&open).is_some_and(what))
    };
    let notice = move || {
        let outdated = live.conversation.with(|chat| chat.outdated).then(|| words.outdated());
        live.standing.get().words(words).or(outdated).unwrap_or_default().to_owned()
    };
    view! {
        <div class="chat">
            <ChannelTabs start=start.clone() live/>
            <div
                id="channel"
                class="chat__channel"
                role="tabpanel"
                aria-labelledby=move || live.open.with(tab_id)
            >
                <div class="log" role="log" aria-label=words.messages() tabindex="0" node_ref=log>
                    <div class="log__inner">
                        <p class="log__older" hidden=move || !of_open(|channel| channel.has_older)>
                            {words.older_hidden()}
                        </p>
                        <p class="empty" hidden=move || !of_open(|channel| channel.messages.is_empty())>
                            {words.empty_channel()}
                        </p>
                        <ol class="messages">
                            <For each=messages key=|message| message.id.clone() children=message/>
                        </ol>
                    </div>
                </div>
                <p class="chat__notice" role="status">{notice}</p>
                <Composer start live/>
            </div>
        </div>
    }
}

/// Keeps `in_view` true while some of the element is on the screen.
fn watch(element: &Element, in_view: RwSignal<bool>) {
    let seen = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
        let entry = entries.pop().dyn_into::<IntersectionObserverEntry>();
        in_view.set(entry.is_ok_and(|entry| entry.is_intersecting()));
    });
    if let Ok(observer) = IntersectionObserver::new(seen.as_ref().unchecked_ref()) {
        observer.observe(element);
        // The panel lives as long as the page.
        seen.forget();
    }
}
