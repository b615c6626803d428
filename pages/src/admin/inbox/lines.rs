//! The lines of the inbox, on its own page and beside a thread.

use app::chat::clock::Clock;
use domain::conversation::inbox::ThreadSummary;
use domain::id::ClientId;
use domain::line::{one_line, shortened};
use domain::{Author, Timestamp};

use super::filters::ListFilter;
use crate::address::FOUND;
use crate::admin::prelude::*;

/// A list of threads, refreshed live; the keys j and k move the focus in it.
#[component]
pub fn ThreadLines(
    threads: Vec<ThreadSummary>,
    open: Option<ClientId>,
    /// The search and filter, which an opened thread keeps; it opens on what is searched for.
    list: ListFilter,
    admin: AdminView,
) -> impl IntoView {
    let clock = Clock::of_server(admin.language.into(), admin.now);
    let line = |thread: ThreadSummary| {
        let is_open = open.as_ref() == Some(&thread.client_id);
        view! { <ThreadLine thread is_open list=list.clone() clock=clock.clone() i18n=admin.i18n/> }
    };
    view! {
        <ul class="threads" data-live="threads">
            {threads.into_iter().map(line).collect_view()}
        </ul>
    }
}

#[component]
fn ThreadLine(thread: ThreadSummary, is_open: bool, list: ListFilter, clock: Clock, i18n: I18n) -> impl IntoView {
    let ThreadSummary { client_id, client_name, company, message, approval, .. } = thread;
    let ThreadSummary { found_at, is_found_elsewhere, unread, .. } = thread;
    let approval = approval.and_then(|one| Some((one.title, one.approved_at?)));
    let (text, when) = match (approval, message) {
        (Some((title, at)), _) => (format!("{}: {title}", i18n.approval_event()), Some(view! { <When at clock/> })),
        (None, None) => (i18n.no_messages().to_owned(), None),
        (None, Some(message)) => {
            let text = excerpt(message.text.as_str(), found_at);
            let own = message.author == Author::Admin;
            let text = if own { format!("{} {text}", i18n.you_prefix()) } else { text };
            let text = if is_found_elsewhere { i18n.found_elsewhere().to_owned() } else { text };
            (text, Some(view! { <When at=message.created_at clock/> }))
        }
    };
    let class = if unread > 0 { "thread-line thread-line--unread" } else { "thread-line" };
    let count = (unread > 0).then(|| {
        view! {
            <span class="count" aria-hidden="true">{unread}</span>
            <span class="sr-only">{i18n.unread_messages(unread)}</span>
        }
    });
    let page = list.on(address::thread(client_id.as_str()));
    let href = if list.q.is_empty() { page.into_string() } else { page.with_fragment(FOUND) };
    view! {
        <li class=class data-key=client_id.to_string()>
            <span class="thread-line__who">
                <a href=href dir="auto" aria-current=is_open.then_some("page") data-line="">{client_name}</a>
                {company.map(|company| view! { " " <span class="muted" dir="auto">{company}</span> })}
            </span>
            <span class="thread-line__when">{when} " " {count}</span>
            <span class="thread-line__text" dir="auto">{text}</span>
        </li>
    }
}

/// The time for today, the date for earlier days.
#[component]
fn When(at: Timestamp, clock: Clock) -> impl IntoView {
    let full_date = clock.full_date(at);
    let short = if clock.day(at) == clock.day(clock.now) { clock.hour(at) } else { clock.day_line(at) };
    view! { <time datetime=at.to_string() title=full_date>{short}</time> }
}

/// The maximum length of an excerpt, in characters.
const MAX_CHARS: usize = 140;
/// The maximum length of the text before a search match, in characters.
const BEFORE: usize = 24;

/// One line of a text: its beginning, or the part around the byte offset `found_at`.
pub fn excerpt(text: &str, found_at: Option<usize>) -> String {
    let (before, after) = text.split_at_checked(found_at.unwrap_or(0)).unwrap_or(("", text));
    let (before, after) = (one_line(before), one_line(after));
    let joined = [&*before, &*after].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let is_near = before.chars().count() <= BEFORE || joined.chars().count() <= MAX_CHARS;
    let from = if is_near { joined } else { format!("…{after}") };
    shortened(from, MAX_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpt_is_one_short_line() {
        assert_eq!(excerpt("Ciao\n\n  a tutti", None), "Ciao a tutti");
        let long = excerpt(&"😀".repeat(500), None);
        assert_eq!(long.chars().count(), MAX_CHARS);
        assert!(long.ends_with('…'));
    }

    #[test]
    fn excerpt_contains_the_match() {
        let text = format!("{} preventivo {}", "bla ".repeat(100), "bla ".repeat(100));
        let at = text.find("preventivo");
        assert!(excerpt(&text, at).starts_with("…preventivo bla"), "{}", excerpt(&text, at));
        assert_eq!(excerpt("Il mio preventivo", Some(7)), "Il mio preventivo");
        // An invalid offset shows the beginning.
        assert_eq!(excerpt("però", Some(4)), "però");
        assert_eq!(excerpt("però", Some(400)), "però");
    }
}
