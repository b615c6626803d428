//! The inbox: one line per client.

use domain::Author;
use domain::inbox::ThreadSummary;
use leptos::either::Either;
use leptos::prelude::*;

use super::desk::{Place, desk_page};
use crate::address::Address;
use crate::rpc;
use crate::ui::Moment;
use crate::words::Words;

/// How much of the last message a line shows, in characters.
const EXCERPT: usize = 140;

/// `/admin`.
#[component]
pub fn InboxPage() -> impl IntoView {
    desk_page(Place::Inbox, rpc::load_inbox(), |threads: Vec<ThreadSummary>, words| {
        let line = |thread| view! { <ThreadLine thread words/> };
        let list = if threads.is_empty() {
            Either::Left(view! { <p class="empty">{words.no_threads()}</p> })
        } else {
            Either::Right(view! { <ul class="threads">{threads.into_iter().map(line).collect_view()}</ul> })
        };
        let body = view! {
            <h1>{words.inbox()}</h1>
            {list}
        };
        (words.inbox().to_owned(), body)
    })
}

#[component]
fn ThreadLine(thread: ThreadSummary, words: Words) -> impl IntoView {
    let ThreadSummary { client_id, client_name, company, last_message, unread } = thread;
    let (excerpt, when) = match last_message {
        None => (words.no_messages().to_owned(), None),
        Some(message) => {
            let text = excerpt(message.text.as_str());
            let own = message.author == Author::Admin;
            let text = if own { format!("{} {text}", words.you_prefix()) } else { text };
            (text, Some(view! { <Moment at=message.created_at language=words.0/> }))
        }
    };
    let class = if unread > 0 { "thread-line thread-line--unread" } else { "thread-line" };
    let count = (unread > 0).then(|| {
        view! {
            <span class="count" aria-hidden="true">{unread}</span>
            <span class="sr-only">{words.unread_messages(unread)}</span>
        }
    });
    view! {
        <li class=class>
            <span class="thread-line__who">
                <a href=Address::thread(client_id.as_str()).top() dir="auto">{client_name}</a>
                {company.map(|company| view! { " " <span class="muted" dir="auto">{company}</span> })}
                " "
                {count}
            </span>
            <span class="thread-line__when">{when}</span>
            <span class="thread-line__text" dir="auto">{excerpt}</span>
        </li>
    }
}

/// The beginning of a text, on one line.
fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= EXCERPT {
        return line;
    }
    let cut: String = line.chars().take(EXCERPT).collect();
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_one_short_line() {
        assert_eq!(excerpt("Ciao\n\n  a tutti"), "Ciao a tutti");
        let long = excerpt(&"😀".repeat(500));
        assert_eq!(long.chars().count(), EXCERPT + 1);
        assert!(long.ends_with('…'));
    }
}
