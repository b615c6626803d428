//! A message.

use domain::{Author, Comment, Language, Timestamp};
use leptos::prelude::*;

use super::local_time::local_time;
use crate::dates;
use crate::words::Words;

/// Through whose eyes a conversation is seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Side {
    /// The client's.
    Client,
    /// The agency's, which calls the client by name.
    Agency(String),
}

impl Side {
    fn is_own(&self, author: Author) -> bool {
        (author == Author::Client) == (*self == Self::Client)
    }

    fn name(&self, author: Author, words: Words) -> String {
        match (self, author) {
            (Self::Agency(client), Author::Client) => client.clone(),
            (Self::Client, Author::Admin) => words.agency().to_owned(),
            (Self::Client, Author::Client) | (Self::Agency(_), Author::Admin) => words.you().to_owned(),
        }
    }
}

/// A message: who, when, what, and for an old one what it was about.
#[component]
pub fn Message(
    /// The message.
    comment: Comment,
    /// Through whose eyes.
    side: Side,
    /// The reader's language.
    language: Language,
    /// Whether unread messages begin here.
    begins_unread: bool,
) -> impl IntoView {
    let words = Words(language);
    let Comment { author, text, created_at, badge, .. } = comment;
    let class = if side.is_own(author) { "message message--own" } else { "message" };
    let line = begins_unread.then(|| view! { <p class="unread-line">{words.new_messages()}</p> });
    let badge = badge.map(|badge| {
        let about = format!("{}: {}", words.badge(badge.kind), badge.name);
        view! { <p class="message__badge" dir="auto">{about}</p> }
    });
    view! {
        <li class=class>
            {line}
            <p class="message__facts">
                <span class="message__author" dir="auto">{side.name(author, words)}</span>
                " "
                <time datetime=created_at.to_string()>{time_text(created_at, language)}</time>
            </p>
            {badge}
            <p class="message__text" dir="auto">{String::from(text)}</p>
        </li>
    }
}

/// A moment as whoever renders it knows clocks.
fn time_text(at: Timestamp, language: Language) -> String {
    if cfg!(target_arch = "wasm32") { local_time(at, language) } else { dates::moment(at, language) }
}
