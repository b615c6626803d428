//! What is queued, for whom.

use std::time::Duration;

use domain::leads::{DeliveryOutcome, SourceKind};
use domain::notifications::{Frequency, Recipient};
use domain::projects::board::Step;
use domain::{DeliverableStatus, Form, LeadDraft};

use super::{
    MINUTE, enable, logo, post, reply, send_logo_for_approval, sent_besides_skipped, sent_now, subject, waiting,
    with_notifications,
};
use crate::sources::{deliver, json, source};
use crate::support::{on_both_databases, text, to_id};

on_both_databases! {
    async fn message_is_queued_for_the_other_side_only(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "rossi", "Ciao").await;
        assert_eq!(waiting(&db).await, ["admin channel:rossi:rossi"]);
        reply(&db, "verdi", "screens", "Hello").await;
        assert_eq!(waiting(&db).await, ["admin channel:rossi:rossi", "client channel:verdi:screens"]);
    }

    async fn events_of_a_thread_are_one_row(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        post(&db, &rossi, "design", "Due").await;
        db.store.request_changes(&rossi, "logo", None, &text("Più blu")).await.unwrap();
        db.store.approve(&rossi, "logo", None).await.unwrap();
        assert_eq!(waiting(&db).await, ["admin channel:rossi:design"]);
        post(&db, &rossi, "build", "Tre").await;
        assert_eq!(waiting(&db).await, ["admin channel:rossi:design", "admin channel:rossi:build"]);
    }

    // Words and notification are one statement.
    async fn message_of_any_length_is_indexed_and_queued(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        let mut indexed = db.number("SELECT COUNT(*) FROM thread_word WHERE client_id = 'rossi'").await;
        for count in [1, 3, 63, 64, 65, 129, 200] {
            let words: Vec<String> = (0..count).map(|number| format!("p{count}x{number}")).collect();
            post(&db, &rossi, "design", &words.join(" ")).await;
            indexed += count;
            let found = db.number("SELECT COUNT(*) FROM thread_word WHERE client_id = 'rossi'").await;
            assert_eq!(found, indexed, "{count} words");
        }
        assert_eq!(waiting(&db).await, ["admin channel:rossi:design"]);
        post(&db, &rossi, "build", "…").await;
        assert_eq!(waiting(&db).await.len(), 2, "a message without words is queued, too");
    }

    async fn changed_frequency_counts_for_the_next_event(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        for (channel, frequency, queued) in
            [("rossi", Frequency::Now, 1), ("design", Frequency::Never, 1), ("build", Frequency::Daily, 2)]
        {
            db.store.set_frequency(&Recipient::Admin, frequency).await.unwrap();
            post(&db, &rossi, channel, "Ciao").await;
            assert_eq!(waiting(&db).await.len(), queued, "{frequency}");
        }
    }

    async fn message_sent_twice_is_queued_once(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        db.store.request_changes(&rossi, "logo", None, &text("Più blu")).await.unwrap();
        super::next_notice(&db).await;
        db.store.request_changes(&rossi, "logo", None, &text("Più blu")).await.unwrap();
        assert!(waiting(&db).await.is_empty());
    }

    async fn deliverable_is_queued_when_it_is_sent_for_approval(db: Database) {
        with_notifications(&db).await;
        let (site, logo) = logo();
        db.store.take_back(&site, &logo, DeliverableStatus::InReview).await.unwrap();
        assert!(waiting(&db).await.is_empty());
        db.store.send_for_approval(&site, &logo, DeliverableStatus::Pending).await.unwrap();
        assert_eq!(waiting(&db).await, ["client channel:rossi:design"]);
    }

    async fn deliverable_of_a_moved_task_is_sent_in_its_new_channel(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        let move_to = async |phase: &str| {
            let step = Step::Task { id: to_id("logo-task"), to: to_id(phase), before: None };
            db.store.apply_step(&logo().0, &step).await.unwrap();
        };
        let sent = async || {
            db.clock.advance(5 * MINUTE);
            let notices = sent_now(&db).await;
            let mut sent: Vec<_> = notices.iter().map(|one| format!("{} {}", one.topic, subject(one))).collect();
            sent.sort();
            sent
        };
        reply(&db, "rossi", "design", "Ciao").await;
        send_logo_for_approval(&db).await;
        move_to("build").await;
        let expected = ["channel:rossi:build to approve: Logo", "channel:rossi:design 1 messages from Atrio"];
        assert_eq!(sent().await, expected);
        move_to("design").await;
        assert!(waiting(&db).await.is_empty(), "it was sent");

        db.store.approve(&rossi, "logo", None).await.unwrap();
        post(&db, &rossi, "design", "Ciao").await;
        move_to("build").await;
        let expected = ["channel:rossi:build Rossi approved: Logo", "channel:rossi:design 1 messages from Rossi"];
        assert_eq!(sent().await, expected);
    }

    // One that may have arrived, and one that was asked for since.
    async fn task_moves_with_two_reminders_of_its_phase(db: Database) {
        with_notifications(&db).await;
        db.execute(
            "INSERT INTO notification \
               (id, recipient, client_id, thread, number, state, attempts, created_at, due_at, medium, is_fixed) \
             SELECT 'n-' || CAST(fixed AS TEXT), 'client', 'rossi', 'reminder:rossi:design', 1 + fixed, 'waiting', 0, 0, 0, 'email', \
               fixed FROM (SELECT 0 AS fixed UNION ALL SELECT 1) AS reminders",
        )
        .await;
        let step = Step::Task { id: to_id("logo-task"), to: to_id("build"), before: None };
        db.store.apply_step(&logo().0, &step).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM notification WHERE thread = 'reminder:rossi:build'").await, 1);
    }

    async fn deleted_recipient_in_cache_is_not_queued(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        db.import(r#"{"contacts": [{"id": "carla", "client_id": "rossi", "name": "Carla", "email": "carla@x.it"}]}"#).await;
        reply(&db, "rossi", "design", "Ciao").await;
        // As another process would: this one notices later.
        db.execute("DELETE FROM contact WHERE id = 'carla'").await;
        reply(&db, "rossi", "build", "Ciao").await;
        assert_eq!(waiting(&db).await.len(), 2, "to {} alone", rossi.id());
    }

    async fn approval_that_was_read_is_not_sent_when_its_task_moves(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        for is_read in [true, false] {
            db.execute("UPDATE deliverable SET status = 'in_review', approved_at = NULL, approved_by = NULL WHERE id = 'logo'").await;
            db.store.approve(&rossi, "logo", None).await.unwrap();
            if is_read {
                db.store.mark_thread_read(rossi.id(), "design", None).await.unwrap();
            }
            for phase in ["build", "design"] {
                let step = Step::Task { id: to_id("logo-task"), to: to_id(phase), before: None };
                db.store.apply_step(&logo().0, &step).await.unwrap();
            }
            db.clock.advance(5 * MINUTE);
            assert_eq!(sent_besides_skipped(&db).await.is_empty(), is_read);
        }
    }

    async fn approval_is_queued_once(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        super::next_notice(&db).await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        assert!(waiting(&db).await.is_empty());
    }

    async fn new_lead_of_a_sender_is_queued(db: Database) {
        with_notifications(&db).await;
        let form = source(&db.store, "form", SourceKind::Generic).await;
        deliver(&db.store, &form, r#"{"name": "Anna", "email": "a@b.it"}"#).await;
        assert_eq!(waiting(&db).await, ["admin leads:form"]);
        // An update, a test, and a lead that the agency adds.
        deliver(&db.store, &form, r#"{"name": "Anna", "email": "a@b.it", "message": "Ciao"}"#).await;
        let test = db.store.receive_test(&form, &json(r#"{"name": "Bea", "email": "b@b.it"}"#)).await.unwrap();
        assert_eq!(db.store.process_delivery(&test).await.unwrap().outcome, DeliveryOutcome::Created);
        let form = Form::default().with("name", Some("Carlo")).with("source", Some("telefono"));
        let zone = db.store.zone().await.unwrap();
        let draft = LeadDraft::read(&form, &zone).unwrap();
        db.store.create_lead(to_id("carlo"), &draft, None).await.unwrap();
        assert_eq!(waiting(&db).await, ["admin leads:form"]);
    }

    async fn import_and_demo_queue_nothing(db: Database) {
        with_notifications(&db).await;
        let demo = db.sibling().await;
        enable(&demo.store, Duration::ZERO);
        demo.store.load_demo().await.unwrap().unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM notification").await, 0);
        assert_eq!(demo.number("SELECT COUNT(*) FROM notification").await, 0);
        demo.store.close().await;
    }

    async fn nothing_is_queued_while_notifications_are_off(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        post(&db, &rossi, "design", "Ciao").await;
        reply(&db, "rossi", "design", "Ciao").await;
        send_logo_for_approval(&db).await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM notification").await, 0);
    }

    async fn refused_message_queues_nothing(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        let foreign = domain::Channel::named("screens", rossi.id()).unwrap();
        db.store.post_message(&rossi, &foreign, &text("Mio"), None).await.unwrap_err();
        db.store.approve(&rossi, "screen", None).await.unwrap_err();
        assert!(waiting(&db).await.is_empty());
    }
}
