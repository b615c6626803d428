//! Devices, and what is queued for them.

use std::time::Duration;

use domain::Timestamp;
use domain::notifications::{Frequency, Medium, Notification, NotificationState, Recipient, SkipReason};
use store::{AgencySession, Composed, DeviceOwner, Leased, NotificationSettings, Outcome, PushDevice};

use super::{
    MINUTE, admin, composed, finish, lease, next_notice, notice, post, reply, send_logo_for_approval, subject,
    with_notifications,
};
use crate::support::{Database, on_both_databases, to_id};

fn device(name: &str) -> PushDevice {
    PushDevice {
        endpoint: format!("https://push.example.com/{name}"),
        p256dh: format!("key of {name}"),
        auth: format!("secret of {name}"),
        account: None,
    }
}

fn agency_device(name: &str) -> PushDevice {
    PushDevice { account: Some("account".to_owned()), ..device(name) }
}

async fn session(db: &Database, id: &str) -> AgencySession {
    AgencySession { id: id.to_owned(), epoch: db.store.session_epoch().await.unwrap() }
}

fn client(id: &str) -> Recipient {
    Recipient::Client(id.parse().unwrap())
}

/// The client or contact `id`, as a request by their present address is let in.
async fn person_of_client(db: &Database, id: &str) -> DeviceOwner {
    let person = db.store.person_by_id(&id.parse().unwrap()).await.unwrap().unwrap();
    DeviceOwner::Client(db.store.authorize(person).unwrap())
}

async fn add(db: &Database, recipient: &Recipient, name: &str) {
    let (owner, device) = match recipient {
        Recipient::Admin | Recipient::Member(_) => {
            let session = session(db, "s-1").await;
            let account = recipient.member().is_none().then(|| "account".to_owned());
            let member = recipient.member().cloned();
            (DeviceOwner::Agency { session, member }, PushDevice { account, ..device(name) })
        }
        Recipient::Client(person) => (person_of_client(db, &person.to_string()).await, device(name)),
    };
    assert!(db.store.add_push_device(&owner, &device).await.unwrap());
}

/// Adds a device of the agency, unless the session has ended.
async fn add_to(db: &Database, session: &AgencySession, name: &str) -> bool {
    let owner = DeviceOwner::Agency { session: session.clone(), member: None };
    db.store.add_push_device(&owner, &agency_device(name)).await.unwrap()
}

/// How many devices two sessions have.
async fn devices_of_sessions(db: &Database) -> [i64; 2] {
    [
        db.number("SELECT COUNT(*) FROM push_subscription WHERE session_id = 's-1'").await,
        db.number("SELECT COUNT(*) FROM push_subscription WHERE session_id = 's-2'").await,
    ]
}

async fn devices(db: &Database) -> i64 {
    db.number("SELECT COUNT(*) FROM push_subscription").await
}

/// `medium due` of all waiting rows, oldest first; `due` in seconds from now.
async fn waiting(db: &Database) -> Vec<(Medium, i64)> {
    let lines = db.store.notifications(Some(NotificationState::Waiting)).await.unwrap();
    let now = db.store.clock().now().as_millis();
    lines.iter().rev().map(|line| (line.medium, (line.due_at.as_millis() - now) / 1000)).collect()
}

/// The one row for devices that is due a minute from now.
async fn lease_push(db: &Database) -> Leased {
    db.clock.advance(MINUTE);
    let [leased] = lease(&db.store).await.try_into().unwrap();
    assert_eq!(leased.medium, Medium::Push);
    leased
}

async fn next_push(db: &Database) -> (Notification, Vec<PushDevice>) {
    let leased = lease_push(db).await;
    match composed(db, &leased).await {
        Composed::Push(notice, devices) => {
            finish(db, &leased, Outcome::Sent { subject: subject(&notice) }).await;
            (*notice, devices)
        }
        other => panic!("{other:?}"),
    }
}

async fn next_skipped_push(db: &Database) -> SkipReason {
    let leased = lease_push(db).await;
    match composed(db, &leased).await {
        Composed::Skip(reason) => {
            finish(db, &leased, Outcome::Skipped(reason)).await;
            reason
        }
        other => panic!("{other:?}"),
    }
}

on_both_databases! {
    async fn event_is_queued_once_for_each_medium(db: Database) {
        let (rossi, verdi) = with_notifications(&db).await;
        add(&db, &Recipient::Admin, "desk").await;
        post(&db, &rossi, "design", "Uno").await;
        post(&db, &rossi, "design", "Due").await;
        assert_eq!(waiting(&db).await, [(Medium::Email, 300), (Medium::Push, 60)]);
        reply(&db, "verdi", "screens", "Hello").await;
        assert_eq!(waiting(&db).await.len(), 3);
        add(&db, &client("verdi"), "phone").await;
        reply(&db, "verdi", "screens", "Hello again").await;
        assert_eq!(waiting(&db).await.len(), 4);
        post(&db, &verdi, "screens", "Hi").await;
        assert_eq!(waiting(&db).await.len(), 6);
    }

    async fn push_of_a_minute_and_email_of_five_say_the_same(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        add(&db, &Recipient::Admin, "desk").await;
        add(&db, &Recipient::Admin, "phone").await;
        add(&db, &client("rossi"), "other").await;
        post(&db, &rossi, "design", "Uno").await;
        let (push, devices) = next_push(&db).await;
        assert_eq!((subject(&push).as_str(), push.recipient), ("1 messages from Rossi", Recipient::Admin));
        assert_eq!(push.target.path(), "/admin/inbox/rossi?channel=design");
        assert_eq!(devices, [agency_device("desk"), agency_device("phone")]);
        post(&db, &rossi, "design", "Due").await;
        assert_eq!(subject(&next_push(&db).await.0), "1 messages from Rossi");
        db.clock.advance(-2 * MINUTE);
        assert_eq!(subject(&next_notice(&db).await), "2 messages from Rossi");
    }

    async fn devices_are_notified_without_mail_server_or_wish_for_emails(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        db.store.enable_notifications(NotificationSettings { after: Duration::from_mins(5), agency: None });
        post(&db, &rossi, "rossi", "Ciao").await;
        assert!(waiting(&db).await.is_empty());
        add(&db, &Recipient::Admin, "desk").await;
        db.store.set_frequency(&Recipient::Admin, Frequency::Never).await.unwrap();
        db.clock.advance(1);
        post(&db, &rossi, "rossi", "Ciao").await;
        assert_eq!(waiting(&db).await, [(Medium::Push, 60)]);
        assert_eq!(next_push(&db).await.0.events.len(), 1);
    }

    async fn emails_wait_for_a_process_that_can_send_them(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        post(&db, &rossi, "rossi", "Ciao").await;
        db.clock.advance(5 * MINUTE);
        let other = db.another_process(db.clock.clone()).await;
        other.enable_notifications(NotificationSettings { after: Duration::from_mins(5), agency: None });
        assert!(lease(&other).await.is_empty());
        assert_eq!(lease(&db.store).await.len(), 1);
    }

    async fn what_was_seen_within_a_minute_is_not_pushed(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        add(&db, &Recipient::Admin, "desk").await;
        post(&db, &rossi, "design", "Ciao").await;
        db.clock.advance(1);
        reply(&db, "rossi", "design", "Eccomi").await;
        assert_eq!(next_skipped_push(&db).await, SkipReason::Answered);
    }

    async fn quiet_hours_hold_a_push(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        add(&db, &Recipient::Admin, "desk").await;
        // It is 13:00 in Rome.
        db.store.set_setting("quiet_hours", "12:00-15:00").await.unwrap();
        post(&db, &rossi, "design", "Ciao").await;
        assert_eq!(waiting(&db).await, [(Medium::Email, 7200), (Medium::Push, 7200)]);
    }

    async fn device_that_is_gone_is_skipped(db: Database) {
        let (rossi, _) = with_notifications(&db).await;
        add(&db, &Recipient::Admin, "desk").await;
        post(&db, &rossi, "design", "Ciao").await;
        db.store.remove_push_device(&Recipient::Admin, &device("desk").endpoint).await.unwrap();
        assert_eq!(next_skipped_push(&db).await, SkipReason::NoDevice);
        post(&db, &rossi, "design", "Ancora").await;
        assert!(!waiting(&db).await.iter().any(|(medium, _)| *medium == Medium::Push));
    }

    async fn one_browser_shows_notifications_of_several_people(db: Database) {
        with_notifications(&db).await;
        for recipient in [Recipient::Admin, client("rossi"), client("verdi")] {
            add(&db, &recipient, "shared").await;
            add(&db, &recipient, "shared").await;
        }
        assert_eq!(devices(&db).await, 3);
        db.store.remove_push_device(&client("rossi"), &device("shared").endpoint).await.unwrap();
        assert_eq!(devices(&db).await, 2);
        db.store.forget_push_device(&device("shared").endpoint).await.unwrap();
        assert_eq!(devices(&db).await, 0);
    }

    async fn twenty_first_device_replaces_the_oldest(db: Database) {
        with_notifications(&db).await;
        for number in 0..21 {
            add(&db, &client("rossi"), &number.to_string()).await;
        }
        add(&db, &Recipient::Admin, "desk").await;
        send_logo_for_approval(&db).await;
        let (push, devices) = next_push(&db).await;
        assert_eq!(subject(&push), "to approve: Logo");
        assert_eq!((devices.len(), &devices[0]), (20, &device("1")));
    }

    async fn devices_end_with_the_client_and_with_what_let_them_in(db: Database) {
        with_notifications(&db).await;
        let agency = Recipient::Admin;
        for recipient in [&client("rossi"), &client("verdi"), &agency] {
            add(&db, recipient, "phone").await;
        }
        let card = db.store.client_card(&to_id("rossi")).await.unwrap();
        let mut late = vec![person_of_client(&db, "rossi").await];
        db.store.rotate_token(&admin(), &to_id("rossi"), &card.token_version).await.unwrap();
        assert_eq!(devices(&db).await, 2);
        add(&db, &client("rossi"), "phone").await;
        late.push(person_of_client(&db, "rossi").await);
        db.store.new_slug(&admin(), &to_id("rossi"), &card.slug_version).await.unwrap();
        // Requests that were let in before the address changed.
        for owner in late {
            assert!(!db.store.add_push_device(&owner, &device("late")).await.unwrap());
            assert!(!db.store.renew_push_device(&owner, &device("phone")).await.unwrap());
        }
        assert_eq!(devices(&db).await, 2);
        db.execute("DELETE FROM client WHERE id = 'verdi'").await;
        assert_eq!(devices(&db).await, 1);
        db.store.end_every_session(&admin()).await.unwrap();
        assert_eq!(devices(&db).await, 0);
    }

    async fn devices_belong_to_one_contact_or_member(db: Database) {
        db.with_workspace().await;
        db.import(r#"{"contacts": [{"id": "carla", "client_id": "rossi", "name": "Carla", "token": "carla-token-carla-token"}],
            "members": [{"id": "luca", "name": "Luca", "email": "luca@x.it", "role": "member"},
                {"id": "marta", "name": "Marta", "email": "marta@x.it", "role": "owner"}]}"#).await;
        let [luca, marta] = ["luca", "marta"].map(|id| Recipient::Member(to_id(id)));
        let (agency, carla) = (Recipient::Admin, client("rossi.carla"));
        for recipient in [&client("rossi"), &carla, &agency, &luca, &marta] {
            add(&db, recipient, "phone").await;
        }
        assert_eq!(devices(&db).await, 5, "one browser shows those of several people");
        let card = db.store.contacts(&to_id("rossi")).await.unwrap().remove(0);
        let late = person_of_client(&db, "rossi.carla").await;
        db.store.rotate_contact_token(&admin(), &card.contact.id, &card.token_version).await.unwrap();
        assert!(!db.store.add_push_device(&late, &device("phone")).await.unwrap());
        assert_eq!(db.number("SELECT COUNT(*) FROM push_subscription WHERE contact_id = 'carla'").await, 0);
        assert_eq!(devices(&db).await, 4);
        // Marta signs in where Luca and the environment's account were: theirs end.
        db.store.take_over_devices("s-1", "s-2", Some(&to_id("marta"))).await.unwrap();
        assert_eq!(devices_of_sessions(&db).await, [0, 1]);
        db.store.delete_member(&admin(), &to_id("marta")).await.unwrap();
        assert_eq!(devices(&db).await, 1, "the client’s own");
    }

    async fn devices_of_the_agency_end_with_their_session(db: Database) {
        db.with_workspace().await;
        let (one, two) = (session(&db, "s-1").await, session(&db, "s-2").await);
        assert!(add_to(&db, &one, "desk").await && add_to(&db, &two, "phone").await);
        add(&db, &client("rossi"), "own").await;
        db.store.revoke_session("s-1", Timestamp::MAX).await.unwrap();
        assert_eq!((devices_of_sessions(&db).await, devices(&db).await), ([0, 1], 2));
        // A request that was let in before its session ended.
        assert!(!add_to(&db, &one, "desk").await);
        let late = DeviceOwner::Agency { session: one, member: None };
        assert!(!db.store.renew_push_device(&late, &agency_device("phone")).await.unwrap());
        db.store.end_every_session(&admin()).await.unwrap();
        assert!(!add_to(&db, &two, "phone").await);
        assert_eq!((devices_of_sessions(&db).await, devices(&db).await), ([0, 0], 1));
    }

    async fn device_moves_to_the_session_that_renews_it_or_takes_it_over(db: Database) {
        let (one, two) = (session(&db, "s-1").await, session(&db, "s-2").await);
        assert!(add_to(&db, &one, "desk").await && add_to(&db, &one, "phone").await);
        let two = DeviceOwner::Agency { session: two, member: None };
        assert!(db.store.renew_push_device(&two, &agency_device("desk")).await.unwrap());
        assert!(!db.store.renew_push_device(&two, &agency_device("tablet")).await.unwrap());
        assert_eq!(devices_of_sessions(&db).await, [1, 1]);
        db.store.take_over_devices("s-1", "s-2", None).await.unwrap();
        assert_eq!(devices_of_sessions(&db).await, [0, 2]);
    }

    async fn devices_of_other_accounts_are_deleted(db: Database) {
        db.with_workspace().await;
        add(&db, &client("rossi"), "own").await;
        let owner = DeviceOwner::Agency { session: session(&db, "s-1").await, member: None };
        for account in ["now", "now, signed before", "another"] {
            let device = PushDevice { account: Some(account.to_owned()), ..device(account) };
            assert!(db.store.add_push_device(&owner, &device).await.unwrap());
        }
        for _ in 0..2 {
            db.store.keep_devices_of_account("now", |account| account.starts_with("now")).await.unwrap();
            assert_eq!(db.number("SELECT COUNT(*) FROM push_subscription WHERE account = 'now'").await, 2);
            assert_eq!(devices(&db).await, 3);
        }
    }

    async fn processes_agree_on_one_key(db: Database) {
        let other = db.another_process(db.clock.clone()).await;
        let (one, two) = tokio::join!(
            db.store.push_key(|| "one".to_owned()),
            other.push_key(|| "two".to_owned()),
        );
        assert_eq!(one.unwrap(), two.unwrap());
    }

    async fn push_is_no_bounce_and_not_the_last_email(db: Database) {
        with_notifications(&db).await;
        add(&db, &client("rossi"), "phone").await;
        reply(&db, "rossi", "rossi", "Ciao").await;
        let leased = lease_push(&db).await;
        finish(&db, &leased, Outcome::Failed("403".to_owned())).await;
        let failed = db.store.notifications(Some(NotificationState::Failed)).await.unwrap();
        assert!(!failed[0].is_bounce);
        let last = db.store.last_notification(&"rossi".parse().unwrap()).await.unwrap().unwrap();
        assert_eq!(last.medium, Medium::Email);
        db.clock.advance(4 * MINUTE);
        let [email] = lease(&db.store).await.try_into().unwrap();
        notice(composed(&db, &email).await);
    }
}
