//! Codes, who is in with one, and what ends that.

use std::time::Duration;

use domain::clients::{Access, AccessCode};
use domain::{ClientDraft, EmailAddress};
use serde_json::json;
use store::{Browser, CodeBrowser, ImportError, Store, UnverifiedPerson, code_session_stamp};
use tokio::task::JoinSet;

use crate::support::{Database, ROSSI_TOKEN, admin, export, on_both_databases, to_id};

const CARLA_TOKEN: &str = "carla-token-carla-token";

/// Rossi, whose people need a code, and their contact Carla.
async fn with_codes(db: &Database) -> (UnverifiedPerson, UnverifiedPerson) {
    db.with_workspace().await;
    db.import(
        &json!({ "contacts": [{ "id": "carla", "client_id": "rossi", "name": "Carla", "token": CARLA_TOKEN }] })
            .to_string(),
    )
    .await;
    set_access(&db.store, Access::Code).await;
    let rossi = db.store.person_by_token(ROSSI_TOKEN).await.unwrap();
    (rossi, db.store.person_by_token(CARLA_TOKEN).await.unwrap())
}

async fn set_access(store: &Store, access: Access) {
    let card = store.client_card(&to_id("rossi")).await.unwrap();
    let email = EmailAddress::parse("anna@rossi.it").ok();
    let draft = ClientDraft { email, access, ..ClientDraft::from(&card.client) };
    store.save_client(&admin(), &to_id("rossi"), &draft, &card.version).await.unwrap();
}

async fn issued(store: &Store, to: &UnverifiedPerson, browser: &CodeBrowser) -> AccessCode {
    store.issue_code(to, browser).await.unwrap().unwrap()
}

fn another(code: &AccessCode) -> AccessCode {
    let of = |byte| AccessCode::of([byte; 6]);
    if *code == of(0) { of(1) } else { of(0) }
}

/// How many of `count` browsers that ask at once are sent a code.
async fn sent_to_many(stores: [&Store; 2], to: &UnverifiedPerson, count: usize) -> usize {
    let mut asking = JoinSet::new();
    for number in 0..count {
        let (store, to) = (stores[number % 2].clone(), to.clone());
        asking.spawn(async move { store.issue_code(&to, &CodeBrowser::new()).await.unwrap().is_some() });
    }
    asking.join_all().await.into_iter().filter(|sent| *sent).count()
}

/// As the server's, with a cookie of each of `people`.
fn with_sessions(people: &[&UnverifiedPerson]) -> Browser {
    let stamps: Vec<_> = people.iter().map(|one| (one.person().id(), code_session_stamp(one.person()))).collect();
    Browser::new(move |person| stamps.iter().find(|(id, _)| id == person).map(|(_, stamp)| stamp.clone()))
}

async fn opens(store: &Store, browser: &Browser, token: &str) -> bool {
    store.for_browser(browser.clone()).client_by_credential(token).await.is_ok()
}

on_both_databases! {
    async fn thousand_wrong_codes_are_refused_and_invalidate_the_code(db: Database) {
        let (rossi, _) = with_codes(&db).await;
        let browser = CodeBrowser::new();
        let code = issued(&db.store, &rossi, &browser).await;
        let mut tries = JoinSet::new();
        for _ in 0..1_000 {
            let (store, rossi, browser, wrong) = (db.store.clone(), rossi.clone(), browser.clone(), another(&code));
            tries.spawn(async move { store.enter_code(&rossi, &browser, &wrong).await.unwrap() });
        }
        assert!(tries.join_all().await.into_iter().all(|is_right| !is_right));
        assert!(!db.store.enter_code(&rossi, &browser, &code).await.unwrap());
    }

    async fn right_code_is_accepted_on_tenth_try(db: Database) {
        let (rossi, _) = with_codes(&db).await;
        let browser = CodeBrowser::new();
        let code = issued(&db.store, &rossi, &browser).await;
        for _ in 0..9 {
            assert!(!db.store.enter_code(&rossi, &browser, &another(&code)).await.unwrap());
        }
        assert!(db.store.enter_code(&rossi, &browser, &code).await.unwrap());
    }

    async fn code_is_valid_once_for_its_person_and_browser_for_15_minutes(db: Database) {
        let (rossi, carla) = with_codes(&db).await;
        let (one, other) = (CodeBrowser::new(), CodeBrowser::new());
        let code = issued(&db.store, &rossi, &one).await;
        let others = issued(&db.store, &rossi, &other).await;
        assert!(!db.store.enter_code(&rossi, &other, &code).await.unwrap(), "in another browser");
        assert!(!db.store.enter_code(&carla, &one, &code).await.unwrap(), "for somebody else");
        assert!(db.store.enter_code(&rossi, &one, &code).await.unwrap(), "the other browser ended nothing");
        assert!(!db.store.enter_code(&rossi, &one, &code).await.unwrap(), "again");
        db.clock.advance(15 * 60_000);
        assert!(!db.store.enter_code(&rossi, &other, &others).await.unwrap(), "too late");

        assert_eq!(db.number("SELECT COUNT(*) FROM access_code WHERE code IS NOT NULL").await, 1);
        for (column, secret) in [("code", others.reveal()), ("browser", &*other.secret)] {
            let found = format!("SELECT COUNT(*) FROM access_code WHERE {column} LIKE '%{secret}%'");
            assert_eq!(db.number(found).await, 0, "{column} is a digest");
        }
    }

    async fn another_code_is_sent_after_a_minute_and_replaces_the_first(db: Database) {
        let (rossi, _) = with_codes(&db).await;
        let browser = CodeBrowser::new();
        let first = issued(&db.store, &rossi, &browser).await;
        db.clock.advance(59_000);
        assert!(db.store.issue_code(&rossi, &browser).await.unwrap().is_none());
        db.clock.advance(1_000);
        let second = issued(&db.store, &rossi, &browser).await;
        assert!(first == second || !db.store.enter_code(&rossi, &browser, &first).await.unwrap());
        assert!(db.store.enter_code(&rossi, &browser, &second).await.unwrap());
    }

    async fn five_codes_per_hour_are_sent_to_one_person_and_to_a_browser_that_had_a_session(db: Database) {
        let (rossi, carla) = with_codes(&db).await;
        let other = db.another_process(db.clock.clone()).await;
        let stores = [&db.store, &other];
        assert_eq!(sent_to_many(stores, &rossi, 300).await, 5);
        assert_eq!(sent_to_many(stores, &carla, 10).await, 5, "others have their own");
        let known = CodeBrowser { had_session: true, ..CodeBrowser::new() };
        for number in 0..7 {
            let sent = db.store.issue_code(&rossi, &known).await.unwrap();
            assert_eq!(sent.is_some(), number < 5, "{number}");
            db.clock.advance(60_000);
        }
        assert_eq!(sent_to_many(stores, &rossi, 10).await, 0);
        db.clock.advance(60 * 60_000);
        assert_eq!(sent_to_many(stores, &rossi, 10).await, 5);
        other.close().await;
    }

    async fn code_session_ends_with_a_new_token_or_when_agency_asks_again(db: Database) {
        let (rossi, carla) = with_codes(&db).await;
        let (store, other) = (&db.store, db.another_process(db.clock.clone()).await);
        let (nobody, both) = (Browser::default(), with_sessions(&[&rossi, &carla]));
        for (browser, rossi_is_in, carla_is_in) in
            [(&nobody, false, false), (&with_sessions(&[&rossi]), true, false), (&with_sessions(&[&carla]), false, true)]
        {
            for (token, is_in) in [(ROSSI_TOKEN, rossi_is_in), (CARLA_TOKEN, carla_is_in)] {
                // The second is answered from memory.
                assert_eq!([opens(store, browser, token).await, opens(store, browser, token).await], [is_in; 2]);
            }
        }
        assert!(opens(&other, &both, ROSSI_TOKEN).await);
        let browser = CodeBrowser::new();
        let code = issued(store, &rossi, &browser).await;
        store.ask_codes_again(&admin(), &to_id("rossi")).await.unwrap();
        assert!(!opens(store, &both, ROSSI_TOKEN).await && !opens(store, &both, CARLA_TOKEN).await);
        tokio::time::sleep(Duration::from_millis(900)).await;
        assert!(!opens(&other, &both, ROSSI_TOKEN).await, "in another process");
        let rossi = store.person_by_token(ROSSI_TOKEN).await.unwrap();
        assert!(!store.enter_code(&rossi, &browser, &code).await.unwrap(), "a code sent before");

        let again = with_sessions(&[&rossi]);
        assert!(opens(store, &again, ROSSI_TOKEN).await);
        let card = store.client_card(&to_id("rossi")).await.unwrap();
        store.rotate_token(&admin(), &to_id("rossi"), &card.token_version).await.unwrap();
        let renewed = store.client_card(&to_id("rossi")).await.unwrap().client.token;
        assert!(!opens(store, &again, renewed.reveal()).await);
        set_access(store, Access::Link).await;
        assert!(opens(store, &nobody, renewed.reveal()).await && opens(store, &nobody, CARLA_TOKEN).await);
        for (action, count) in [("access_changed", 2), ("codes_asked_again", 1)] {
            let sql = format!("SELECT COUNT(*) FROM audit WHERE action = '{action}'");
            assert_eq!(db.number(sql).await, count, "{action}");
        }
        other.close().await;
    }

    async fn access_round_trips_and_save_keeps_codes_since(db: Database) {
        with_codes(&db).await;
        db.store.ask_codes_again(&admin(), &to_id("rossi")).await.unwrap();
        let card = db.store.client_card(&to_id("rossi")).await.unwrap();
        let draft = ClientDraft { phone: Some("1".into()), ..ClientDraft::from(&card.client) };
        db.store.save_client(&admin(), &to_id("rossi"), &draft, &card.version).await.unwrap();
        let exported = export(&db.store).await;
        let of = |at: usize, field: &str| exported["clients"][at].get(field).cloned();
        assert_eq!((of(0, "access"), of(0, "codes_since")), (Some(json!("code")), Some(json!("2026-11-20T12:00:00.000Z"))));
        assert_eq!((of(1, "access"), of(1, "codes_since")), (Some(json!("link")), None));
        let copy = db.sibling().await;
        copy.import(&exported.to_string()).await;
        assert_eq!(export(&copy.store).await, exported);
        copy.store.close().await;
        let wrong = json!({ "clients": [{ "id": "x", "name": "X", "access": "password" }] }).to_string();
        match db.store.import(wrong.as_bytes(), &mut |_, _| ()).await {
            Err(ImportError::Invalid(problem)) => assert!(problem.starts_with("clients[0].access: "), "{problem}"),
            other => panic!("expected an import error, got {other:?}"),
        }
    }
}
