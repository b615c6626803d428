//! Messages that wait at the same moment are written together, and each as if it were alone.

use std::time::Duration;

use domain::id::CommentId;
use domain::{Channel, Comment, DomainError, EmailAddress};
use futures_util::future::join_all;
use sqlx::{AnyConnection, Connection as _, Executor as _};
use store::{ClientScope, Error, NotificationSettings, Result, Store};

use crate::support::{Database, ROSSI_TOKEN, VERDI_TOKEN, on_both_databases, text};

/// More than one group.
const MESSAGES: usize = 70;
const CARLA: &str =
    r#"{"contacts": [{"id": "carla", "client_id": "rossi", "name": "Carla", "token": "carla-token-carla-token"}]}"#;

/// A message, by who writes it where, and its key.
type Message<'a> = (&'a ClientScope, &'a str, &'a str);

async fn post(store: &Store, (scope, channel, key): Message<'_>) -> Result<Comment> {
    let channel = Channel::named(channel, scope.id()).unwrap();
    let message = text(&format!("Parola {key}"));
    store.post_message(scope, &channel, &message, Some(CommentId::parse(key).unwrap())).await
}

/// Posts messages that wait for a lock until the last one does.
async fn post_together(db: &Database, messages: &[Message<'_>]) -> Vec<Result<Comment>> {
    let mut holder = AnyConnection::connect(&db.url).await.unwrap();
    if db.url.starts_with("postgres") {
        holder.execute("BEGIN").await.unwrap();
        holder.execute("UPDATE client SET id = id").await.unwrap();
    } else {
        holder.execute("BEGIN IMMEDIATE").await.unwrap();
    }
    let posts = join_all(messages.iter().map(|message| post(&db.store, *message)));
    tokio::join!(posts, async { holder.close().await.unwrap() }).0
}

async fn scopes(db: &Database) -> [ClientScope; 3] {
    db.with_workspace().await;
    db.import(CARLA).await;
    let agency = Some(EmailAddress::parse("studio@example.it").unwrap());
    db.store.enable_notifications(NotificationSettings { after: Duration::from_mins(5), agency });
    let mut scopes = Vec::new();
    for token in [ROSSI_TOKEN, "carla-token-carla-token", VERDI_TOKEN] {
        scopes.push(db.store.client_by_token(token).await.unwrap());
    }
    scopes.try_into().unwrap()
}

fn assert_refused(outcome: &Result<Comment>, reason: DomainError) {
    assert!(matches!(outcome, Err(Error::Domain(error)) if *error == reason), "{outcome:?}");
}

on_both_databases! {
    async fn messages_of_a_group_are_written_as_if_each_were_alone(db: Database) {
        let alone = db.sibling().await;
        let keys: Vec<String> = (0..MESSAGES).map(|number| format!("key-{number}")).collect();
        for (db, is_together) in [(&db, true), (&alone, false)] {
            let [rossi, carla, verdi] = scopes(db).await;
            // Behind the clock, which stands still.
            db.execute("UPDATE client SET last_comment_at = 1 WHERE id = 'rossi'").await;
            let places = [(&rossi, "rossi"), (&verdi, "screens"), (&carla, "design"), (&rossi, "design"), (&verdi, "verdi")];
            let messages: Vec<Message> =
                keys.iter().zip(places.iter().cycle()).map(|(key, (scope, channel))| (*scope, *channel, key.as_str())).collect();
            let mut written = Vec::new();
            if is_together {
                written.extend(post_together(db, &messages).await.into_iter().map(Result::unwrap));
            } else {
                for message in &messages {
                    written.push(post(&db.store, *message).await.unwrap());
                }
            }
            let stored = db.store.poll(&rossi, "site", None).await.unwrap().comments;
            let of_rossi = written.iter().filter(|comment| stored.iter().any(|stored| stored == *comment)).count();
            assert_eq!(of_rossi, MESSAGES * 3 / 5, "what is returned is what is stored");
        }
        assert!(db.store.export().await.unwrap() == alone.store.export().await.unwrap());
        for (value, rows) in [
            ("1", "thread_word"),
            ("turn_since", "client WHERE turn = 'admin'"),
            ("unseen + 2 * unanswered", "comment"),
            ("1", "notification"),
            ("created_at", "notification"),
        ] {
            let sum = format!("SELECT CAST(SUM({value}) AS BIGINT) FROM {rows}");
            assert_eq!(db.number(&*sum).await, alone.number(&*sum).await, "{sum}");
        }
        alone.store.close().await;
    }

    async fn refused_message_is_refused_alone(db: Database) {
        let [rossi, carla, verdi] = scopes(&db).await;
        let good = [(&rossi, "rossi", "a"), (&rossi, "design", "b"), (&verdi, "verdi", "c")];
        let refused = [
            ((&rossi, "screens", "d"), DomainError::UnknownChannel),
            ((&rossi, "verdi", "e"), DomainError::UnknownChannel),
            ((&rossi, "rossi", "verdi-1"), DomainError::KeyTaken),
            ((&carla, "rossi", "a"), DomainError::KeyTaken),
        ];
        // Twice the same is no second message.
        let mut messages = vec![(&rossi, "rossi", "first"), (&verdi, "screens", "first-too")];
        messages.extend(good);
        messages.extend(good);
        messages.extend(refused.map(|(message, _)| message));
        let mut outcomes = post_together(&db, &messages).await;
        for (outcome, (_, reason)) in outcomes.split_off(2 + 2 * good.len()).iter().zip(refused) {
            assert_refused(outcome, reason);
        }
        let ids: Vec<_> = outcomes.into_iter().map(|comment| comment.unwrap().id.to_string()).collect();
        assert_eq!(ids, ["first", "first-too", "a", "b", "c", "a", "b", "c"]);
        assert_eq!(db.number("SELECT COUNT(*) FROM comment WHERE text LIKE 'Parola %'").await, 5);
    }

    async fn messages_of_a_client_deleted_meanwhile_are_refused_alone(db: Database) {
        let [rossi, carla, verdi] = scopes(&db).await;
        db.execute("DELETE FROM client WHERE id = 'verdi'").await;
        let messages = [(&rossi, "rossi", "a"), (&verdi, "verdi", "b"), (&carla, "design", "c"), (&verdi, "screens", "d")];
        let outcomes = post_together(&db, &messages).await;
        assert!(outcomes[0].is_ok() && outcomes[2].is_ok());
        assert_refused(&outcomes[1], DomainError::UnknownChannel);
        assert_refused(&outcomes[3], DomainError::UnknownChannel);
    }
}

#[test]
fn messages_to_one_client_share_a_transaction() {
    Database::on_postgres(async |db| {
        let [rossi, ..] = scopes(&db).await;
        let keys: Vec<String> = (0..MESSAGES).map(|number| format!("key-{number}")).collect();
        let messages: Vec<Message> = keys.iter().map(|key| (&rossi, "rossi", key.as_str())).collect();
        for written in post_together(&db, &messages).await {
            written.unwrap();
        }
        let transactions = "SELECT COUNT(DISTINCT xmin::text) FROM comment WHERE text LIKE 'Parola %'";
        assert!(db.number(transactions).await <= 3);
    });
}
