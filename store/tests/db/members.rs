//! Members of the agency: their records, the addresses that set a password, and what ends their sessions.

use domain::audit::{Actor, Filter};
use domain::overview::{AgendaKind, ClientFilter, News, Sort};
use domain::{
    DomainError, EmailAddress, Member, MemberDraft, MemberKey, PasswordHash, Problem, Problems, Role, Timestamp,
};
use serde_json::json;
use store::{AgencySession, Clock as _, DeviceOwner, PushDevice};

use crate::support::{Database, WORKSPACE, on_both_databases, to_id};

pub(crate) fn hash(text: &str) -> PasswordHash {
    PasswordHash::parse(format!("$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0${text:A<22}")).unwrap()
}

pub(crate) fn owner() -> Actor {
    Actor::Admin("studio@example.it".into())
}

pub(crate) async fn invite(db: &Database, name: &str) -> (Member, String) {
    let email = EmailAddress::parse(&format!("{name}@example.it")).unwrap();
    let draft = MemberDraft { name: name.to_owned(), email, role: Role::Member };
    db.store.add_member(&owner(), &draft).await.unwrap()
}

async fn audited(db: &Database) -> Vec<String> {
    let page = db.store.audit(&Filter::default(), None).await.unwrap();
    let lines = page.items.iter().map(|entry| format!("{} {} {}", entry.actor_name, entry.action, entry.subject_name));
    let mut lines: Vec<_> = lines.collect();
    lines.reverse();
    lines
}

on_both_databases! {
    async fn join_key_sets_one_password_within_seven_days(db: Database) {
        let (luca, key) = invite(&db, "luca").await;
        let taken = db.store.add_member(&owner(), &MemberDraft {
            name: "Un altro".into(), email: luca.email.clone(), role: Role::Owner,
        }).await;
        assert!(matches!(taken, Err(store::Error::Invalid(found)) if found == Problems::one("email", Problem::Taken)));
        assert!(!luca.is_active());
        assert_eq!(db.store.member_of_key(MemberKey::Reset, &key).await.unwrap(), None);
        db.clock.advance(7 * 24 * 60 * 60 * 1_000);
        assert_eq!(db.store.member_of_key(MemberKey::Join, &key).await.unwrap(), None);
        assert_eq!(db.store.use_member_key(MemberKey::Join, &key, hash("a")).await.unwrap(), None);

        let renewed = db.store.renew_member_key(&owner(), &luca.id, MemberKey::Join).await.unwrap();
        assert_eq!(db.store.member_of_key(MemberKey::Join, &renewed).await.unwrap(), Some(luca.clone()));
        let joined = db.store.use_member_key(MemberKey::Join, &renewed, hash("b")).await.unwrap().unwrap();
        assert!(joined.is_active());
        assert_eq!(db.store.member_by_email("luca@example.it").await.unwrap(), Some(joined));
        assert_eq!(db.store.use_member_key(MemberKey::Join, &renewed, hash("c")).await.unwrap(), None);
        assert!(db.store.renew_member_key(&owner(), &luca.id, MemberKey::Join).await.is_err(), "it was accepted");
        assert_eq!(audited(&db).await, [
            "studio@example.it member_invited luca",
            "studio@example.it member_invited luca",
            "luca member_joined luca",
        ]);
        let stored = db.store.export().await.unwrap();
        assert!(!String::from_utf8(stored).unwrap().contains(&renewed));
    }

    async fn one_of_many_requests_with_a_key_sets_the_password(db: Database) {
        let (_, key) = invite(&db, "luca").await;
        let requests = (0..8).map(|_| {
            let (store, key) = (db.store.clone(), key.clone());
            tokio::spawn(async move { store.use_member_key(MemberKey::Join, &key, hash("a")).await.unwrap().is_some() })
        });
        let requests: Vec<_> = requests.collect();
        let mut accepted = 0;
        for request in requests {
            accepted += i32::from(request.await.unwrap());
        }
        assert_eq!(accepted, 1);
    }

    async fn reset_key_is_valid_for_an_hour_and_not_for_disabled_members(db: Database) {
        let (luca, key) = invite(&db, "luca").await;
        db.store.use_member_key(MemberKey::Join, &key, hash("a")).await.unwrap().unwrap();
        let key = db.store.renew_member_key(&owner(), &luca.id, MemberKey::Reset).await.unwrap();
        db.clock.advance(60 * 60 * 1_000 - 1);
        assert!(db.store.member_of_key(MemberKey::Reset, &key).await.unwrap().is_some());
        db.clock.advance(1);
        assert!(db.store.member_of_key(MemberKey::Reset, &key).await.unwrap().is_none());
        let key = db.store.renew_member_key(&owner(), &luca.id, MemberKey::Reset).await.unwrap();
        db.store.set_member_disabled(&owner(), &luca.id, true).await.unwrap();
        assert_eq!(db.store.member_of_key(MemberKey::Reset, &key).await.unwrap(), None);
        assert_eq!(db.store.use_member_key(MemberKey::Reset, &key, hash("b")).await.unwrap(), None);
        assert!(db.store.renew_member_key(&owner(), &luca.id, MemberKey::Reset).await.is_err());
        db.store.set_member_disabled(&owner(), &luca.id, false).await.unwrap();
        assert!(db.store.use_member_key(MemberKey::Reset, &key, hash("b")).await.unwrap().is_some());
    }

    async fn stranger_gets_one_reset_in_ten_minutes_sent_to_a_member(db: Database) {
        let (luca, key) = invite(&db, "luca").await;
        let ask = async || db.store.request_password_reset(Some("192.0.2.1".to_owned()), &luca.id).await.unwrap();
        assert_eq!(ask().await, None, "who has not joined has an invitation");
        db.store.use_member_key(MemberKey::Join, &key, hash("a")).await.unwrap().unwrap();
        let sent = ask().await.unwrap();
        db.clock.advance(10 * 60_000 - 1);
        assert_eq!(ask().await, None);
        assert!(db.store.member_of_key(MemberKey::Reset, &sent).await.unwrap().is_some(), "it is still valid");
        db.clock.advance(1);
        assert!(ask().await.is_some());
        let of_stranger = "192.0.2.1 password_reset_issued luca".to_owned();
        assert_eq!(audited(&db).await[2..], [of_stranger.clone(), of_stranger]);
        // What strangers cause is not kept for ever.
        db.clock.advance(90 * 24 * 60 * 60_000 + 1);
        ask().await.unwrap();
        assert_eq!(audited(&db).await.len(), 3);
        db.store.set_member_disabled(&owner(), &luca.id, true).await.unwrap();
        db.clock.advance(10 * 60_000);
        assert_eq!(ask().await, None);
    }

    async fn previews_and_devices_of_a_member_end_with_their_sessions(db: Database) {
        let (rossi, _) = db.with_workspace().await;
        let session = |id: &str, epoch: &str| AgencySession { id: id.to_owned(), epoch: epoch.to_owned() };
        let epoch = db.store.session_epoch().await.unwrap();
        let begin = async |id: &str, member: &Member| {
            let expired = Timestamp::from_millis(db.clock.now().as_millis() - 7 * 24 * 60 * 60_000);
            db.store.list_session(id, Some(&member.id), "Firefox", expired).await.unwrap();
            let owner = DeviceOwner::Agency { session: session(id, &epoch), member: Some(member.id.clone()) };
            let device = PushDevice { endpoint: format!("https://push.example/{id}"), p256dh: "k".into(), auth: "s".into(), account: None };
            assert!(db.store.add_push_device(&owner, &device).await.unwrap());
            db.store.preview_credential(rossi.id(), &session(id, &epoch)).await.unwrap()
        };
        let reads = async |preview: &str| db.store.viewer_by_credential(preview).await.is_ok();
        let devices = async || db.number("SELECT COUNT(*) FROM push_subscription").await;
        let (luca, key) = invite(&db, "luca").await;
        db.store.use_member_key(MemberKey::Join, &key, hash("a")).await.unwrap().unwrap();
        // A session that has expired is not listed any more; its device goes on.
        begin("old", &luca).await;
        db.clock.advance(8 * 24 * 60 * 60_000);
        let (first, own) = (begin("first", &luca).await, begin("own", &luca).await);
        assert_eq!((reads(&first).await, reads(&own).await, devices().await), (true, true, 3));
        db.store.end_other_sessions(Some(&luca.id), &session("own", &epoch)).await.unwrap();
        assert_eq!((reads(&first).await, reads(&own).await, devices().await), (false, true, 1));
        begin("old", &luca).await;
        db.clock.advance(8 * 24 * 60 * 60_000);
        let last = begin("last", &luca).await;
        assert!(reads(&last).await);
        db.store.set_member_disabled(&owner(), &luca.id, true).await.unwrap();
        assert_eq!((reads(&last).await, devices().await), (false, 0));
        db.store.set_member_disabled(&owner(), &luca.id, false).await.unwrap();
        assert!(reads(&last).await, "as the session itself");
        db.store.change_member_password(&luca.id, &hash("b")).await.unwrap();
        assert!(!reads(&last).await);
        let next = begin("next", &luca).await;
        assert!(reads(&next).await);
        db.store.delete_member(&owner(), &luca.id).await.unwrap();
        assert_eq!((reads(&next).await, devices().await), (false, 0));
    }

    async fn owner_cannot_demote_disable_or_delete_themselves(db: Database) {
        let (luca, _) = invite(&db, "luca").await;
        db.store.set_member_role(&owner(), &luca.id, Role::Owner).await.unwrap();
        let (own, luca) = (Actor::Member(luca.id.clone(), luca.name.clone()), luca.id);
        let before = db.store.export().await.unwrap();
        for refused in [
            db.store.set_member_role(&own, &luca, Role::Member).await,
            db.store.set_member_disabled(&own, &luca, true).await,
            db.store.delete_member(&own, &luca).await,
        ] {
            assert!(matches!(refused, Err(store::Error::Domain(DomainError::NotAllowed))), "{refused:?}");
        }
        assert!(db.store.export().await.unwrap() == before);
    }

    async fn list_of_members_has_visits_invitations_and_clients(db: Database) {
        db.import(r#"{"members": [
            {"id": "a", "name": "A", "email": "a@x.it", "role": "member"},
            {"id": "aa", "name": "AA", "email": "aa@x.it", "role": "owner"}
        ], "clients": [{"id": "uno", "name": "Uno", "assigned": ["a", "aa"]}, {"id": "due", "name": "Due", "assigned": ["aa"]}]}"#).await;
        db.clock.advance(1_000);
        let (luca, _) = invite(&db, "luca").await;
        let until = db.store.clock().now().as_millis() + 7 * 24 * 60 * 60 * 1_000;
        db.store.record_member_visit(&to_id("a"));
        let visit = db.store.clock().now();
        db.store.write_visits().await.unwrap();
        db.clock.advance(60_000);
        db.store.record_member_visit(&to_id("a"));
        db.store.write_visits().await.unwrap();
        let lines = db.store.member_lines().await.unwrap();
        let found: Vec<_> = lines.iter().map(|one| {
            (one.member.id.as_str(), one.last_visit, one.invited_until.map(Timestamp::as_millis), one.clients)
        }).collect();
        assert_eq!(found, [
            ("a", Some(visit), None, 1),
            ("aa", None, None, 2),
            (luca.id.as_str(), None, Some(until), 0),
        ]);
    }

    async fn devices_are_listed_by_account_until_they_expire(db: Database) {
        let (luca, key) = invite(&db, "luca").await;
        db.store.use_member_key(MemberKey::Join, &key, hash("a")).await.unwrap().unwrap();
        let expired = db.store.clock().now();
        db.clock.advance(1);
        db.store.list_session("uno", Some(&luca.id), "Firefox", expired).await.unwrap();
        db.clock.advance(1);
        db.store.list_session("due", Some(&luca.id), "Safari", expired).await.unwrap();
        db.store.list_session("studio", None, "Edge", expired).await.unwrap();
        let agents = |devices: Vec<store::AgencyDevice>| devices.into_iter().map(|one| one.user_agent).collect::<Vec<_>>();
        assert_eq!(agents(db.store.agency_devices(Some(&luca.id)).await.unwrap()), ["Safari", "Firefox"]);
        assert_eq!(agents(db.store.agency_devices(None).await.unwrap()), ["Edge"]);
        let last = db.store.clock().now();
        db.clock.advance(1);
        db.store.list_session("altro", None, "Opera", last).await.unwrap();
        assert_eq!(agents(db.store.agency_devices(None).await.unwrap()), ["Opera"], "expired ones are deleted");
    }

    async fn deleted_member_leaves_the_clients_assigned_to_them(db: Database) {
        db.import(WORKSPACE).await;
        db.import(r#"{"members": [
            {"id": "a", "name": "A", "email": "a@x.it", "role": "member"},
            {"id": "aa", "name": "AA", "email": "aa@x.it", "role": "owner"},
            {"id": "b", "name": "B", "email": "b@x.it", "role": "member"}
        ], "clients": [
            {"id": "uno", "name": "Uno", "assigned": ["b", "a", "aa"]},
            {"id": "due", "name": "Due", "assigned": ["a"]},
            {"id": "tre", "name": "Tre", "assigned": ["aa", "a"]}
        ]}"#).await;
        db.store.delete_member(&owner(), &to_id("a")).await.unwrap();
        let exported: serde_json::Value = serde_json::from_slice(&db.store.export().await.unwrap()).unwrap();
        let assigned = |id: &str| {
            let clients = exported["clients"].as_array().unwrap();
            clients.iter().find(|client| client["id"] == id).unwrap()["assigned"].to_string()
        };
        assert_eq!([assigned("uno"), assigned("due"), assigned("tre")], [r#"["aa","b"]"#, "[]", r#"["aa"]"#]);
        assert_eq!(audited(&db).await, ["studio@example.it member_deleted A"]);
    }

    async fn import_refuses_wrong_members(db: Database) {
        db.import(r#"{"members": [{"id": "luca", "name": "Luca", "email": " Luca@Example.it ", "role": "owner"}]}"#).await;
        let before = db.store.export().await.unwrap();
        assert!(String::from_utf8(before.clone()).unwrap().starts_with(concat!(
            "{\n\"members\": [\n{\"id\":\"luca\",\"name\":\"Luca\",\"email\":\"luca@example.it\",\"role\":\"owner\",",
            "\"language\":null,\"notify\":\"now\",\"password_hash\":null,\"created_at\":\"2026-11-20T12:00:00.000Z\",",
            "\"disabled_at\":null}\n],\n\"clients\": [",
        )));
        for (json, problem) in [
            (r#"{"members": [{"id": "b", "name": "B", "email": "LUCA@example.it", "role": "member"}]}"#,
                "members[0].email: is already in the database"),
            (r#"{"members": [{"id": "b", "name": "B", "email": "b@x.it"}]}"#, "role"),
            (r#"{"members": [{"id": "b", "name": "B", "email": "b@x.it", "role": "member", "password_hash": "segreta"}]}"#,
                "members[0].password_hash: must be an Argon2id hash"),
            (r#"{"clients": [{"id": "c", "name": "C", "assigned": ["nessuno"]}]}"#,
                "clients[0].assigned: names no member"),
            (r#"{"clients": [{"id": "c", "name": "C", "assigned": ["luca", "luca"]}]}"#,
                "clients[0].assigned: must not repeat an id"),
        ] {
            let refused = db.store.import(json.as_bytes(), &mut |_, _| ()).await.unwrap_err().to_string();
            assert!(refused.contains(problem), "{refused}");
        }
        assert_eq!(db.store.export().await.unwrap(), before);
    }
}

on_both_databases! {
    async fn clients_and_inbox_of_a_member_are_those_assigned_to_them(db: Database) {
        db.import(WORKSPACE).await;
        let (luca, _) = invite(&db, "luca").await;
        let (giada, _) = invite(&db, "giada").await;
        let (rossi, verdi) = (to_id("rossi"), to_id("verdi"));
        db.store.assign_client(&rossi, None, &[giada.id.clone(), luca.id.clone(), to_id("nessuno")]).await.unwrap();
        db.store.assign_client(&verdi, None, std::slice::from_ref(&giada.id)).await.unwrap();
        assert_eq!(db.store.assigned_members(&rossi).await.unwrap(), [luca.id.clone(), giada.id.clone()]);
        assert!(db.store.assign_client(&to_id("nessuno"), None, &[]).await.is_err());
        for (member, expected) in [(&luca.id, vec!["rossi"]), (&giada.id, vec!["rossi", "verdi"]), (&to_id("x"), vec![])] {
            let filter = ClientFilter { assigned_to: Some(member.clone()), ..ClientFilter::default() };
            let clients = db.store.client_list(&filter, None).await.unwrap().page.items;
            let mut clients: Vec<_> = clients.iter().map(|line| line.client_id.as_str()).collect();
            clients.sort_unstable();
            assert_eq!(clients, expected);
            let threads = db.store.inbox_of(Some(member), "", false, None).await.unwrap().items;
            let mut threads: Vec<_> = threads.iter().map(|thread| thread.client_id.as_str()).collect();
            threads.sort_unstable();
            assert_eq!(threads, expected);
        }
        db.store.assign_clients(&[verdi.clone(), to_id("nessuno"), rossi.clone()], std::slice::from_ref(&luca.id)).await.unwrap();
        for client in [&rossi, &verdi] {
            assert_eq!(db.store.assigned_members(client).await.unwrap(), std::slice::from_ref(&luca.id));
        }
        // Two forms opened while nobody looked after the client: the later takes nobody away whom it did not show.
        db.store.assign_client(&rossi, None, &[]).await.unwrap();
        for member in [&giada.id, &luca.id] {
            db.store.assign_client(&rossi, Some(&[]), std::slice::from_ref(member)).await.unwrap();
        }
        assert_eq!(db.store.assigned_members(&rossi).await.unwrap(), [luca.id.clone(), giada.id.clone()]);
        db.store.assign_client(&rossi, Some(&[luca.id.clone(), giada.id.clone()]), &[]).await.unwrap();
        assert_eq!(db.store.assigned_members(&rossi).await.unwrap(), []);
    }

    async fn projects_deliverables_and_today_can_be_filtered_by_assigned_clients(db: Database) {
        db.import(WORKSPACE).await;
        db.import(&json!({
            "tasks": [
                {"id": "late-rossi", "phase_id": "design", "title": "Bozza", "due_on": "2026-11-19"},
                {"id": "late-verdi", "phase_id": "screens", "title": "Draft", "due_on": "2026-11-19"}
            ],
            "payments": [
                {"id": "due-rossi", "project_id": "site", "label": "Saldo", "amount_cents": 1, "due_on": "2026-11-25"},
                {"id": "due-verdi", "project_id": "app", "label": "Balance", "amount_cents": 1, "due_on": "2026-11-25"}
            ],
            "comments": [
                {"entity_type": "general", "entity_id": "verdi", "author": "client", "text": "Hi", "id": "new",
                 "created_at": "2026-11-20T09:00:00Z"}
            ],
            "time_entries": [
                {"id": "rossi-time", "project_id": "shop", "spent_on": "2026-11-02", "minutes": 30},
                {"id": "verdi-time", "project_id": "app", "spent_on": "2026-11-02", "minutes": 50}
            ]
        }).to_string()).await;
        let (luca, _) = invite(&db, "luca").await;
        let (giada, _) = invite(&db, "giada").await;
        db.store.assign_client(&to_id("verdi"), None, std::slice::from_ref(&luca.id)).await.unwrap();
        for (whose, projects, deliverables, late, due, waiting, news, counts) in [
            (Some(&luca.id), "app", "screen", "late-verdi", "due-verdi", "verdi", 1, (1, 1, 50)),
            (Some(&giada.id), "", "", "", "", "", 0, (0, 0, 0)),
            (None, "app shop site old", "logo screen", "late-rossi late-verdi", "due-rossi due-verdi", "rossi verdi", 1,
                (2, 2, 80)),
        ] {
            let ids = |ids: Vec<String>| ids.join(" ");
            let list = db.store.project_list(whose, "", None, Sort::default(), None).await.unwrap().items;
            assert_eq!(ids(list.iter().map(|one| one.id.to_string()).collect()), projects);
            let list = db.store.deliverable_list(whose, None, false, None).await.unwrap().items;
            assert_eq!(ids(list.iter().map(|one| one.id.to_string()).collect()), deliverables);
            let list = db.store.overdue(whose, AgendaKind::Task, None).await.unwrap().items;
            assert_eq!(ids(list.iter().map(|one| one.id.clone()).collect()), late);
            let today = db.store.today_page(whose).await.unwrap();
            let overdue = today.overdue.iter().flat_map(|group| group.items.iter().map(|one| one.id.clone()));
            assert_eq!(ids(overdue.collect()), late);
            assert_eq!(today.overdue.iter().map(|group| group.count).sum::<i64>(), counts.0);
            assert_eq!(ids(today.agenda.items.iter().map(|one| one.id.clone()).collect()), due);
            assert_eq!(ids(today.billing.due.iter().map(|one| one.id.to_string()).collect()), due);
            assert_eq!(ids(today.waiting.iter().map(|one| one.client_id.to_string()).collect()), waiting);
            assert_eq!(today.news.len(), news);
            assert_eq!((today.to_answer, today.in_review, today.month_minutes), counts);
        }
    }

    async fn today_filtered_by_member_shows_their_and_unassigned_leads(db: Database) {
        let lead = |id: &str| json!({"id": id, "name": id, "created_at": "2026-11-20T08:00:00Z",
            "call_date": "2026-11-20T15:00:00Z", "next_step": "Chiamare", "next_step_on": "2026-11-20"});
        db.import(&json!({"leads": [lead("luca-s"), lead("giada-s"), lead("nobody-s")]}).to_string()).await;
        let (luca, _) = invite(&db, "luca").await;
        let (giada, _) = invite(&db, "giada").await;
        for (lead, member) in [("luca-s", &luca), ("giada-s", &giada)] {
            db.store.assign_lead(&to_id(lead), None, std::slice::from_ref(&member.id)).await.unwrap();
        }
        for (whose, expected) in [
            (Some(&luca.id), vec!["luca-s", "nobody-s"]),
            (Some(&giada.id), vec!["giada-s", "nobody-s"]),
            (None, vec!["giada-s", "luca-s", "nobody-s"]),
        ] {
            let today = db.store.today_page(whose).await.unwrap();
            let steps: Vec<_> = today.steps.iter().map(|step| step.name.as_str()).collect();
            let calls: Vec<_> = today.appointments.iter().map(|call| call.name.as_str()).collect();
            let mut news: Vec<_> = today.news.iter().map(|one| match one {
                News::Lead { name, .. } => name.as_str(),
                other => panic!("{other:?}"),
            }).collect();
            news.sort_unstable();
            assert_eq!([steps, calls, news], [expected.clone(), expected.clone(), expected]);
        }
    }

    async fn assigned_filter_is_remembered_for_each_member(db: Database) {
        let (luca, _) = invite(&db, "luca").await;
        let (giada, _) = invite(&db, "giada").await;
        for is_mine in [true, true, false, true] {
            db.store.set_assigned_filter(&luca.id, is_mine).await.unwrap();
            assert_eq!(db.store.assigned_filter(&luca.id).await.unwrap(), is_mine);
            assert!(!db.store.assigned_filter(&giada.id).await.unwrap());
        }
    }
}
