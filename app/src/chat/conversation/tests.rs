use super::*;
use crate::api::chat::ReadTimes;
use crate::chat::fixtures::{at, channel, comment, key, response};

fn conversation() -> Conversation {
    Conversation::new(vec![channel("design"), channel("build")], Some(at(0)))
}

fn ids(conversation: &Conversation, name: &str) -> Vec<String> {
    let channel = conversation.channel(&key(name)).expect("a channel");
    channel.messages.iter().map(|message| message.id.to_string()).collect()
}

#[test]
fn repeated_message_is_shown_once() {
    let mut chat = conversation();
    chat.add_sent(comment("own", "design", "client", 5));
    chat.receive(response(vec![comment("theirs", "design", "admin", 4), comment("own", "design", "client", 5)]));
    chat.receive(response(vec![comment("theirs", "design", "admin", 4)]));
    assert_eq!(ids(&chat, "design"), ["theirs", "own"]);
}

#[test]
fn cursor_moves_forward_and_only_by_polls() {
    let mut chat = conversation();
    chat.add_sent(comment("own", "design", "client", 9));
    assert_eq!(chat.cursor(), Some(at(0)));
    chat.receive(response(vec![comment("a", "design", "admin", 8), comment("b", "build", "admin", 7)]));
    assert_eq!(chat.cursor(), Some(at(8)));
    chat.receive(PollResponse::default());
    assert_eq!(chat.cursor(), Some(at(8)));
}

#[test]
fn agency_messages_are_unread_until_read() {
    let mut chat = conversation();
    chat.receive(response(vec![comment("a", "design", "admin", 1), comment("b", "design", "admin", 2)]));
    chat.receive(response(vec![comment("c", "design", "client", 3)]));
    let unread = |chat: &Conversation| chat.channel(&key("design")).map(|channel| channel.unread);
    assert_eq!((unread(&chat), chat.unread()), (Some(2), 2));
    assert_eq!(chat.unread_after(&key("design"), Some(at(1))), 1);
    assert!(!chat.has_unread_up_to(&key("design"), at(0)));
    assert!(chat.has_unread_up_to(&key("design"), at(1)));
    chat.read_up_to(&key("design"), at(1));
    assert!(!chat.has_unread_up_to(&key("design"), at(1)));
    assert_eq!(unread(&chat), Some(1));
    chat.receive(PollResponse { reads: ReadTimes(vec![(key("design"), at(3))]), ..PollResponse::default() });
    assert_eq!(unread(&chat), Some(0));
    assert!(!chat.has_unread_up_to(&key("design"), at(9)));
    chat.read_up_to(&key("design"), at(1));
    assert_eq!(chat.channel(&key("design")).and_then(|channel| channel.read_at), Some(at(3)));
}

#[test]
fn poll_response_deserializes_from_api_json() {
    let text = r#"{"comments":[],"reads":{"design":"1970-01-01T00:00:03.000Z"},"agency_reads":{"build":"1970-01-01T00:00:04.000Z"}}"#;
    let mut chat = conversation();
    chat.receive(serde_json::from_str(text).expect("news"));
    assert_eq!(chat.channels[0].read_at, Some(at(3)));
    assert_eq!(chat.channels[1].other_read_at, Some(at(4)));
    let without: PollResponse = serde_json::from_str(r#"{"comments":[],"reads":{}}"#).expect("news");
    chat.receive(without);
    assert_eq!(chat.channels[1].other_read_at, Some(at(4)));
}

#[test]
fn older_messages_are_prepended_without_duplicates() {
    let mut chat = conversation();
    chat.channels[0].has_older = true;
    chat.receive(response(vec![comment("c", "design", "admin", 3)]));
    let page = || HistoryResponse {
        comments: vec![comment("a", "design", "client", 1), comment("b", "design", "admin", 2)],
        has_older: false,
    };
    chat.prepend_older(&key("design"), page());
    chat.prepend_older(&key("design"), page());
    assert_eq!(ids(&chat, "design"), ["a", "b", "c"]);
    assert!(!chat.channels[0].has_older);
    assert_eq!(chat.cursor(), Some(at(3)));
}

#[test]
fn unread_beyond_loaded_page_stays_counted() {
    let mut chat = conversation();
    chat.channels[0].unread = 60;
    chat.channels[0].messages = vec![comment("z", "design", "admin", 100)];
    chat.read_up_to(&key("design"), at(50));
    assert_eq!(chat.channels[0].unread, 60);
    chat.read_up_to(&key("design"), at(100));
    assert_eq!(chat.channels[0].unread, 0);
}

#[test]
fn message_in_unknown_channel_marks_page_outdated() {
    let mut chat = conversation();
    chat.receive(response(vec![comment("a", "launch", "admin", 1)]));
    assert!(chat.outdated);
    assert_eq!(chat.cursor(), Some(at(1)));
}

#[test]
fn approval_of_another_page_is_shown() {
    let approval = |id: &str, channel: &str| ApprovalEvent {
        channel_key: key(channel),
        id: serde_json::from_value(id.into()).expect("an id"),
        title: "Logo".to_owned(),
        approved_at: at(5),
        approved_by: None,
    };
    let mut chat = conversation();
    for _ in 0..2 {
        let approvals = vec![approval("logo", "design"), approval("other", "elsewhere")];
        chat.receive(PollResponse { approvals: Some(approvals), ..PollResponse::default() });
        assert_eq!(chat.approvals(), 1);
        assert_eq!(chat.channel(&key("design")).map(|channel| channel.entries().len()), Some(1));
        assert!(!chat.outdated);
    }
}
