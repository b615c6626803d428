//! What others of the agency do in the open channel meanwhile: who is typing, and who has answered since the page was opened.

use domain::audit::Actor;
use domain::conversation::inbox::Thread;
use domain::{Author, Comment, Timestamp};
use store::Typist;

use crate::admin::inbox::lines::excerpt;
use crate::admin::prelude::*;

/// How long an answer is called new, in milliseconds.
const NEW: i64 = 2 * 60_000;

/// Up to when the reader has seen the messages of the open channel.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// The time of the newest message when the page was opened: the reply form sends it.
    up_to: Timestamp,
    /// That of the page before, whose reply was refused: the page asks whether to send it.
    asked: Option<Timestamp>,
}

impl Seen {
    /// `opened` is that of an open page, which is fetched again.
    pub fn of(thread: &Thread, opened: Option<Timestamp>, asked: Option<Timestamp>, now: Timestamp) -> Self {
        let newest = || match (thread.before, thread.channel().and_then(|channel| channel.messages.last())) {
            (Some(_), _) => now,
            (None, newest) => newest.map_or(Timestamp::MIN, |newest| newest.created_at),
        };
        Self { up_to: opened.unwrap_or_else(newest), asked }
    }

    /// The address of the page that is fetched again, with both.
    pub fn on(self, page: Address) -> Address {
        let asked = self.asked.map(|asked| asked.to_string()).unwrap_or_default();
        page.with("seen", &self.up_to.to_string()).with("asked", &asked)
    }
}

/// What the others do, for one reader.
#[derive(Debug, Clone)]
pub struct Colleagues {
    typing: Vec<Typist>,
    /// The newest message of somebody else that the form would be refused for.
    answer: Option<Comment>,
    /// The one that a form was refused for.
    asked: Option<Comment>,
}

impl Colleagues {
    pub fn of(thread: &Thread, seen: Seen, typing: Vec<Typist>, reader: &Actor) -> Self {
        let messages = thread.channel().map(|channel| channel.messages.as_slice()).unwrap_or_default();
        let is_others =
            |one: &&Comment| one.author == Author::Admin && one.author_name.as_deref() != reader.author_name();
        let answer_after = |at: Timestamp| messages.iter().rev().filter(is_others).find(|one| one.created_at > at);
        Self { typing, answer: answer_after(seen.up_to).cloned(), asked: seen.asked.and_then(answer_after).cloned() }
    }
}

/// Says that somebody else has answered, and asks whether to send what was refused for it. The form sends from here what
/// its reader has seen, so that both are refreshed at once.
#[component]
pub fn AnswerNotice(colleagues: Colleagues, seen: Seen, live_address: String, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Colleagues { answer, asked, .. } = colleagues;
    let is_new = |one: &Comment| admin.now.as_millis() - one.created_at.as_millis() < NEW;
    let name = |one: &Comment| one.author_name.clone().unwrap_or_else(|| admin.site_name.clone());
    let text = match (&answer, &asked) {
        (Some(answer), _) => {
            let (name, text) = (name(answer), excerpt(&answer.excerpt(), None));
            Some(if is_new(answer) { i18n.answered_now(&name, &text) } else { i18n.answered_meanwhile(&name, &text) })
        }
        (None, Some(asked)) => {
            let name = name(asked);
            Some(if is_new(asked) { i18n.ask_now(&name) } else { i18n.ask_meanwhile(&name) })
        }
        (None, None) => None,
    };
    view! {
        <div aria-live="polite" data-live="answered" data-live-address=live_address>
            <input type="hidden" name="form[seen]" value=seen.up_to.to_string()/>
            {text.map(|text| view! { <p class="notice" dir="auto">{text}</p> })}
        </div>
    }
}

/// Says who is typing; the page is fetched again when that lapses.
#[component]
pub fn TypingNotice(colleagues: Colleagues, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Colleagues { typing, .. } = colleagues;
    let first_lapse = typing.iter().map(|one| one.until.as_millis() - admin.now.as_millis()).min();
    let name = |one: Typist| one.name.unwrap_or_else(|| admin.site_name.clone());
    let names: Vec<String> = typing.into_iter().map(name).collect();
    // The names come first in both languages. They give way to what follows them.
    let text = match names.len() {
        0 => None,
        1 => Some(i18n.typing_one("")),
        _ => Some(i18n.typing_several("")),
    };
    let text = text.map(|text| view! { <bdi>{names.join(", ")}</bdi> <span>{text}</span> });
    let lapses_in = first_lapse.map(|lapse| lapse.max(1).to_string());
    view! {
        <span class="composer__typing" role="status" data-live="typing" data-lapses-in=lapses_in>
            {text}
        </span>
    }
}
