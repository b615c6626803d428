//! Two members in one thread: who is typing, and who has answered first.

use std::time::Duration;

use domain::audit::Actor;
use domain::id::CommentId;
use domain::{Comment, DomainError, Timestamp, Topic};
use store::{Error, ReplyForm, Store};

use crate::support::{admin as account, on_both_databases, text, to_id};
use crate::topics::{changed_by, changed_since, current};

const MEMBERS: &str = r#"{"members": [
    {"id": "luca", "name": "Luca", "email": "luca@example.it", "role": "member"},
    {"id": "giada", "name": "Giada", "email": "giada@example.it", "role": "member"}
]}"#;

fn member(id: &str, name: &str) -> Actor {
    Actor::Member(to_id(id), name.to_owned())
}

/// Who `reader` sees typing in a channel of Rossi; the account is `-`.
async fn typing(store: &Store, reader: &Actor, channel: &str) -> Vec<String> {
    let typing = store.typing_besides(reader, &to_id("rossi"), channel).await.unwrap();
    typing.into_iter().map(|one| one.name.unwrap_or_else(|| "-".to_owned())).collect()
}

async fn reply(
    store: &Store,
    by: &Actor,
    said: &str,
    id: Option<&CommentId>,
    seen: Option<Timestamp>,
) -> store::Result<Comment> {
    let form = ReplyForm { channel: "design", text: &text(said), files: &[], pin: None, id, seen };
    store.reply_once(by, &to_id("rossi"), form).await
}

fn is_answered(outcome: &store::Result<Comment>) -> bool {
    matches!(outcome, Err(Error::Domain(DomainError::Answered)))
}

on_both_databases! {
    async fn others_see_who_types_until_it_lapses_or_is_sent(db: Database) {
        db.with_workspace().await;
        db.import(MEMBERS).await;
        let (luca, giada) = (member("luca", "Luca"), member("giada", "Giada"));
        let rossi = to_id("rossi");
        for by in [&luca, &giada, &account()] {
            db.store.set_typing(by, &rossi, "design").await.unwrap();
        }
        let other = db.another_process(db.clock.clone()).await;
        assert_eq!(typing(&other, &luca, "design").await, ["-", "Giada"]);
        other.close().await;
        assert_eq!(typing(&db.store, &account(), "design").await, ["Giada", "Luca"]);
        assert_eq!(typing(&db.store, &account(), "rossi").await, [""; 0], "in that channel only");

        reply(&db.store, &giada, "Ecco", None, None).await.unwrap();
        assert_eq!(typing(&db.store, &account(), "design").await, ["Luca"]);
        db.clock.advance(6_000);
        db.store.set_typing(&luca, &rossi, "design").await.unwrap();
        db.clock.advance(6_000);
        assert_eq!(typing(&db.store, &giada, "design").await, ["Luca"], "the account has stopped");
        db.clock.advance(4_000);
        assert_eq!(typing(&db.store, &giada, "design").await, [""; 0]);

        db.store.set_typing(&luca, &rossi, "design").await.unwrap();
        db.store.set_member_disabled(&account(), &to_id("luca"), true).await.unwrap();
        assert_eq!(typing(&db.store, &giada, "design").await, [""; 0]);
        for channel in ["screens", "verdi", "nowhere", "", "a\0"] {
            let refused = db.store.set_typing(&luca, &rossi, channel).await;
            assert!(matches!(refused, Err(Error::Domain(DomainError::UnknownChannel))), "{channel}");
        }
        assert!(db.store.set_typing(&luca, &to_id("nobody"), "nobody").await.is_err());
    }

    async fn typing_changes_its_topic_when_it_begins(db: Database) {
        db.with_workspace().await;
        let (store, rossi) = (&db.store, to_id("rossi"));
        let typing = async |channel| changed_by(store, store.set_typing(&account(), &rossi, channel)).await;
        assert_eq!(typing("design").await, [Topic::Typing]);
        assert_eq!(typing("design").await, []);
        assert_eq!(typing("rossi").await, [Topic::Typing]);
        db.clock.advance(10_000);
        assert_eq!(typing("design").await, [Topic::Typing]);

        let other = db.another_process(db.clock.clone()).await;
        let before = current(&other).await;
        store.set_typing(&member("luca", "Luca"), &rossi, "design").await.unwrap();
        let seen = async {
            while changed_since(before, current(&other).await).is_empty() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(5), seen).await.expect("another process learns of it");
        other.close().await;
    }

    async fn reply_is_refused_while_answer_of_somebody_else_is_unseen(db: Database) {
        db.with_workspace().await;
        let (luca, giada) = (member("luca", "Luca"), member("giada", "Giada"));
        db.clock.advance(1_000);
        let own = reply(&db.store, &giada, "Prima", None, None).await.unwrap();
        let seen = Some(own.created_at);
        let id = CommentId::parse("0190aaaa-0000-7000-8000-000000000001").unwrap();
        let sent = reply(&db.store, &giada, "Ancora io", Some(&id), seen).await.unwrap();
        let first = reply(&db.store, &luca, "Rispondo io", None, Some(sent.created_at)).await.unwrap();

        assert!(is_answered(&reply(&db.store, &giada, "Anch'io", None, seen).await));
        assert!(is_answered(&reply(&db.store, &account(), "E noi", None, seen).await));
        assert_eq!(reply(&db.store, &giada, "Ancora io", Some(&id), seen).await.unwrap(), sent, "it was sent before");
        let last = reply(&db.store, &giada, "Comunque", None, Some(first.created_at)).await.unwrap();
        reply(&db.store, &account(), "Noi", None, Some(last.created_at)).await.unwrap();
        assert!(is_answered(&reply(&db.store, &luca, "Lo studio", None, Some(last.created_at)).await));

        // What the client writes, and what is in another channel, is no answer.
        let thread = db.store.thread(&to_id("rossi"), Some("design"), None).await.unwrap();
        let texts: Vec<_> = thread.channel().unwrap().messages.iter().map(|one| one.text.to_string()).collect();
        assert!(texts.ends_with(&["Prima", "Ancora io", "Rispondo io", "Comunque", "Noi"].map(str::to_owned)), "{texts:?}");
        let general = ReplyForm { channel: "rossi", text: &text("Altrove"), files: &[], pin: None, id: None, seen: Some(Timestamp::MIN) };
        db.store.reply_once(&luca, &to_id("rossi"), general).await.unwrap();
    }

    async fn one_of_two_answers_at_once_is_refused(db: Database) {
        db.with_workspace().await;
        db.clock.advance(1_000);
        let seen = Some(reply(&db.store, &account(), "Visto", None, None).await.unwrap().created_at);
        let other = db.another_process(db.clock.clone()).await;
        let (luca, giada) = (member("luca", "Luca"), member("giada", "Giada"));
        let (one, two) = tokio::join!(
            reply(&db.store, &luca, "Uno", None, seen),
            reply(&other, &giada, "Due", None, seen),
        );
        assert_eq!([one, two].iter().filter(|outcome| is_answered(outcome)).count(), 1);
        other.close().await;
    }
}
