//! Messages repeated with the same idempotency key.

use std::collections::HashSet;

use domain::id::CommentId;
use domain::{Channel, DomainError};
use store::Error;
use tokio::task::JoinSet;

use crate::support::{on_both_databases, text, to_id};

fn key(text: &str) -> CommentId {
    CommentId::parse(text).unwrap()
}

const KEY: &str = "6f9619ff-8b86-d011-b42d-00cf4fc964ff";

on_both_databases! {
    async fn same_key_returns_first_message(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let general = Channel::General(rossi.id().clone());
        let design = Channel::named("design", rossi.id()).unwrap();
        let first = db.store.post_message(&rossi, &general, &text("Una volta"), Some(key(KEY))).await.unwrap();
        assert_eq!(first.id.as_str(), KEY);
        let before = db.store.export().await.unwrap();
        db.clock.advance(60_000);
        for (channel, message) in [(&general, "Una volta"), (&general, "Altro"), (&design, "Altrove")] {
            let again = db.store.post_message(&rossi, channel, &text(message), Some(key(KEY))).await.unwrap();
            assert_eq!(again, first);
        }
        assert!(db.store.export().await.unwrap() == before);
        // Without a key every message is new.
        db.store.post_message(&rossi, &general, &text("Una volta"), None).await.unwrap();
        assert!(db.store.export().await.unwrap() != before);
    }

    async fn concurrent_sends_with_one_key_write_once(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let other = db.another_process(db.clock.clone()).await;
        let mut requests = JoinSet::new();
        for number in 0..50 {
            let store = if number % 2 == 0 { db.store.clone() } else { other.clone() };
            let (rossi, clock) = (rossi.clone(), db.clock.clone());
            requests.spawn(async move {
                clock.advance(1);
                let design = Channel::named("design", rossi.id()).unwrap();
                let message = text(&format!("Volta {number}"));
                store.post_message(&rossi, &design, &message, Some(key(KEY))).await.unwrap()
            });
        }
        let sent = requests.join_all().await;
        assert_eq!(sent.iter().map(|one| (one.created_at, one.text.to_string())).collect::<HashSet<_>>().len(), 1);
        assert_eq!(db.number("SELECT COUNT(*) FROM comment WHERE id NOT LIKE 'old%' AND client_id = 'rossi'").await, 1);
        let last = db.number("SELECT last_comment_at FROM client WHERE id = 'rossi'").await;
        assert_eq!(last, sent[0].created_at.as_millis());
        other.close().await;
    }

    async fn foreign_message_key_is_rejected(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        let general = Channel::General(rossi.id().clone());
        let theirs = Channel::General(verdi.id().clone());
        let reply = db.store.reply(&to_id("rossi"), "rossi", &text("Dall'agenzia")).await.unwrap();
        db.store.post_message(&verdi, &theirs, &text("Mine"), Some(key(KEY))).await.unwrap();
        let before = db.store.export().await.unwrap();
        for taken in [KEY, "verdi-1", "old-1", reply.id.as_str()] {
            let refused = db.store.post_message(&rossi, &general, &text("Mio"), Some(key(taken))).await;
            assert!(matches!(refused, Err(Error::Domain(DomainError::KeyTaken))), "{taken}");
        }
        assert!(db.store.export().await.unwrap() == before);
    }

    async fn concurrent_use_of_one_key_rejects_second_client(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        let other = db.another_process(db.clock.clone()).await;
        let mut outcomes = [0, 0];
        for round in 0..20 {
            let send = |store: store::Store, scope: store::ClientScope| async move {
                let general = Channel::General(scope.id().clone());
                match store.post_message(&scope, &general, &text("x"), Some(key(&format!("key-{round}")))).await {
                    Ok(_) => 0,
                    Err(Error::Domain(DomainError::KeyTaken)) => 1,
                    Err(other) => panic!("{other}"),
                }
            };
            let (one, two) = tokio::join!(
                tokio::spawn(send(db.store.clone(), rossi.clone())),
                tokio::spawn(send(other.clone(), verdi.clone()))
            );
            outcomes[one.unwrap()] += 1;
            outcomes[two.unwrap()] += 1;
        }
        assert_eq!(outcomes, [20, 20]);
        other.close().await;
    }

    async fn message_key_gives_no_access_to_foreign_channel(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        for channel in ["screens", "nothing"] {
            let channel = Channel::named(channel, rossi.id()).unwrap();
            let refused = db.store.post_message(&rossi, &channel, &text("x"), Some(key(KEY))).await;
            assert!(matches!(refused, Err(Error::Domain(DomainError::UnknownChannel))));
        }
    }
}
