//! The lines of the inbox, on its own page and beside a thread.

use app::chat::clock::Clock;
use domain::clients::other_company;
use domain::conversation::inbox::{ThreadState, ThreadSummary};
use domain::id::ClientId;
use domain::line::{initials, one_line, shortened};
use domain::paging::Page;
use domain::{Author, Timestamp};

use super::filters::ListFilter;
use super::state::{ActedOn, StateActions, state_text};
use crate::address::FOUND;
use crate::admin::prelude::*;

/// A list of threads in two parts, refreshed live; the keys j and k move the focus in it.
#[component]
pub fn ThreadLines(
    page: Page<ThreadSummary>,
    open: Option<ClientId>,
    /// The search and filter, which an opened thread keeps; it opens on what is searched for.
    list: ListFilter,
    #[prop(optional)] is_later: bool,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let line = |thread: ThreadSummary| {
        let is_open = open.as_ref() == Some(&thread.client_id);
        view! { <ThreadLine thread is_open list=list.clone() from="inbox" admin=admin.clone()/> }
    };
    let head = |key: &'static str, name: &'static str, count: usize, is_whole: bool| {
        let count = (is_whole && !is_later && count > 0).then(|| view! { " " <span>{count}</span> });
        view! { <li class="threads__head" data-key=key><h2>{name}{count}</h2></li> }
    };
    let is_last = page.next.is_none();
    let waits = |thread: &ThreadSummary| matches!(thread.state, ThreadState::Waits(_));
    let (waiting, others): (Vec<_>, Vec<_>) = page.items.into_iter().partition(waits);
    let all_answered = (waiting.is_empty() && !is_later && list == ListFilter::default() && !others.is_empty())
        .then(|| view! { <li class="empty" data-key="answered">{i18n.all_answered()}</li> });
    let waiting_head = (!waiting.is_empty())
        .then(|| head("to-answer", i18n.to_answer(), waiting.len(), is_last || !others.is_empty()));
    let others_head = (!others.is_empty()).then(|| head("others", i18n.other_threads(), others.len(), is_last));
    view! {
        <ul class="threads" data-live="threads">
            {all_answered} {waiting_head} {waiting.into_iter().map(line).collect_view()} {others_head}
            {others.into_iter().map(line).collect_view()}
        </ul>
    }
}

#[component]
pub fn ThreadLine(
    thread: ThreadSummary,
    #[prop(optional)] is_open: bool,
    #[prop(optional)] list: ListFilter,
    /// The page that its actions return to.
    from: &'static str,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let clock = Clock::of_server(admin.language.into(), admin.now);
    let on = ActedOn::row(&thread, from);
    let state_text = state_text(thread.state, &admin);
    let ThreadSummary { client_id, client_name, company, state, message, place, approval, .. } = thread;
    let ThreadSummary { found_at, is_found_elsewhere, unread, .. } = thread;
    let approval = approval.and_then(|one| Some((one.title, one.approved_at?, one.approved_by)));
    let place = place.map_or_else(|| i18n.general().to_owned(), |place| place.phase);
    let (place, text, at) = match (approval, message) {
        (Some((title, at, by)), _) => {
            let event = by.map_or_else(|| i18n.approval_event().to_owned(), |name| i18n.approval_event_by(&name));
            (None, format!("{event}: {title}"), Some(at))
        }
        (None, None) => (None, i18n.no_messages().to_owned(), None),
        (None, Some(message)) if is_found_elsewhere => {
            (None, i18n.found_elsewhere().to_owned(), Some(message.created_at))
        }
        (None, Some(message)) => {
            let text = excerpt(&message.excerpt(), found_at);
            let text = match (message.author, message.author_name) {
                (Author::Client, None) => i18n.quoted(&text),
                (Author::Client, Some(name)) => format!("{name}: {}", i18n.quoted(&text)),
                (Author::Admin, named) => match named.or_else(|| admin.account_name()) {
                    Some(name) => format!("{name}: {text}"),
                    None => format!("{} {text}", i18n.you_prefix()),
                },
            };
            (Some(place), text, Some(message.created_at))
        }
    };
    let when = match (state, at) {
        (ThreadState::Waits(since), _) => Some(view! { <WaitingTime at=since admin=admin.clone()/> }.into_any()),
        (_, at) => at.map(|at| view! { <When at clock/> }.into_any()),
    };
    let place = [state_text, place].into_iter().flatten().map(|part| {
        view! { <span class="thread-line__place" dir="auto">{part} " · "</span> }
    });
    let unread = (unread > 0).then(|| {
        view! { <span class="thread-line__dot"><span class="sr-only">{i18n.unread_messages(unread)}</span></span> }
    });
    let page = list.on(address::thread(client_id.as_str()));
    let href = if list.q.is_empty() { page.into_string() } else { page.with_fragment(FOUND) };
    let avatar = initials(&client_name);
    let company = other_company(&client_name, company);
    let actions = (state != ThreadState::Answered).then(|| view! { <StateActions on admin/> });
    view! {
        <li class="thread-line" class:thread-line--waits=matches!(state, ThreadState::Waits(_)) data-key=client_id.to_string()>
            <span class="avatar" aria-hidden="true">{avatar}</span>
            <span class="thread-line__who">
                {unread}
                <a href=href dir="auto" aria-current=is_open.then_some("page") data-line="">{client_name}</a>
                {company.map(|company| view! { " " <span class="muted" dir="auto">{company}</span> })}
            </span>
            <span class="thread-line__when">{when}</span>
            <p class="thread-line__text">{place.collect_view()} <span dir="auto">{text}</span></p>
            {actions}
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
