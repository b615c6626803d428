//! Limits of guessing slugs and passwords, over several processes.

use std::time::Duration;

use domain::Slug;
use store::{SignIn, SlugGuess, Store};
use tokio::task::JoinSet;

use crate::support::{Database, on_both_databases};

/// The stores of three processes.
async fn processes(db: &Database) -> [Store; 3] {
    [db.store.clone(), db.another_process(db.clock.clone()).await, db.another_process(db.clock.clone()).await]
}

async fn close(processes: [Store; 3]) {
    for store in &processes[1..] {
        store.close().await;
    }
}

/// Whether the guess was right; or how long there may be none.
async fn guess(store: &Store, slug: &str, network: &str) -> Result<bool, Duration> {
    match store.guess_slug(&Slug::parse(slug).unwrap(), network).await.unwrap() {
        SlugGuess::Right(_) => Ok(true),
        SlugGuess::Wrong => Ok(false),
        SlugGuess::Throttled(wait) => Err(wait),
    }
}

/// The delay of a wrong password; or how long there may be none.
async fn wrong_password(store: &Store, address: &str) -> Result<Duration, Duration> {
    match store.begin_sign_in(address, false).await.unwrap() {
        SignIn::Allowed { delay, .. } => Ok(delay),
        SignIn::Throttled(wait) => Err(wait),
    }
}

/// Thirty wrong passwords, each from its own address.
async fn use_up_free_passwords(db: &Database) {
    for number in 0..30 {
        assert_eq!(wrong_password(&db.store, &format!("192.0.2.{number}")).await, Ok(Duration::ZERO));
    }
}

on_both_databases! {
    async fn wrong_slugs_count_across_processes(db: Database) {
        db.with_workspace().await;
        let processes = processes(&db).await;
        for number in 0..20 {
            let (slug, address) = (format!("rossi-{number:04}"), format!("192.0.2.{number}"));
            assert_eq!(guess(&processes[number % 3], &slug, &address).await, Ok(false));
        }
        for store in &processes {
            assert_eq!(guess(store, "rossi-a1b2", "198.51.100.1").await, Err(Duration::from_mins(10)));
            assert_eq!(guess(store, "verdi-c3d4", "198.51.100.1").await, Ok(true), "another name");
        }
        db.clock.advance(599_999);
        assert_eq!(guess(&db.store, "rossi-a1b2", "198.51.100.1").await, Err(Duration::from_millis(1)));
        db.clock.advance(1);
        assert_eq!(guess(&db.store, "rossi-a1b2", "198.51.100.1").await, Ok(true));
        close(processes).await;
    }

    async fn concurrent_wrong_slugs_of_processes_do_not_exceed_budget(db: Database) {
        let processes = processes(&db).await;
        let mut guesses = JoinSet::new();
        for number in 0..60 {
            let store = processes[number % 3].clone();
            guesses.spawn(async move {
                guess(&store, &format!("rossi-{number:04}"), &format!("192.0.2.{number}")).await
            });
        }
        let answers = guesses.join_all().await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 20, "{answers:?}");
        assert_eq!(db.number("SELECT COUNT(*) FROM slug_guess").await, 20);
        close(processes).await;
    }

    async fn network_uses_up_only_its_share_of_slug_guesses(db: Database) {
        db.with_workspace().await;
        let mut wrong = [0, 0];
        for number in 0..50 {
            wrong[0] += usize::from(guess(&db.store, &format!("rossi-{number:04}"), "192.0.2.1").await.is_ok());
        }
        for number in 0..300 {
            wrong[1] += usize::from(guess(&db.store, &format!("nome{number}-0000"), "192.0.2.1").await.is_ok());
        }
        assert_eq!(wrong, [10, 50]);
        assert!(guess(&db.store, "verdi-c3d4", "192.0.2.1").await.is_err());
        for right in ["rossi-a1b2", "verdi-c3d4"] {
            assert_eq!(guess(&db.store, right, "192.0.2.2").await, Ok(true));
        }
        assert_eq!(db.number("SELECT COUNT(*) FROM slug_guess").await, 60);
    }

    async fn each_network_has_a_reserve_until_the_table_is_full(db: Database) {
        db.with_workspace().await;
        // Their names differ, so that only the total is used up.
        db.execute(
            "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2989) \
             INSERT INTO slug_guess (id, name, network, at) \
             SELECT 'many-' || n, 'nome' || n, '2001:db8:' || (n % 600) || '::', 1795176000000 FROM n",
        )
        .await;
        for network in ["192.0.2.1", "192.0.2.2"] {
            for number in 0..5 {
                assert_eq!(guess(&db.store, "rossi-a1b2", network).await, Ok(true));
                assert_eq!(guess(&db.store, &format!("altro{number}-0000"), network).await, Ok(false));
            }
            assert_eq!(guess(&db.store, "rossi-a1b2", network).await, Err(Duration::from_mins(10)));
        }
        assert_eq!(guess(&db.store, "altro-0000", "192.0.2.3").await, Ok(false));
        assert_eq!(guess(&db.store, "rossi-a1b2", "192.0.2.3").await, Err(Duration::from_mins(10)));
        assert_eq!(db.number("SELECT COUNT(*) FROM slug_guess").await, 3000);
    }

    async fn right_slug_is_not_stored(db: Database) {
        db.with_workspace().await;
        for _ in 0..30 {
            assert_eq!(guess(&db.store, "rossi-a1b2", "192.0.2.1").await, Ok(true));
            assert_eq!(guess(&db.store, "rossi-token-rossi-token", "192.0.2.1").await, Ok(true));
        }
        assert_eq!(db.number("SELECT COUNT(*) FROM slug_guess").await, 0);
    }

    async fn sign_ins_of_address_count_across_processes(db: Database) {
        let processes = processes(&db).await;
        let mut attempts = JoinSet::new();
        for number in 0..30 {
            let store = processes[number % 3].clone();
            attempts.spawn(async move { wrong_password(&store, "192.0.2.1").await });
        }
        let answers = attempts.join_all().await;
        assert_eq!(answers.iter().filter(|answer| **answer == Ok(Duration::ZERO)).count(), 10, "{answers:?}");
        for store in &processes {
            assert_eq!(wrong_password(store, "192.0.2.1").await, Err(Duration::from_mins(3)));
            assert_eq!(wrong_password(store, "192.0.2.2").await, Ok(Duration::ZERO));
        }
        db.clock.advance(180_000);
        assert_eq!(wrong_password(&db.store, "192.0.2.1").await, Ok(Duration::ZERO));
        close(processes).await;
    }

    async fn delayed_sign_ins_of_processes_take_different_seconds(db: Database) {
        use_up_free_passwords(&db).await;
        let processes = processes(&db).await;
        let mut attempts = JoinSet::new();
        for number in 0..15 {
            let store = processes[number % 3].clone();
            attempts.spawn(async move { wrong_password(&store, &format!("198.51.100.{number}")).await });
        }
        let mut delays: Vec<_> = attempts.join_all().await.into_iter().map(Result::unwrap).collect();
        delays.sort();
        assert_eq!(delays, (0..15).map(Duration::from_secs).collect::<Vec<_>>());
        close(processes).await;
    }

    async fn guessers_do_not_lock_out_new_addresses(db: Database) {
        use_up_free_passwords(&db).await;
        for _ in 0..10 {
            for guesser in 0..25 {
                let _ = wrong_password(&db.store, &format!("192.0.2.{guesser}")).await;
            }
        }
        for number in 0..10 {
            let delay = wrong_password(&db.store, &format!("198.51.100.{number}")).await;
            assert!(delay.is_ok(), "{number}: {delay:?}");
        }
        // A known device does not even wait.
        let known = db.store.begin_sign_in("203.0.113.1", true).await.unwrap();
        assert!(matches!(known, SignIn::Allowed { delay: Duration::ZERO, .. }));
    }

    async fn right_passwords_count_for_their_address_only(db: Database) {
        for number in 0..60 {
            let signed_in = db.store.begin_sign_in(&format!("192.0.2.{}", number % 6), false).await.unwrap();
            let SignIn::Allowed { attempt, delay: Duration::ZERO } = signed_in else {
                panic!("{number}: {signed_in:?}")
            };
            db.store.accept_sign_in(attempt).await.unwrap();
        }
        assert_eq!(wrong_password(&db.store, "192.0.2.0").await, Err(Duration::from_mins(3)));
    }

    async fn flood_of_addresses_stores_few_attempts(db: Database) {
        for number in 0..500 {
            let _ = wrong_password(&db.store, &format!("address {number}")).await;
        }
        // Thirty without delay, then one for each second of the longest delay.
        assert_eq!(db.number("SELECT COUNT(*) FROM sign_in_attempt").await, 30 + 21);
    }

    async fn guesses_are_pruned_and_not_exported(db: Database) {
        let before = db.store.export().await.unwrap();
        let _ = guess(&db.store, "rossi-0000", "192.0.2.1").await;
        let _ = wrong_password(&db.store, "192.0.2.1").await;
        assert_eq!(db.store.export().await.unwrap(), before);
        let rows = "SELECT (SELECT COUNT(*) FROM slug_guess) + (SELECT COUNT(*) FROM sign_in_attempt)";
        for (millis, left) in [(179_999, 2), (1, 1), (419_999, 1), (1, 0)] {
            db.clock.advance(millis);
            db.store.prune_guesses().await.unwrap();
            assert_eq!(db.number(rows).await, left);
        }
        // Those from before the clock stepped back do not count for longer.
        let _ = guess(&db.store, "rossi-0000", "192.0.2.1").await;
        db.clock.advance(-3_600_000);
        db.store.prune_guesses().await.unwrap();
        assert_eq!(db.number(rows).await, 0);
    }
}
