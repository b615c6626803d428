//! Files in which the scanner has found something.

use domain::notifications::{LinkTarget, NotificationEvent};
use domain::{FileName, Uploader};
use serde_json::{Value, json};

use super::{MINUTE, sent_now, waiting, with_notifications};
use crate::files::{contact, received, with_contact};
use crate::support::{Database, on_both_databases, to_id};

/// An upload that waits for the scanner.
async fn upload(db: &Database, by: &Uploader, letter: char, name: &str) {
    let id = db.store.begin_upload(None, 1_000, 1_000_000).await.unwrap();
    let mut received = received(letter, 1_000);
    received.is_to_be_scanned = true;
    received.name = FileName::clean(name).unwrap();
    db.store.claim_bytes(&id, &received).await.unwrap();
    db.store.add_file(&id, by, received).await.unwrap();
}

fn infected(name: &str, by: Option<&str>) -> NotificationEvent {
    NotificationEvent::Infected { name: name.into(), by: by.map(Into::into) }
}

on_both_databases! {
    async fn both_sides_are_notified_of_what_they_could_read(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        with_contact(&db).await;
        db.execute("UPDATE contact SET email = 'carla@example.it'").await;
        upload(&db, &Uploader::from(rossi.person()), 'a', "a.xls").await;
        upload(&db, &contact(rossi.person()), 'a', "b.xls").await;
        upload(&db, &Uploader::agency(Some("Luca")), 'c', "c.xls").await;
        for letter in ['a', 'c'] {
            db.store.mark_infected(&received(letter, 1).sha256).await.unwrap();
        }
        db.store.mark_infected(&received('a', 1).sha256).await.unwrap();
        let mut queued = waiting(&db).await;
        queued.sort();
        assert_eq!(queued, ["admin files", "admin files:rossi", "carla files:rossi", "client files:rossi"]);
        db.clock.advance(5 * MINUTE);
        let mut sent = sent_now(&db).await;
        sent.sort_by_key(|notice| (notice.topic.to_string(), notice.recipient.role(), notice.recipient.contact().is_some()));
        let events: Vec<_> = sent.iter().map(|notice| notice.events.clone()).collect();
        let name = rossi.person().client.name.clone();
        assert_eq!(events, [
            vec![infected("c.xls", Some("Luca"))],
            vec![infected("a.xls", Some(&name)), infected("b.xls", Some("Carla"))],
            vec![infected("a.xls", None)],
            vec![infected("b.xls", None)],
        ]);
        assert_eq!((&sent[0].target, &sent[1].target), (&LinkTarget::Today, &LinkTarget::Client(to_id("rossi"))));
    }

    async fn agencys_file_concerns_the_client_who_can_read_it(db: Database) {
        with_notifications(&db).await;
        upload(&db, &Uploader::default(), 'a', "contratto.pdf").await;
        db.execute("INSERT INTO document (id, project_id, name, file_id, created_at) SELECT 'd', 'site', 'Contratto', id, 0 FROM file".to_owned()).await;
        db.store.mark_infected(&received('a', 1).sha256).await.unwrap();
        assert_eq!(waiting(&db).await, ["client files:rossi", "admin files:rossi"]);
        db.clock.advance(5 * MINUTE);
        for notice in sent_now(&db).await {
            assert_eq!(notice.events, [infected("contratto.pdf", None)]);
        }
        let export = db.store.export().await.unwrap();
        assert_eq!(store::files_of_export(&export).unwrap(), [], "no backup has its bytes");
        let export: Value = serde_json::from_slice(&export).unwrap();
        assert_eq!(export["files"][0]["quarantine"], json!("infected"));
    }
}
