//! The older messages of a channel.

use domain::{DomainError, MessagePage, Timestamp};
use store::{ClientScope, Error, Store};

use crate::support::{noon, on_both_databases, text, to_id};

async fn page(store: &Store, scope: &ClientScope, key: &str, before: &str) -> MessagePage {
    store.history(scope, key, before.parse().unwrap()).await.unwrap()
}

fn ids(page: &MessagePage) -> Vec<&str> {
    page.messages.iter().map(|message| message.id.as_str()).collect()
}

on_both_databases! {
    async fn history_pages_return_each_message_once(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        for number in 1..=120 {
            db.store.reply(&to_id("rossi"), "rossi", &text(&format!("g{number}"))).await.unwrap();
            db.store.reply(&to_id("rossi"), "design", &text(&format!("d{number}"))).await.unwrap();
        }
        for (key, letter, older) in [("rossi", 'g', &[][..]), ("design", 'd', &["Sul task", "Sul logo"])] {
            let site = db.store.portal(&rossi, None).await.unwrap();
            let open = site.channels.into_iter().find(|channel| channel.key.as_str() == key).unwrap();
            let mut pages = vec![MessagePage { messages: open.messages, has_older: open.has_older }];
            while pages[0].has_older {
                let oldest = pages[0].messages[0].created_at;
                assert!(pages.len() < 10, "paging does not end");
                pages.insert(0, db.store.history(&rossi, key, oldest).await.unwrap());
            }
            let sizes: Vec<_> = pages.iter().map(|page| page.messages.len()).collect();
            assert_eq!(sizes, [20 + older.len(), 50, 50]);
            let all: Vec<_> = pages.iter().flat_map(|page| &page.messages).collect();
            let written = (1..=120).map(|number| format!("{letter}{number}"));
            let expected: Vec<_> = older.iter().map(|text| (*text).to_owned()).chain(written).collect();
            assert_eq!(all.iter().map(|one| one.text.to_string()).collect::<Vec<_>>(), expected);
        }
    }

    async fn history_before_is_exclusive(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        for (before, expected) in [
            ("2026-03-01T10:00:00.000Z", &[][..]),
            ("2026-03-01T10:00:00.001Z", &["old-1"]),
            ("2026-03-02T10:00:00Z", &["old-1"]),
            ("2026-03-02T10:00:00.001Z", &["old-1", "old-2"]),
            ("9999-12-31T23:59:59.999Z", &["old-1", "old-2"]),
            ("0000-01-01", &[]),
        ] {
            let page = page(&db.store, &rossi, "design", before).await;
            assert_eq!((ids(&page), page.has_older), (expected.to_vec(), false), "{before}");
        }
    }

    async fn old_comments_keep_their_badge(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let page = page(&db.store, &rossi, "design", "2026-04-01").await;
        let badges: Vec<_> = page
            .messages
            .iter()
            .map(|one| one.badge.as_ref().map(|badge| (badge.kind.as_str(), badge.name.as_str())))
            .collect();
        assert_eq!(badges, [Some(("task", "Disegnare il logo")), Some(("deliverable", "Logo"))]);
    }

    async fn history_returns_only_messages_of_channel(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        for key in ["rossi", "design", "build", "catalogue"] {
            db.store.reply(&to_id("rossi"), key, &text(key)).await.unwrap();
        }
        db.store.reply(&to_id("verdi"), "verdi", &text("Bye")).await.unwrap();
        db.clock.advance(60_000);
        let now = db.store.clock().now();
        for key in ["rossi", "build", "catalogue"] {
            let page = db.store.history(&rossi, key, now).await.unwrap();
            assert_eq!(page.messages.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), [key]);
        }
        let page = db.store.history(&verdi, "verdi", now).await.unwrap();
        assert_eq!(page.messages.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), ["Hello", "Bye"]);
    }

    async fn history_of_foreign_channel_is_rejected(db: Database) {
        let (rossi, verdi) = db.with_workspace().await;
        for (scope, key) in [
            (&rossi, "verdi"), (&rossi, "screens"), (&verdi, "rossi"), (&verdi, "design"), (&rossi, "site"),
            (&rossi, "logo-task"), (&rossi, ""), (&rossi, "no id"), (&rossi, "de\0sign"), (&rossi, "nothing"),
        ] {
            let refused = db.store.history(scope, key, noon()).await;
            assert!(matches!(refused, Err(Error::Domain(DomainError::UnknownChannel))), "{key:?}");
        }
    }

    // Imported comments may share a timestamp, and pages are split by timestamp.
    async fn history_does_not_split_equal_timestamps(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let comment = |number: i32, day: i32| {
            format!(
                r#"{{"id":"t{number}","entity_type":"phase","entity_id":"build","author":"admin",
                     "text":"{number}","created_at":"2026-05-{day:02}"}}"#
            )
        };
        // 30 a day, and 70 on the fourth day.
        let days = [1, 2, 3, 4, 5].into_iter().flat_map(|day| vec![day; if day == 4 { 70 } else { 30 }]);
        let comments: Vec<_> = (0..).zip(days).map(|(number, day)| comment(number, day)).collect();
        db.import(&format!(r#"{{"comments":[{}]}}"#, comments.join(","))).await;

        let (mut before, mut sizes, mut seen) = (Timestamp::MAX, Vec::new(), Vec::new());
        loop {
            let page = db.store.history(&rossi, "build", before).await.unwrap();
            sizes.push(page.messages.len());
            assert!(sizes.len() < 10, "it goes on and on: {sizes:?}");
            seen.extend(page.messages.iter().map(|message| message.id.to_string()));
            if !page.has_older {
                break;
            }
            before = page.messages[0].created_at;
        }
        assert_eq!(sizes, [30, 70, 30, 30, 30]);
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 190);
    }
}
