use domain::Language;
use domain::id::CommentId;
use domain::{ChannelDeliverable, Comment};

use super::*;
use crate::chat::fixtures::{self, at};

/// In seconds.
const NOON: i64 = 1_800_014_400;

fn minute(minute: i64) -> Timestamp {
    at(NOON + minute * 60)
}

fn comment(id: &str, author: &str, minute: i64) -> Comment {
    fixtures::comment(id, "design", author, NOON + minute * 60)
}

fn unsent(id: &str, at: i64, state: SendState) -> Unsent {
    Unsent {
        id: CommentId::parse(id).expect("an id"),
        place: "design".to_owned(),
        text: "<b>".to_owned(),
        at: minute(at),
        state,
        action: String::new(),
        body: String::new(),
    }
}

fn rows(messages: &[Comment], unsent: &[Unsent], new: Option<i64>, read: Option<i64>) -> Vec<Row> {
    let clock = Clock { i18n: Language::It.into(), zone: ClockZone::OfPage([].into()), now: minute(60) };
    let list = MessageList {
        clock,
        side: &Side::Client { agency: None, contact: None },
        new_since: new.map(minute),
        other_read_at: read.map(minute),
    };
    list.rows(&channel(messages), unsent.iter())
}

fn channel(messages: &[Comment]) -> ChannelView {
    ChannelView { messages: messages.to_vec(), ..fixtures::channel("design") }
}

fn keys(rows: &[Row]) -> Vec<&str> {
    rows.iter().map(|row| row.key.as_str()).collect()
}

fn follows(rows: &[Row]) -> Vec<&str> {
    rows.iter().filter(|row| row.class.contains("follows")).map(|row| row.key.as_str()).collect()
}

#[test]
fn each_day_has_one_divider() {
    let day = 24 * 60;
    let messages = [comment("a", "client", -day), comment("b", "admin", 0), comment("c", "admin", 1)];
    let rows = rows(&messages, &[unsent("d", 2, SendState::Sending)], Some(-1), None);
    assert_eq!(keys(&rows), ["day:20832", "a", "day:20833", "new:", "b", "c", "d"]);
    let text = |text: &str| Facts::Text(text.to_owned());
    assert_eq!((&rows[0].facts, &rows[2].facts), (&text("Ieri"), &text("Oggi")));
}

#[test]
fn close_messages_of_one_author_are_grouped() {
    let messages = [
        comment("a", "client", 0),
        comment("b", "client", 5),
        comment("c", "client", 11),
        comment("d", "admin", 12),
        comment("e", "admin", 13),
    ];
    assert_eq!(follows(&rows(&messages, &[], None, None)), ["b", "e"]);
    assert_eq!(follows(&rows(&messages, &[], Some(12), None)), ["b"], "the unread line separates groups");
    assert_eq!(follows(&rows(&messages[..2], &[unsent("f", 6, SendState::Sending)], None, None)), ["b", "f"]);
}

#[test]
fn new_divider_precedes_message_of_other_side() {
    let messages = [comment("a", "admin", 0), comment("b", "client", 1), comment("c", "admin", 2)];
    assert_eq!(keys(&rows(&messages, &[], Some(0), None)), ["day:20833", "a", "b", "new:", "c"]);
    assert_eq!(keys(&rows(&messages, &[], Some(2), None)), ["day:20833", "a", "b", "c"]);
}

#[test]
fn read_receipt_follows_own_message() {
    let messages = [comment("a", "client", 0), comment("b", "client", 1), comment("c", "admin", 2)];
    for (read, expected) in [
        (None, &["day:20833", "a", "b", "c"][..]),
        (Some(-1), &["day:20833", "a", "b", "c"]),
        (Some(0), &["day:20833", "a", "read:", "b", "c"]),
        (Some(9), &["day:20833", "a", "b", "read:", "c"]),
    ] {
        assert_eq!(keys(&rows(&messages, &[], None, read)), expected);
    }
}

#[test]
fn time_has_hour_and_full_date() {
    let facts = rows(&[comment("a", "client", 0)], &[], None, Some(1)).into_iter().skip(1).map(|row| row.facts);
    let full = "venerdì 15 gennaio 2027, ";
    let time = |at: i64, shown: &str, is_hour, hour: &str| Facts::Time {
        at: minute(at),
        shown: shown.to_owned(),
        is_hour,
        full: [full, hour].concat(),
        has_title: false,
    };
    let expected = [time(0, "12:00", true, "12:00"), time(1, "Letto", false, "12:01")];
    assert_eq!(facts.collect::<Vec<_>>(), expected);
}

#[test]
fn unsent_message_shows_its_state() {
    let row = |state| rows(&[], &[unsent("a", 0, state)], None, None).remove(1);
    assert_eq!(row(SendState::Sending).facts, Facts::Unsent(SendState::Sending));
    assert_eq!(row(SendState::Sending).class, "message message--own message--leaving");
    assert_eq!(row(SendState::Failed).class, "message message--own message--failed");
}

#[test]
fn delivered_message_keeps_row_of_unsent_one() {
    let leaving = rows(&[], &[unsent("a", 0, SendState::Sending)], None, None).remove(1);
    let mut arrived = comment("a", "client", 0);
    arrived.text = serde_json::from_value("<b>".into()).expect("a text");
    let arrived = rows(&[arrived], &[], None, None).remove(1);
    assert_eq!((&leaving.key, &leaving.content), (&arrived.key, &arrived.content));
    assert_ne!((&leaving.class, &leaving.facts), (&arrived.class, &arrived.facts));
}

#[test]
fn approval_and_change_request_are_events() {
    let mut request = comment("a", "client", 0);
    request.text = domain::MessageText::parse("Logo\n\nPiù grande").expect("a text");
    let mut channel = channel(&[request, comment("b", "admin", 20)]);
    channel.deliverables = vec![ChannelDeliverable {
        approved_by: None,
        id: serde_json::from_value("logo".into()).expect("an id"),
        title: "Logo".to_owned(),
        approved_at: Some(minute(30)),
    }];
    let clock = Clock { i18n: Language::It.into(), zone: ClockZone::OfPage([].into()), now: at(NOON) };
    let new_since = Some(minute(25));
    let list = MessageList { clock, side: &Side::Agency("Anna".to_owned()), new_since, other_read_at: None };
    let rows = list.rows(&channel, std::iter::empty());
    assert_eq!(keys(&rows), ["day:20833", "a", "b", "new:", "approved:logo"]);
    let (changes, approval) = (&rows[1], &rows[4]);
    let event = |what: &'static str, text: &str| Content::Event {
        author: "Anna".to_owned(),
        what,
        title: "Logo".to_owned(),
        text: text.to_owned(),
    };
    assert!(changes.class.contains("message--changes") && approval.class.contains("message--approval"));
    assert_eq!(changes.content, event("Richiesta di modifiche", "Più grande"));
    assert_eq!(approval.content, event("Approvazione", ""));
}
