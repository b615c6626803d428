//! What an e-mail says, and why there is none.

use domain::id::DeliverableId;
use domain::leads::SourceKind;
use domain::notifications::{Frequency, LinkTarget, NotificationEvent, Recipient, SkipReason};
use domain::{DeliverableStatus, Language, LeadStatus};
use store::Composed;

use super::{
    MINUTE, admin, delete, lease_one, logo, messages, next_email, next_notice, next_skip, notice, post, reply,
    send_logo_for_approval, subject, with_notifications,
};
use crate::sources::{deliver, source};
use crate::support::{on_both_databases, text, to_id};

on_both_databases! {
    async fn messages_of_a_client_make_one_email_to_the_agency(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        db.clock.advance(MINUTE);
        post(&db, &rossi, "design", "Due").await;
        db.clock.advance(-MINUTE);
        let (notice, address) = next_email(&db).await;
        assert_eq!(messages(&notice), ["Uno", "Due"]);
        assert_eq!(subject(&notice), "2 messages from Rossi");
        assert_eq!((notice.recipient, address.as_str()), (Recipient::Admin, "studio@example.it"));
        assert_eq!(notice.project_name.as_deref(), Some("Sito"));
        assert_eq!((notice.topic_name.as_deref(), notice.language), (Some("Design"), Language::It));
        assert_eq!(notice.target.path(), "/admin/inbox/rossi?channel=design");
        assert!(notice.with_texts);
    }

    async fn messages_of_the_agency_make_one_email_to_the_client(db: Database) {
        with_notifications(&db).await;
        db.store.set_setting("agency_name", "Calanco").await.unwrap();
        db.store.set_setting("mail_texts", "off").await.unwrap();
        reply(&db, "verdi", "verdi", "Hello").await;
        let (notice, address) = next_email(&db).await;
        assert_eq!((subject(&notice).as_str(), notice.topic_name), ("1 messages from Calanco", None));
        assert_eq!(notice.project_name, None);
        assert_eq!((address.as_str(), notice.language), ("verdi@example.it", Language::En));
        assert!(matches!(notice.target, LinkTarget::Portal { project: None, deliverable: None, .. }));
        assert!(!notice.with_texts);

        reply(&db, "verdi", "screens", "Look").await;
        let notice = next_notice(&db).await;
        let path = notice.target.path();
        assert!(path.starts_with("/c/verdi-c3d4?project=app&channel=screens&link=verdi."), "{path}");
    }

    async fn only_unsent_events_are_in_the_next_email(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        next_notice(&db).await;
        post(&db, &rossi, "design", "Due").await;
        assert_eq!(messages(&next_notice(&db).await), ["Due"]);
    }

    async fn deliverable_to_approve_names_the_subject(db: Database) {
        with_notifications(&db).await;
        send_logo_for_approval(&db).await;
        db.execute("UPDATE deliverable SET description = 'Due versioni' WHERE id = 'logo'").await;
        db.clock.advance(1);
        reply(&db, "rossi", "design", "Ecco il logo").await;
        let notice = next_notice(&db).await;
        assert_eq!((subject(&notice).as_str(), notice.events.len()), ("to approve: Logo", 2));
        let description = Some("Due versioni".to_owned());
        assert_eq!(notice.events[0], NotificationEvent::ToApprove { title: "Logo".to_owned(), description });
        assert!(notice.target.path().contains("deliverable-logo"), "{:?}", notice.target);
    }

    async fn approval_and_change_request_name_the_subject(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        db.store.request_changes(&rossi, "logo", None, &text("Più blu")).await.unwrap();
        post(&db, &rossi, "design", "Grazie").await;
        let asked = next_notice(&db).await;
        assert_eq!(subject(&asked), "Rossi asks for changes: Logo");
        assert_eq!(messages(&asked), ["Più blu", "Grazie"]);
        db.store.approve(&rossi, "logo", None).await.unwrap();
        assert_eq!(subject(&next_notice(&db).await), "Rossi approved: Logo");
    }

    async fn change_request_before_an_approval_is_a_message(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        db.store.request_changes(&rossi, "logo", None, &text("Più blu")).await.unwrap();
        db.store.approve(&rossi, "logo", None).await.unwrap();
        let notice = next_notice(&db).await;
        assert_eq!((subject(&notice).as_str(), notice.events.len()), ("Rossi approved: Logo", 2));
    }

    async fn ten_newest_messages_are_listed_and_all_are_counted(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "rossi", "Primo").await;
        let at = db.store.clock().now().as_millis();
        let rows: Vec<String> = (1..=260)
            .map(|number| format!("('m{number}', 'rossi', 'client', 'Messaggio {number}', {})", at + number))
            .collect();
        let columns = "INSERT INTO comment (id, client_id, author, text, created_at)";
        db.execute(format!("{columns} VALUES {}", rows.join(", "))).await;
        let newest: Vec<String> = (251..=260).map(|number| format!("Messaggio {number}")).collect();
        let notice = next_notice(&db).await;
        assert_eq!(messages(&notice), newest);
        assert_eq!(notice.events.last(), Some(&NotificationEvent::Unlisted { messages: 251, deliverables: 0 }));
        assert_eq!(subject(&notice), "261 messages from Rossi");
    }

    async fn request_for_changes_is_listed_however_many_messages_follow(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        db.store.request_changes(&rossi, "logo", None, &text("Più blu")).await.unwrap();
        for number in 0..11 {
            post(&db, &rossi, "design", &format!("Messaggio {number}")).await;
        }
        let notice = next_notice(&db).await;
        assert_eq!(subject(&notice), "Rossi asks for changes: Logo");
        assert_eq!(messages(&notice)[..2], ["Più blu".to_owned(), "Messaggio 2".to_owned()]);
        assert_eq!(notice.events.last(), Some(&NotificationEvent::Unlisted { messages: 2, deliverables: 0 }));
    }

    async fn ten_newest_deliverables_are_listed_and_all_are_counted(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        let deliverables: Vec<String> = (10..22).map(|number| {
            format!("{{\"id\": \"d{number}\", \"task_id\": \"logo-task\", \"title\": \"Bozza {number}\"}}")
        }).collect();
        db.import(&format!("{{\"deliverables\": [{}]}}", deliverables.join(", "))).await;
        for number in 10..22 {
            let id = DeliverableId::parse(format!("d{number}")).unwrap();
            db.store.send_for_approval(&logo().0, &id, DeliverableStatus::Pending).await.unwrap();
            db.clock.advance(1);
        }
        db.clock.advance(-12);
        let notice = next_notice(&db).await;
        assert_eq!((subject(&notice).as_str(), notice.events.len()), ("to approve: Bozza 12", 11));
        assert!(notice.target.path().ends_with("#deliverable-d12"), "{:?}", notice.target);
        assert_eq!(notice.events.last(), Some(&NotificationEvent::Unlisted { messages: 0, deliverables: 2 }));
        for number in 10..22 {
            db.store.approve(&rossi, &format!("d{number}"), None).await.unwrap();
        }
        let notice = next_notice(&db).await;
        assert_eq!(notice.events.len(), 11);
        assert_eq!(notice.events.last(), Some(&NotificationEvent::Unlisted { messages: 0, deliverables: 2 }));
    }

    async fn new_names_are_used(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        db.execute("UPDATE client SET name = 'Rossi & figli' WHERE id = 'rossi'").await;
        assert_eq!(subject(&next_notice(&db).await), "Rossi & figli approved: Logo");
    }

    async fn new_lead_is_named(db: Database) {
        with_notifications(&db).await;
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let lead = deliver(&db.store, &form, r#"{"name": "Anna", "email": "a@b.it"}"#).await.lead_id.unwrap();
        let notice = next_notice(&db).await;
        assert_eq!((subject(&notice).as_str(), notice.target), ("lead: Anna", LinkTarget::Lead(lead)));
    }

    async fn read_messages_are_not_sent(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        db.clock.advance(MINUTE);
        db.store.mark_thread_read(&to_id("rossi"), "design", None).await.unwrap();
        assert_eq!(next_skip(&db).await, SkipReason::Read);

        reply(&db, "rossi", "rossi", "Uno").await;
        db.clock.advance(MINUTE);
        db.store.mark_read(&rossi, "rossi", None).await.unwrap();
        assert_eq!(next_skip(&db).await, SkipReason::Read);

        db.store.approve(&rossi, "logo", None).await.unwrap();
        db.clock.advance(MINUTE);
        db.store.mark_thread_read(&to_id("rossi"), "design", None).await.unwrap();
        assert_eq!(next_skip(&db).await, SkipReason::Read);

        // Only a part was read.
        post(&db, &rossi, "design", "Due").await;
        db.store.mark_thread_read(&to_id("rossi"), "design", None).await.unwrap();
        db.clock.advance(MINUTE);
        post(&db, &rossi, "design", "Tre").await;
        assert_eq!(messages(&next_notice(&db).await), ["Tre"]);
    }

    async fn receipt_of_another_channel_does_not_count(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        db.clock.advance(MINUTE);
        db.store.mark_thread_read(&to_id("rossi"), "build", None).await.unwrap();
        db.store.mark_read(&rossi, "design", None).await.unwrap();
        assert_eq!(messages(&next_notice(&db).await), ["Uno"]);
    }

    async fn answered_messages_are_not_sent(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        reply(&db, "rossi", "design", "Va bene").await;
        db.clock.advance(6 * MINUTE);
        let leased = super::lease(&db.store).await;
        let [to_agency, to_client] = leased.try_into().unwrap();
        let by_agency = if to_agency.recipient == Recipient::Admin { &to_agency } else { &to_client };
        assert_eq!(super::composed(&db, by_agency).await, Composed::Skip(SkipReason::Answered));
    }

    async fn deleted_phase_is_not_sent(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "build", "Uno").await;
        delete(&db, "site", "phase-build").await;
        assert_eq!(next_skip(&db).await, SkipReason::Deleted);
    }

    async fn deliverable_that_no_longer_waits_is_not_sent(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        let (site, id) = logo();
        send_logo_for_approval(&db).await;
        db.store.take_back(&site, &id, DeliverableStatus::InReview).await.unwrap();
        assert_eq!(next_skip(&db).await, SkipReason::Deleted);

        db.store.send_for_approval(&site, &id, DeliverableStatus::Pending).await.unwrap();
        let to_client = lease_one(&db).await;
        db.store.approve(&rossi, "logo", None).await.unwrap();
        assert_eq!(super::composed(&db, &to_client).await, Composed::Skip(SkipReason::Approved));
    }

    async fn lead_that_is_deleted_or_contacted_is_not_sent(db: Database) {
        with_notifications(&db).await;
        let form = source(&db.store, "form", SourceKind::Generic).await;
        let lead = deliver(&db.store, &form, r#"{"name": "Anna", "email": "a@b.it"}"#).await.lead_id.unwrap();
        db.store.move_lead(&lead, LeadStatus::New, LeadStatus::Contacted).await.unwrap();
        assert_eq!(next_skip(&db).await, SkipReason::Answered);
        let lead = deliver(&db.store, &form, r#"{"name": "Bea", "email": "b@b.it"}"#).await.lead_id.unwrap();
        db.store.delete_lead(&admin(), &lead).await.unwrap();
        assert_eq!(next_skip(&db).await, SkipReason::Deleted);
    }

    async fn recipient_without_address_or_wish_gets_none(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        for address in ["UPDATE client SET email = NULL", "UPDATE client SET email = 'rossi'"] {
            db.execute("UPDATE client SET email = 'rossi@example.it'").await;
            reply(&db, "rossi", "rossi", "Ciao").await;
            db.execute(address).await;
            assert_eq!(next_skip(&db).await, SkipReason::NoAddress, "{address}");
        }
        reply(&db, "rossi", "rossi", "Ciao").await;
        let to_client = Recipient::Client(rossi.person().id());
        db.store.set_frequency(&to_client, Frequency::Never).await.unwrap();
        assert_eq!(next_skip(&db).await, SkipReason::Never);
        post(&db, &rossi, "rossi", "Ciao").await;
        db.store.set_frequency(&Recipient::Admin, Frequency::Never).await.unwrap();
        assert_eq!(next_skip(&db).await, SkipReason::Never);
        reply(&db, "rossi", "rossi", "Ciao").await;
        post(&db, &rossi, "rossi", "Ciao").await;
        assert!(super::waiting(&db).await.is_empty());
    }

    async fn same_row_is_composed_again_as_before(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        let leased = lease_one(&db).await;
        let first = notice(super::composed(&db, &leased).await);
        assert_eq!(notice(super::composed(&db, &leased).await), first);
        assert_eq!(first.id, leased.id);
    }
}
