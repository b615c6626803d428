use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::RateLimiter;
use super::*;

/// A limiter and its clock in milliseconds, which does not advance by itself.
fn limiter() -> (Arc<RateLimiter>, Arc<AtomicU64>) {
    let millis = Arc::new(AtomicU64::new(0));
    let ticks = millis.clone();
    let limiter = RateLimiter::with_ticks(move || Duration::from_millis(ticks.load(Ordering::SeqCst)));
    (Arc::new(limiter), millis)
}

fn slug(text: &str) -> Slug {
    Slug::parse(text).unwrap()
}

async fn guess_wrong(limiter: &RateLimiter, text: &str) -> Result<(), u64> {
    limiter.begin_slug_guess(&slug(text)).await.map(drop).map_err(Throttled::seconds)
}

#[tokio::test]
async fn twenty_wrong_guesses_per_name_in_ten_minutes() {
    let (limiter, millis) = limiter();
    for number in 0..20 {
        assert_eq!(guess_wrong(&limiter, &format!("studio-bianchi-{number:04}")).await, Ok(()));
        millis.fetch_add(1_000, Ordering::SeqCst);
    }
    assert_eq!(guess_wrong(&limiter, "studio-bianchi-zzzz").await, Err(580));
    assert_eq!(guess_wrong(&limiter, "studio-verdi-zzzz").await, Ok(()), "another name is not limited");
    millis.store(599_999, Ordering::SeqCst);
    assert_eq!(guess_wrong(&limiter, "studio-bianchi-zzzz").await, Err(1));
    millis.store(600_000, Ordering::SeqCst);
    assert_eq!(guess_wrong(&limiter, "studio-bianchi-zzzz").await, Ok(()));
    assert_eq!(
        guess_wrong(&limiter, "studio-bianchi-zzzz").await,
        Err(1),
        "only the first guess has left the window"
    );
}

#[tokio::test]
async fn three_hundred_wrong_guesses_in_ten_minutes() {
    let (limiter, millis) = limiter();
    for number in 0..300 {
        assert_eq!(guess_wrong(&limiter, &format!("nome{number}-0000")).await, Ok(()));
    }
    assert_eq!(guess_wrong(&limiter, "altro-0000").await, Err(600));
    assert_eq!(guess_wrong(&limiter, "altro").await, Err(600), "a slug without a random part counts as well");
    millis.store(600_000, Ordering::SeqCst);
    assert_eq!(guess_wrong(&limiter, "altro-0000").await, Ok(()));
    let counters = lock(&limiter.slug_guesses.counters);
    assert_eq!((counters.by_name.len(), counters.total.wrong.len()), (1, 1), "expired guesses are removed");
}

#[tokio::test]
async fn flood_memory_is_bounded() {
    let (limiter, _) = limiter();
    for number in 0..10_000 {
        let _ = guess_wrong(&limiter, &format!("nome{number}-0000")).await;
    }
    let counters = lock(&limiter.slug_guesses.counters);
    assert_eq!((counters.by_name.len(), counters.total.wrong.len()), (300, 300));
}

#[tokio::test]
async fn right_guesses_never_count() {
    let (limiter, _) = limiter();
    for _ in 0..1_000 {
        limiter.begin_slug_guess(&slug("studio-bianchi-x7k2")).await.unwrap().refund();
    }
    assert_eq!(guess_wrong(&limiter, "studio-bianchi-0000").await, Ok(()));
}

#[tokio::test]
async fn pending_guesses_count_as_wrong() {
    let (limiter, _) = limiter();
    let name = slug("studio-bianchi-x7k2");
    let mut pending = Vec::new();
    for _ in 0..20 {
        pending.push(limiter.begin_slug_guess(&name).await.unwrap());
    }
    let waiting = {
        let (limiter, name) = (limiter.clone(), name.clone());
        tokio::spawn(async move { limiter.begin_slug_guess(&name).await.map(drop).is_ok() })
    };
    tokio::task::yield_now().await;
    assert!(!waiting.is_finished(), "waits while the outcome of other guesses is pending");
    pending.pop().unwrap().refund();
    assert!(waiting.await.unwrap(), "a refund admits the waiting guess");

    // That guess was wrong, and so are the nineteen others: a guess that waits is rejected in the end.
    let throttled = {
        let (limiter, name) = (limiter.clone(), name.clone());
        tokio::spawn(async move { limiter.begin_slug_guess(&name).await.map(drop).is_err() })
    };
    tokio::task::yield_now().await;
    assert!(!throttled.is_finished());
    drop(pending);
    assert!(throttled.await.unwrap());
}

#[test]
fn name_is_the_part_before_the_last_dash() {
    for (text, named) in [
        ("studio-bianchi-x7k2", "studio-bianchi"),
        ("c-x7k2", "c"),
        ("anna", "anna"),
        ("-", ""),
        ("anna-verdi-", "anna-verdi"),
    ] {
        assert_eq!(name(&slug(text)), named, "{text}");
    }
}
