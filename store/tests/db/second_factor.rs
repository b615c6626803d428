//! The second factor of members: codes that count once, whoever asks at the same moment.

use domain::audit::{Actor, Filter};
use domain::id::MemberId;
use domain::{Member, MemberKey, Timestamp};
use store::{Confirmed, SecondFactor, SignIn, Store};
use tokio::task::JoinSet;
use totp_rs::{Builder, Secret};

use crate::members::{hash, invite, owner};
use crate::support::{Database, on_both_databases};

async fn joined(db: &Database) -> Member {
    let (_, key) = invite(db, "luca").await;
    db.store.use_member_key(MemberKey::Join, &key, hash("a")).await.unwrap().unwrap()
}

/// What the app of the member shows at that time.
fn code(key: &str, now: Timestamp) -> String {
    let totp = Builder::new().with_secret(Secret::try_from_base32(key).unwrap()).build().unwrap();
    totp.generate(u64::try_from(now.as_millis() / 1000).unwrap()).to_string()
}

async fn pending_key(db: &Database, id: &MemberId) -> String {
    match db.store.second_factor(id).await.unwrap() {
        SecondFactor::Pending { key } => key,
        other => panic!("{other:?}"),
    }
}

/// Its key and the recovery codes.
async fn switched_on(db: &Database, id: &MemberId) -> (String, Vec<String>) {
    db.store.start_second_factor(id).await.unwrap();
    let key = pending_key(db, id).await;
    match db.store.confirm_second_factor(id, &code(&key, db.store.clock().now())).await.unwrap() {
        Confirmed::On(codes) => (key, codes),
        other => panic!("{other:?}"),
    }
}

/// How many of eight requests at once take the code.
async fn taken(store: &Store, id: &MemberId, code: &str) -> usize {
    let mut requests = JoinSet::new();
    for _ in 0..8 {
        let (store, id, code) = (store.clone(), id.clone(), code.to_owned());
        requests.spawn(async move { store.use_code(&id, &code).await.unwrap() });
    }
    requests.join_all().await.into_iter().filter(|taken| *taken).count()
}

on_both_databases! {
    async fn second_factor_is_on_after_a_code_confirms_it(db: Database) {
        let luca = joined(&db).await;
        let before = db.store.export().await.unwrap();
        assert_eq!(db.store.second_factor(&luca.id).await.unwrap(), SecondFactor::Off);
        assert!(db.store.confirm_second_factor(&luca.id, "123456").await.is_err(), "there is no key");
        db.store.start_second_factor(&luca.id).await.unwrap();
        let forgotten = pending_key(&db, &luca.id).await;
        db.store.cancel_second_factor(&luca.id).await.unwrap();
        db.store.start_second_factor(&luca.id).await.unwrap();
        let key = pending_key(&db, &luca.id).await;
        assert!(key != forgotten && key.len() == 32);
        db.store.start_second_factor(&luca.id).await.unwrap();
        assert_eq!(pending_key(&db, &luca.id).await, key, "a form sent twice changes nothing");

        let now = db.store.clock().now();
        let (wrong, right) = (code(&forgotten, now), code(&key, now));
        assert_eq!(db.store.confirm_second_factor(&luca.id, &wrong).await.unwrap(), Confirmed::Wrong);
        assert!(!db.store.has_second_factor(Some(&luca.id)).await.unwrap());
        assert!(!db.store.use_code(&luca.id, &right).await.unwrap(), "it is not confirmed");
        let spaced = format!(" {} {}", &right[..3], &right[3..]);
        let Confirmed::On(codes) = db.store.confirm_second_factor(&luca.id, &spaced).await.unwrap() else { panic!() };
        assert_eq!(codes.len(), 10);
        assert!(db.store.has_second_factor(Some(&luca.id)).await.unwrap());
        assert!(!db.store.has_second_factor(None).await.unwrap());
        let lines = db.store.member_lines().await.unwrap();
        assert_eq!(lines.iter().map(|one| one.has_second_factor).collect::<Vec<_>>(), [true]);
        assert_eq!(db.store.second_factor(&luca.id).await.unwrap(), SecondFactor::On { since: now, recovery_codes: 10 });
        db.store.start_second_factor(&luca.id).await.unwrap();
        db.store.cancel_second_factor(&luca.id).await.unwrap();
        assert!(db.store.has_second_factor(Some(&luca.id)).await.unwrap(), "only a key that waits is forgotten");

        assert!(!db.store.use_code(&luca.id, &right).await.unwrap(), "it has confirmed the key");
        db.clock.advance(60_000);
        let next = code(&key, db.store.clock().now());
        assert!(db.store.use_code(&luca.id, &next).await.unwrap());
        let before_next = Timestamp::from_millis(db.store.clock().now().as_millis() - 30_000);
        assert!(!db.store.use_code(&luca.id, &code(&key, before_next)).await.unwrap(), "an earlier one");
        assert_eq!(db.store.export().await.unwrap(), before, "never exported");
    }

    async fn concurrent_requests_use_a_code_once(db: Database) {
        let luca = joined(&db).await;
        let (key, codes) = switched_on(&db, &luca.id).await;
        db.clock.advance(30_000);
        assert_eq!(taken(&db.store, &luca.id, &code(&key, db.store.clock().now())).await, 1);
        let typed = format!("{}-{}", &codes[0][..4], &codes[0][4..]).to_lowercase();
        assert_eq!(taken(&db.store, &luca.id, &typed).await, 1);
        assert!(db.store.use_code(&luca.id, &codes[1]).await.unwrap());
        let renewed = db.store.renew_recovery_codes(&luca.id).await.unwrap();
        assert!(!db.store.use_code(&luca.id, &codes[2]).await.unwrap(), "it was replaced");
        assert_eq!(taken(&db.store, &luca.id, &renewed[9]).await, 1);
    }

    async fn second_factor_survives_password_reset_and_is_deleted_with_member(db: Database) {
        let luca = joined(&db).await;
        let (_, codes) = switched_on(&db, &luca.id).await;
        let reset = db.store.renew_member_key(&owner(), &luca.id, MemberKey::Reset).await.unwrap();
        db.store.use_member_key(MemberKey::Reset, &reset, hash("b")).await.unwrap().unwrap();
        assert!(db.store.use_code(&luca.id, &codes[0]).await.unwrap());
        db.store.renew_recovery_codes(&luca.id).await.unwrap();
        db.store.remove_second_factor(&owner(), &luca.id).await.unwrap();
        db.store.remove_second_factor(&owner(), &luca.id).await.unwrap();
        assert_eq!(db.store.second_factor(&luca.id).await.unwrap(), SecondFactor::Off);
        assert!(db.store.renew_recovery_codes(&luca.id).await.is_err());
        let entries = db.store.audit(&Filter::default(), None).await.unwrap().items;
        let lines = entries.iter().map(|entry| format!("{} {} {}", entry.actor_name, entry.action, entry.subject_name));
        assert_eq!(lines.take(6).collect::<Vec<_>>(), [
            "studio@example.it second_factor_off luca",
            "luca recovery_codes_renewed luca",
            "luca recovery_code_used luca",
            "luca password_changed luca",
            "studio@example.it password_reset_issued luca",
            "luca second_factor_on luca",
        ]);
        switched_on(&db, &luca.id).await;
        db.store.delete_member(&Actor::Admin("studio@example.it".into()), &luca.id).await.unwrap();
        assert_eq!(db.number("SELECT COUNT(*) FROM second_factor").await, 0);
        assert_eq!(db.number("SELECT COUNT(*) FROM recovery_code").await, 0);
    }

    async fn sign_in_with_code_counts_as_one_attempt_and_each_wrong_code_as_another(db: Database) {
        let begin = async || match db.store.begin_sign_in("192.0.2.1", false).await.unwrap() {
            SignIn::Allowed { attempt, .. } => Some(attempt),
            SignIn::Throttled(_) => None,
        };
        let begin_code = async |awaiting: &str| match db.store.begin_code(awaiting, "192.0.2.1", false).await.unwrap() {
            SignIn::Allowed { attempt, .. } => Some(attempt),
            SignIn::Throttled(_) => None,
        };
        let first = db.store.await_code(begin().await.unwrap()).await.unwrap();
        begin_code(&first).await.unwrap();
        let second = begin_code(&first).await.unwrap();
        db.store.accept_code(second).await.unwrap();
        let right = db.number("SELECT COUNT(*) FROM sign_in_attempt WHERE wrong = 0").await;
        let wrong = db.number("SELECT COUNT(*) FROM sign_in_attempt WHERE wrong = 1").await;
        assert_eq!((right, wrong), (1, 1), "one sign-in, one wrong code");

        for _ in 0..7 {
            begin().await.unwrap();
        }
        let tenth = db.store.await_code(begin().await.unwrap()).await.unwrap();
        assert!(begin().await.is_none(), "an eleventh attempt is refused");
        let (one, other) = tokio::join!(begin_code(&tenth), begin_code(&tenth));
        assert!(one.is_some() != other.is_some(), "one code is part of the tenth attempt");
        db.store.accept_code(one.or(other).unwrap()).await.unwrap();
        assert!(begin_code(&tenth).await.is_none() && begin_code("invented").await.is_none());
    }
}
