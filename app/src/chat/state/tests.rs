use domain::Language;
use domain::id::{ClientId, CommentId};

use super::*;
use crate::api::chat::{PollResponse, ReadTimes};
use crate::browser::fetch::FetchError;
use crate::browser::outbox::SendState;
use crate::browser::polling::INTERVAL;
use crate::chat::fixtures::{at, channel, comment, key, response};

fn id(text: &str) -> CommentId {
    CommentId::parse(text).expect("an id")
}

fn chat() -> ChatState {
    let start = ChatStart {
        unread_elsewhere: 0,
        closed: ("Il link è morto.".to_owned(), "The link is dead.".to_owned()),
        i18n: Language::It.into(),
        client_id: ClientId::parse("rossi").expect("an id"),
        credential: "rossi.mac".to_owned(),
        is_preview: false,
        key: "rossi".to_owned(),
        no_writing: String::new(),
        project: None,
        open: key("design"),
        draft: String::new(),
        error: String::new(),
        agency: None,
        contact: None,
        now: at(100),
    };
    let channels = vec![channel("design"), channel("build")];
    ChatState::new(ChatData { start, channels, cursor: Some(at(0)), utc_offsets: vec![(at(0), 3_600_000)] })
}

fn keys(chat: &ChatState) -> Vec<String> {
    chat.rows().into_iter().map(|row| row.key).collect()
}

#[test]
fn browser_hydrates_the_rows_that_the_server_rendered() {
    let mut chat = chat();
    chat.receive(response(vec![comment("a", "design", "client", 82_800)]), true);
    // 23:00 UTC is the next day in the agency's time zone.
    assert_eq!(keys(&chat), ["day:1", "a"]);
}

#[test]
fn poll_removes_a_message_that_arrived_from_the_outbox() {
    let mut chat = chat();
    chat.queue(id("own"), "ciao".to_owned(), at(90));
    assert_eq!(keys(&chat), ["day:0", "own"]);
    assert_eq!(chat.receive(response(vec![comment("own", "design", "client", 5)]), true), ["design"]);
    assert!(chat.outbox.is_empty());
    assert_eq!(keys(&chat), ["day:0", "own"]);
    assert!(!chat.send_failed(&id("own"), FetchError::Unavailable), "its own request failed later");
    assert_eq!(chat.composer.error, "");
}

#[test]
fn messages_that_arrive_unseen_get_a_divider() {
    let news = |name: &str, second| response(vec![comment(name, "design", "admin", second)]);
    let mut watching = chat();
    watching.receive(news("a", 1), true);
    assert_eq!(keys(&watching), ["day:0", "a"]);
    let mut away = chat();
    away.receive(news("a", 1), false);
    assert_eq!(keys(&away), ["day:0", "new:", "a"]);
    let mut hidden = chat();
    hidden.was_hidden = true;
    hidden.receive(news("a", 1), true);
    assert_eq!(keys(&hidden), ["day:0", "new:", "a"]);
    hidden.queue(id("own"), "letto".to_owned(), at(90));
    assert_eq!(keys(&hidden), ["day:0", "a", "own"]);
}

#[test]
fn switching_marks_new_messages_and_clears_errors() {
    let mut chat = chat();
    chat.receive(response(vec![comment("a", "build", "admin", 1)]), true);
    chat.composer.is_invalid = true;
    chat.composer.error = "no".to_owned();
    assert_eq!(chat.unread_elsewhere(), Some(key("build")));
    assert!(!chat.switch(&key("design")) && !chat.switch(&key("elsewhere")));
    assert!(chat.switch(&key("build")));
    assert_eq!(keys(&chat), ["day:0", "new:", "a"]);
    assert_eq!((chat.composer.error.as_str(), chat.composer.is_invalid), ("", false));
    assert_eq!(chat.unread_elsewhere(), None);
}

#[test]
fn failed_polls_say_so_until_one_succeeds() {
    let mut chat = chat();
    assert_eq!(chat.notice(), None);
    assert_eq!(chat.poll_failed(FetchError::Unavailable), INTERVAL);
    assert_eq!(chat.poll_failed(FetchError::Unavailable), 2 * INTERVAL);
    assert!(chat.notice().is_some_and(|notice| notice.contains("riproviamo tra poco")));
    assert_eq!(chat.poll_failed(FetchError::RateLimited(100)), 100_000);
    assert!(chat.notice().is_some_and(|notice| notice.contains("Troppe richieste")));
    chat.receive(response(Vec::new()), true);
    assert_eq!((chat.notice(), chat.other_notice(), chat.failures), (None, None, 0));
    chat.queue(id("own"), "ciao".to_owned(), at(90));
    chat.poll_failed(FetchError::Gone);
    assert!(chat.is_closed());
    assert_eq!(chat.notice().as_deref(), Some("Il link è morto."), "in the language of the page");
    assert_eq!(chat.other_notice().as_deref(), Some("The link is dead."));
    assert_eq!(chat.next_to_send(), None);
}

#[test]
fn rate_limited_message_waits_and_others_fail() {
    let mut chat = chat();
    chat.queue(id("a"), "ciao".to_owned(), at(90));
    assert!(chat.send_failed(&id("a"), FetchError::RateLimited(1)));
    assert_eq!(chat.next_to_send().map(|message| message.id), Some(id("a")));
    for error in [FetchError::Gone, FetchError::Unavailable] {
        assert!(chat.send_failed(&id("a"), error));
        assert_eq!(chat.next_to_send(), None);
        chat.outbox.retry();
    }
    assert_eq!(chat.failures, 1, "the next poll sends what met no server, not what met no conversation");
}

#[test]
fn delivered_messages_are_not_restored() {
    let mut before = chat();
    for name in ["a", "b"] {
        before.queue(id(name), "ciao".to_owned(), at(90));
    }
    before.outbox.set_state(&id("b"), SendState::Waiting);
    let stored = before.outbox.to_json("design");

    let mut after = chat();
    after.receive(response(vec![comment("a", "design", "client", 5)]), true);
    after.restore(key("design"), &stored, "bozza".to_owned());
    assert_eq!(after.resume(), ["design"]);
    assert_eq!(after.next_to_send().map(|message| (message.id, message.state)), Some((id("b"), SendState::Sending)));
    assert_eq!(after.draft(), "bozza");
    after.switch(&key("build"));
    assert_eq!(after.draft(), "");
}

#[test]
fn contact_and_client_have_keys_of_their_own() {
    let mut start = chat().start;
    assert_eq!(start.storage_key("draft:", "design"), "draft:design");
    start.credential = "rossi.carla.mac".to_owned();
    assert_eq!(start.storage_key("draft:", "design"), "draft:carla.design");
}

#[test]
fn text_is_lost_only_without_storage() {
    let mut chat = chat();
    chat.set_draft("bozza".to_owned());
    assert!(!chat.would_lose_text());
    chat.storage_failed = true;
    assert!(chat.would_lose_text());
    chat.set_draft(String::new());
    assert!(!chat.would_lose_text());
}

#[test]
fn clock_notice_waits_for_a_response() {
    let mut chat = chat();
    chat.clock_offset = 2 * MAX_CLOCK_SKEW;
    assert_eq!(chat.notice(), None, "an old page says nothing about the clock");
    chat.is_clock_checked = true;
    assert!(chat.notice().is_some_and(|notice| notice.contains("orologio")));
}

#[test]
fn receipt_is_sent_once_for_what_was_seen() {
    let mut chat = chat();
    chat.receive(response(vec![comment("a", "design", "admin", 1), comment("b", "design", "admin", 2)]), true);
    chat.is_at_end = false;
    assert_eq!(chat.unseen(), 2);
    assert_eq!(chat.receipt_for(at(1)), Some((key("design"), at(1))));
    assert_eq!((chat.receipt_for(at(1)), chat.unseen()), (None, 1));
    chat.receive(response(Vec::new()), true);
    assert_eq!(chat.receipt_for(at(1)), None, "it is on its way");
    chat.receipt_sent(&key("design"), at(1), false);
    chat.receive(response(Vec::new()), true);
    assert_eq!(chat.receipt_for(at(1)), Some((key("design"), at(1))), "refused, and polled since");
    chat.receipt_sent(&key("design"), at(1), true);
    let reads = ReadTimes(vec![(key("design"), at(2))]);
    chat.receive(PollResponse { reads, ..PollResponse::default() }, true);
    assert_eq!((chat.receipt_for(at(2)), chat.unseen()), (None, 0));
    chat.receive(response(vec![comment("c", "design", "admin", 3)]), true);
    chat.start.is_preview = true;
    assert_eq!(chat.receipt_for(at(3)), None);
}

#[test]
fn older_messages_have_an_address() {
    let mut chat = chat();
    chat.conversation.channels[0].messages = vec![comment("a", "design", "client", 1)];
    assert_eq!(chat.older_address(), None);
    chat.conversation.channels[0].has_older = true;
    let address = chat.older_address().expect("an address");
    assert!(address.starts_with("?channel=design&before=1970"), "{address}");
}
