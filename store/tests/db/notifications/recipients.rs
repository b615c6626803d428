//! Notifications of each person: the contacts of a client, and the members of the agency.

use domain::id::MemberId;
use domain::leads::SourceKind;
use domain::notifications::{
    AgencyKind, Frequency, MemberNotifications, NotificationEvent, NotificationState, QuietHours, SkipReason,
};
use domain::{ContactDraft, Form, Role};
use serde_json::json;
use store::{ClientScope, Composed};

use super::{
    MINUTE, admin, composed, lease, next_skip, post, reply, sent_besides_skipped, sent_now, skipped_now, subject,
    waiting, with_notifications,
};
use crate::sources::{deliver, source};
use crate::support::{Database, on_both_databases, to_id};

/// Rossi has four contacts, of whom two want e-mails and have an address. Returns Rossi and Carla.
async fn with_contacts(db: &Database) -> (ClientScope, ClientScope) {
    let (rossi, _) = with_notifications(db).await;
    let contact = |id: &str, email: Option<&str>, notify: &str| {
        json!({"id": id, "client_id": "rossi", "name": id, "email": email, "notify": notify,
            "token": format!("{id}-token-{id}-token"), "created_at": "2026-01-01"})
    };
    let contacts = [
        contact("carla", Some("carla@rossi.it"), "now"),
        contact("dino", Some("dino@rossi.it"), "daily"),
        contact("elsa", None, "now"),
        contact("fabio", Some("fabio@rossi.it"), "never"),
    ];
    db.import(&json!({ "contacts": contacts }).to_string()).await;
    let carla = db.store.client_by_token("carla-token-carla-token").await.unwrap();
    (rossi, carla)
}

/// Two members who have accepted, one who has not, and one who is disabled.
async fn with_members(db: &Database) -> ClientScope {
    let (rossi, _) = with_notifications(db).await;
    let member = |id: &str, role: &str, password: bool, disabled_at: Option<&str>| {
        let hash = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$MTIzNDU2Nzg5MDEyMzQ1Ng";
        json!({"id": id, "name": id, "email": format!("{id}@studio.it"), "role": role,
            "password_hash": password.then_some(hash), "disabled_at": disabled_at})
    };
    let members = [
        member("luca", "member", true, None),
        member("marta", "owner", true, None),
        member("piera", "owner", false, None),
        member("ugo", "member", true, Some("2026-01-02")),
    ];
    db.import(&json!({ "members": members }).to_string()).await;
    rossi
}

async fn assign(db: &Database, members: &[&str]) {
    let members: Vec<MemberId> = members.iter().map(|id| to_id(id)).collect();
    db.store.assign_client(&to_id("rossi"), None, &members).await.unwrap();
}

/// Of what is due in a few minutes: the address it is sent to, or the person and why it is not. Nothing is left.
async fn results(db: &Database) -> Vec<String> {
    db.clock.advance(6 * MINUTE);
    let mut results = Vec::new();
    for leased in lease(&db.store).await {
        results.push(match composed(db, &leased).await {
            Composed::Email(_, address) => address.as_str().to_owned(),
            Composed::Skip(reason) => format!("{} {reason}", leased.recipient.person()),
            other => panic!("{other:?}"),
        });
    }
    db.execute("DELETE FROM notification").await;
    results.sort();
    results
}

on_both_databases! {
    async fn each_person_of_a_client_is_notified_by_their_own_preferences(db: Database) {
        let (_, carla) = with_contacts(&db).await;
        reply(&db, "rossi", "design", "Ciao").await;
        let topic = "channel:rossi:design";
        assert_eq!(waiting(&db).await, ["client", "carla", "dino"].map(|who| format!("{who} {topic}")));
        assert_eq!(results(&db).await, ["carla@rossi.it", "rossi@example.it"], "Dino’s waits for the morning");
        post(&db, &carla, "design", "Grazie").await;
        assert_eq!(waiting(&db).await, [format!("admin {topic}")], "nobody is notified of what their own side wrote");
    }

    async fn message_seen_by_one_person_is_still_sent_to_others(db: Database) {
        let (rossi, carla) = with_contacts(&db).await;
        reply(&db, "rossi", "rossi", "Uno").await;
        reply(&db, "rossi", "design", "Due").await;
        db.store.mark_read(&carla, "rossi", None).await.unwrap();
        post(&db, &rossi, "design", "Visto").await;
        db.execute("DELETE FROM notification WHERE recipient = 'admin'").await;
        let expected = [" answered", "carla read", "carla@rossi.it", "rossi@example.it"];
        assert_eq!(results(&db).await, expected);
    }

    async fn notification_of_a_contact_reveals_no_slug_and_no_token(db: Database) {
        with_contacts(&db).await;
        db.execute("DELETE FROM contact WHERE id <> 'carla'").await;
        db.execute("UPDATE client SET notify = 'never'").await;
        reply(&db, "rossi", "design", "Ciao").await;
        db.clock.advance(5 * MINUTE);
        let [notice] = sent_now(&db).await.try_into().unwrap();
        let path = notice.target.path();
        assert!(path.starts_with("/c/rossi.carla.") && path.ends_with("?project=site&channel=design#conversation"), "{path}");
        assert!(notice.preferences_path().starts_with("/c/rossi.carla."));
        for secret in ["rossi-a1b2", "carla-token", "rossi-token"] {
            assert!(!format!("{:?}", notice.target).contains(secret), "{secret}");
        }
        let key = path.trim_start_matches("/c/").split_once('?').unwrap().0.to_owned();
        assert!(db.store.person_by_link(&key).await.unwrap().is_some());
    }

    async fn contact_is_invited_when_created_and_can_be_invited_again(db: Database) {
        with_notifications(&db).await;
        let form = Form::default().with("name", Some("Carla")).with("email", Some("carla@rossi.it"));
        let draft = ContactDraft::read(&form).unwrap();
        let (carla, rossi) = (to_id("carla"), to_id("rossi"));
        // Sent again with the invitation that was forgotten, and then once more.
        for invitation in [None, Some("Benvenuta."), Some("Benvenuta.")] {
            db.store.create_contact(&carla, &rossi, &draft, invitation).await.unwrap();
        }
        let sent = sent_now(&db).await;
        assert_eq!(sent.len(), 1);
        assert_eq!(sent[0].events, [NotificationEvent::Invitation { text: "Benvenuta.".to_owned(), needs_code: false }]);
        let card = db.store.contacts(&rossi).await.unwrap().remove(0);
        assert_eq!(card.invited_at, Some(db.store.clock().now()));
        for _ in 0..2 {
            db.clock.advance(1_000);
            db.store.invite_contact(&carla, "Ancora.", &card.invitation_version).await.unwrap();
        }
        assert_eq!(sent_now(&db).await.len(), 1);
    }

    async fn five_hundred_contacts_are_notified_at_once(db: Database) {
        with_notifications(&db).await;
        let contact = |number: usize| {
            json!({"id": format!("c{number}"), "client_id": "rossi", "name": "C", "email": format!("c{number}@rossi.it")})
        };
        db.import(&json!({"contacts": (0..500).map(contact).collect::<Vec<_>>()}).to_string()).await;
        reply(&db, "rossi", "design", "Ciao").await;
        assert_eq!(db.number("SELECT COUNT(*) FROM notification WHERE recipient = 'client'").await, 501);
    }

    async fn deleted_contact_gets_no_pending_notification(db: Database) {
        with_contacts(&db).await;
        reply(&db, "rossi", "design", "Ciao").await;
        db.store.delete_contact(&admin(), &to_id("carla")).await.unwrap();
        assert_eq!(results(&db).await, ["rossi@example.it"]);
    }

    async fn assigned_members_are_notified_else_all(db: Database) {
        let rossi = with_members(&db).await;
        for (assigned, channel, expected) in [
            (&[][..], "rossi", &["admin", "luca", "marta"][..]),
            (&["luca"], "design", &["luca"]),
            (&["ugo"], "build", &["admin", "luca", "marta"]),
        ] {
            assign(&db, assigned).await;
            post(&db, &rossi, channel, "Ciao").await;
            let expected: Vec<_> = expected.iter().map(|who| format!("{who} channel:rossi:{channel}")).collect();
            assert_eq!(waiting(&db).await, expected, "{assigned:?}");
            db.execute("DELETE FROM notification").await;
        }
        // Whoever wants no e-mails still looks after the client.
        db.execute("UPDATE member SET notify = 'never' WHERE id = 'luca'").await;
        db.store.set_setting("notify", "now").await.unwrap();
        assign(&db, &["luca"]).await;
        post(&db, &rossi, "design", "Ciao").await;
        assert!(waiting(&db).await.is_empty());
    }

    async fn thread_read_by_agency_notifies_no_member_and_disabled_members_get_nothing(db: Database) {
        let rossi = with_members(&db).await;
        post(&db, &rossi, "design", "Ciao").await;
        db.store.set_member_disabled(&admin(), &to_id("luca"), true).await.unwrap();
        assert_eq!(results(&db).await, ["luca deleted", "marta@studio.it", "studio@example.it"]);
        post(&db, &rossi, "build", "Ciao").await;
        db.store.mark_thread_read(rossi.id(), "build", None).await.unwrap();
        assert_eq!(results(&db).await, [" read", "marta read"]);
    }

    async fn waiting_notification_follows_reassignment(db: Database) {
        let rossi = with_members(&db).await;
        assign(&db, &["luca"]).await;
        post(&db, &rossi, "design", "Ciao").await;
        assign(&db, &["marta"]).await;
        assert_eq!(next_skip(&db).await, SkipReason::Reassigned);
        assert_eq!(waiting(&db).await, ["marta channel:rossi:design"]);
        let [notice] = sent_now(&db).await.try_into().unwrap();
        assert_eq!((subject(&notice).as_str(), waiting(&db).await), ("1 messages from Rossi", vec![]));
        assign(&db, &["luca", "marta"]).await;
        post(&db, &rossi, "build", "Ciao").await;
        assign(&db, &["marta"]).await;
        db.clock.advance(5 * MINUTE);
        assert_eq!(sent_besides_skipped(&db).await.len(), 1);
        assert!(waiting(&db).await.is_empty(), "Marta is told once");

        // Who has a later row is told of the earlier event as well.
        assign(&db, &["luca"]).await;
        post(&db, &rossi, "rossi", "Uno").await;
        db.clock.advance(3 * MINUTE);
        assign(&db, &["marta"]).await;
        post(&db, &rossi, "rossi", "Due").await;
        db.clock.advance(2 * MINUTE);
        assert_eq!(sent_besides_skipped(&db).await.len(), 0);
        let [notice] = sent_now(&db).await.try_into().unwrap();
        assert_eq!(subject(&notice), "2 messages from Rossi");

        // What was skipped was not told.
        assign(&db, &["luca"]).await;
        post(&db, &rossi, "rossi", "Tre").await;
        assign(&db, &["marta"]).await;
        assert_eq!(next_skip(&db).await, SkipReason::Reassigned);
        assign(&db, &["luca"]).await;
        assert_eq!(skipped_now(&db).await, SkipReason::Reassigned);
        assert_eq!(sent_now(&db).await.len(), 1, "it comes back to Luca");
    }

    async fn member_chooses_kinds_and_quiet_hours(db: Database) {
        let rossi = with_members(&db).await;
        let luca: MemberId = to_id("luca");
        let seen = db.store.member_notifications(&luca).await.unwrap();
        assert_eq!(seen.record.kinds, AgencyKind::DEFAULT);
        let chosen = MemberNotifications {
            notify: Frequency::Now,
            kinds: vec![AgencyKind::Leads],
            // 13:00 in Rome.
            quiet_hours: "12:30-13:30".parse::<QuietHours>().unwrap(),
        };
        db.store.save_member_notifications(&luca, &chosen, &seen.version).await.unwrap();
        let other = MemberNotifications { notify: Frequency::Daily, ..chosen.clone() };
        db.store.save_member_notifications(&luca, &other, &seen.version).await.unwrap_err();
        assert_eq!(db.store.member_notifications(&luca).await.unwrap().record, chosen);
        let all = db.store.notified_members().await.unwrap();
        let usual = MemberNotifications { kinds: AgencyKind::DEFAULT.to_vec(), ..seen.record };
        let all: Vec<_> = all.iter().map(|(member, chosen)| (member.id.as_str(), chosen)).collect();
        assert_eq!(all, [("luca", &chosen), ("marta", &usual)]);
        assign(&db, &["luca"]).await;
        post(&db, &rossi, "design", "Ciao").await;
        assert!(waiting(&db).await.is_empty());
        let form = source(&db.store, "form", SourceKind::Generic).await;
        deliver(&db.store, &form, r#"{"name": "Anna", "email": "a@b.it"}"#).await;
        assert_eq!(waiting(&db).await, ["admin leads:form", "luca leads:form", "marta leads:form"]);
        let lines = db.store.notifications(Some(NotificationState::Waiting)).await.unwrap();
        let luca = lines.iter().find(|line| line.person.as_deref() == Some("luca")).unwrap();
        assert_eq!(luca.due_at.to_string(), "2026-11-20T12:30:00.000Z");
    }

    async fn notifications_of_removed_member_go_to_admin_account(db: Database) {
        let rossi = with_members(&db).await;
        assign(&db, &["luca", "marta"]).await;
        post(&db, &rossi, "design", "A due").await;
        assign(&db, &["luca"]).await;
        post(&db, &rossi, "rossi", "A Luca").await;
        let of = |name: &str, lines: Vec<String>| lines.into_iter().filter(|line| line.starts_with(name)).collect::<Vec<_>>();
        let own = of("luca", waiting(&db).await);
        assert_eq!((own.len(), of("admin", waiting(&db).await).len()), (2, 0));
        db.store.set_member_disabled(&admin(), &to_id("luca"), true).await.unwrap();
        let handed_over = of("admin", waiting(&db).await);
        assert_eq!(handed_over.len(), 1, "Marta is told the other one: {handed_over:?}");
        assert!(own.contains(&handed_over[0].replacen("admin", "luca", 1)) && handed_over[0].ends_with("rossi"));
        assign(&db, &["marta"]).await;
        post(&db, &rossi, "build", "A Marta").await;
        db.store.delete_member(&admin(), &to_id("marta")).await.unwrap();
        assert_eq!(of("admin", waiting(&db).await).len(), 3);
    }

    async fn source_trouble_is_sent_to_owners_only(db: Database) {
        with_members(&db).await;
        let form = source(&db.store, "form", SourceKind::Generic).await;
        deliver(&db.store, &form, "no JSON").await;
        db.store.queue_source_trouble().await.unwrap();
        assert_eq!(waiting(&db).await, ["admin source:form", "marta source:form"]);
        db.store.set_member_role(&admin(), &to_id("marta"), Role::Member).await.unwrap();
        assert_eq!(results(&db).await, ["marta reassigned", "studio@example.it"]);
    }
}
