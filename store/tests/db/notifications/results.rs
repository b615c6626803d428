//! What became of e-mails.

use domain::audit::{Action, Actor, Filter};
use domain::notifications::{Frequency, NotificationState, SendingFailure, SendingResults};
use domain::people::ContactDraft;
use domain::{ClientDraft, EmailAddress};
use store::Outcome;

use super::{MINUTE, finish, lease_one, next_notice, post, reply, with_notifications};
use crate::support::{noon, on_both_databases, to_id};

on_both_databases! {
    async fn results_have_the_latest_success_and_failure(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        assert_eq!(db.store.sending_results().await.unwrap(), SendingResults::default());
        post(&db, &rossi, "design", "Uno").await;
        next_notice(&db).await;
        let sent = db.store.sending_results().await.unwrap();
        assert_eq!(sent.last_sent.map(domain::Timestamp::as_millis), Some(noon().as_millis() + 5 * MINUTE));
        assert_eq!(sent.last_failure, None);
        post(&db, &rossi, "rossi", "Due").await;
        let leased = lease_one(&db).await;
        finish(&db, &leased, Outcome::Retry("421 busy (connection)".to_owned())).await;
        let SendingFailure { is_retried, reply, .. } =
            db.store.sending_results().await.unwrap().last_failure.unwrap();
        assert_eq!((is_retried, reply.as_str()), (true, "421 busy (connection)"));
        db.clock.advance(MINUTE);
        let leased = lease_one(&db).await;
        finish(&db, &leased, Outcome::Failed("550 no (RCPT TO)".to_owned())).await;
        let failed = db.store.sending_results().await.unwrap().last_failure.unwrap();
        assert_eq!((failed.is_retried, failed.reply.as_str()), (false, "550 no (RCPT TO)"));
    }

    async fn test_email_counts_as_success_or_failure(db: Database) {
        db.store.store_test_email(Some("535 no (AUTH)".to_owned())).await.unwrap();
        let failed = db.store.sending_results().await.unwrap();
        assert_eq!(failed.last_failure.map(|failure| (failure.at, failure.reply)), Some((noon(), "535 no (AUTH)".to_owned())));
        db.clock.advance(MINUTE);
        db.store.store_test_email(None).await.unwrap();
        let sent = db.store.sending_results().await.unwrap();
        assert_eq!((sent.last_sent, sent.last_failure), (Some(db.store.clock().now()), None));
    }

    async fn another_address_ends_the_bounce(db: Database) {
        let (rossi, verdi) = with_notifications(&db).await;
        reply(&db, "rossi", "rossi", "Uno").await;
        let leased = lease_one(&db).await;
        finish(&db, &leased, Outcome::Failed("550 no (RCPT TO)".to_owned())).await;
        let bounce = async || db.store.person_results(&rossi.person().id()).await.unwrap().bounce;
        assert_eq!(bounce().await.as_deref(), Some("550 no (RCPT TO)"));
        assert_eq!(db.store.person_results(&verdi.person().id()).await.unwrap().bounce, None);
        let by = Actor::Admin("admin@example.it".to_owned());
        for (email, is_bounced) in [("rossi@example.it", true), ("new@example.it", false)] {
            let card = db.store.client_card(&to_id("rossi")).await.unwrap();
            let email = EmailAddress::parse(email).ok();
            let draft = ClientDraft { email, ..ClientDraft::from(&card.client) };
            db.store.save_client(&by, &to_id("rossi"), &draft, &card.version).await.unwrap();
            assert_eq!(bounce().await.is_some(), is_bounced);
        }
    }

    async fn another_address_of_a_contact_ends_their_bounce_alone(db: Database) {
        with_notifications(&db).await;
        db.import(r#"{"contacts": [{"id": "carla", "client_id": "rossi", "name": "Carla", "email": "carla@x.it"}]}"#).await;
        db.execute(
            "INSERT INTO notification (id, recipient, client_id, contact_id, thread, number, state, attempts, created_at, due_at, reason, \
               is_bounce, medium) \
             SELECT 'n-' || who, 'client', 'rossi', NULLIF(who, 'rossi'), 'channel:rossi:rossi', 1, 'failed', 1, 0, 0, '550 no', 1, \
               'email' \
             FROM (SELECT 'rossi' AS who UNION ALL SELECT 'carla') AS people",
        )
        .await;
        let bounces = async || {
            let of = async |id: &str| db.store.person_results(&id.parse().unwrap()).await.unwrap().bounce;
            let of_carla = of("rossi.carla").await;
            assert_eq!(db.store.contacts(&to_id("rossi")).await.unwrap()[0].bounce, of_carla);
            (of("rossi").await.is_some(), of_carla.is_some())
        };
        assert_eq!(bounces().await, (true, true));
        let by = Actor::Admin("admin@example.it".to_owned());
        let card = db.store.contacts(&to_id("rossi")).await.unwrap().remove(0);
        let email = EmailAddress::parse("nuova@x.it").ok();
        let draft = ContactDraft { email, notify: Frequency::Never, ..ContactDraft::from(&card.contact) };
        db.store.save_contact(&by, &to_id("carla"), &draft, &card.version).await.unwrap();
        assert_eq!(bounces().await, (true, false));
        let entry = db.store.audit(&Filter::default(), None).await.unwrap().items.remove(0);
        assert_eq!((entry.action, &*entry.subject_name), (Action::ClientNotificationsChanged, "Carla"));
    }

    async fn queue_has_what_is_not_sent(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "design", "Uno").await;
        next_notice(&db).await;
        reply(&db, "rossi", "rossi", "Due").await;
        let leased = lease_one(&db).await;
        finish(&db, &leased, Outcome::Failed("550 no".to_owned())).await;
        post(&db, &rossi, "design", "Tre").await;
        let queue = db.store.notification_queue().await.unwrap();
        let counts: Vec<_> = queue.counts.iter().map(|(state, count)| (state.as_str(), *count)).collect();
        assert_eq!(counts, [("waiting", 1), ("sending", 0), ("sent", 1), ("skipped", 0), ("failed", 1)]);
        let unsent: Vec<_> = queue.unsent.iter().map(|line| (line.state, line.topic.to_string())).collect();
        assert_eq!(
            unsent,
            [
                (NotificationState::Failed, "channel:rossi:rossi".to_owned()),
                (NotificationState::Waiting, "channel:rossi:design".to_owned()),
            ]
        );
    }
}
