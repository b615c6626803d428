//! Where the client writes.

use domain::MessageText;
use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::html::Textarea;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos::task::spawn_local;

use super::ChatStart;
use super::api::Trouble;
use super::live::{Live, Standing};
use crate::error::Mishap;
use crate::rpc::WriteMessage;
use crate::words::Words;

/// From how many characters left the counter shows.
const COUNTER_FROM: i64 = 200;

/// The message box: a form that posts where no script runs, else sends in place.
#[component]
pub fn Composer(
    /// Who and where, and what a refused form left behind.
    start: ChatStart,
    /// What sends.
    live: Live,
) -> impl IntoView {
    let words = Words(start.language);
    let input = NodeRef::<Textarea>::new();
    let typed = RwSignal::new(start.draft.clone());
    let trouble = RwSignal::new(start.trouble);
    let sending = RwSignal::new(false);

    // Typed before the page came alive, or restored by the browser.
    Effect::new(move || {
        if let Some(input) = input.get() {
            typed.set(input.value());
        }
    });

    let submit = move || {
        if sending.get_untracked() {
            return;
        }
        let text = match MessageText::parse(&typed.get_untracked()) {
            Ok(text) => String::from(text),
            Err(refusal) => return trouble.set(Mishap::from(refusal).words(words).to_owned()),
        };
        sending.set(true);
        spawn_local(async move {
            let outcome = live.write(text).await;
            sending.set(false);
            let Some(input) = input.get_untracked() else { return };
            match outcome {
                Ok(()) => {
                    input.set_value("");
                    typed.set(String::new());
                }
                Err(why) => trouble.set(told(why, words).to_owned()),
            }
            // The box may have vanished with the page.
            let _ = input.focus();
        });
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            submit();
        }
    };
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        submit();
    };
    let on_input = move |_| {
        typed.set(input.get_untracked().map(|input| input.value()).unwrap_or_default());
        trouble.set(String::new());
    };
    let left = move || MessageText::remaining(&typed.read());
    let counter = move || if left() <= COUNTER_FROM { words.remaining(left()) } else { String::new() };
    let plenty = move || left() > COUNTER_FROM;
    let count_class = move || {
        let class = if left() < 0 { "composer__count composer__count--over" } else { "composer__count" };
        class.to_owned()
    };

    view! {
        <form class="composer" method="post" action=WriteMessage::PATH on:submit=on_submit>
            <input type="hidden" name="key" value=start.key/>
            <input type="hidden" name="project" value=start.project.to_string()/>
            <input type="hidden" name="channel" value=move || live.open.with(ToString::to_string)/>
            <label class="composer__label" for="message">{words.write_message()}</label>
            <textarea
                id="message"
                class="composer__box"
                name="text"
                rows="3"
                required
                dir="auto"
                node_ref=input
                aria-describedby="composer-trouble composer-count"
                aria-invalid=move || (!trouble.read().is_empty()).to_string()
                on:input=on_input
                on:keydown=on_key
            >
                {start.draft}
            </textarea>
            <p id="composer-trouble" class="composer__trouble" role="alert">{trouble}</p>
            <div class="composer__foot">
                <p id="composer-count" class=count_class hidden=plenty>{counter}</p>
                <p class="composer__hint">{words.enter_hint()}</p>
                <button class="button" disabled=move || live.standing.get() == Standing::Closed>
                    {words.submit_message()}
                </button>
            </div>
        </form>
    }
}

/// Why a message was not sent, in words.
fn told(trouble: Trouble, words: Words) -> &'static str {
    match trouble {
        Trouble::Gone => words.not_sent_gone(),
        Trouble::Slow(_) => words.not_sent_yet(),
        Trouble::Down => words.not_sent(),
    }
}
