use std::collections::HashMap;

use proptest::prelude::*;

use super::*;

const CAPACITY: usize = 100_000;

fn at(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// The rule in its simplest form, with unbounded memory.
#[derive(Default)]
struct Reference(HashMap<u64, Vec<Duration>>);

impl Reference {
    fn admit(&mut self, key: u64, quota: u16, now: Duration) -> Result<(), Throttled> {
        let passed = self.0.entry(key).or_default();
        let in_window: Vec<_> = passed.iter().filter(|&&then| now < then + WINDOW).collect();
        if in_window.len() < quota.into() {
            passed.push(now);
            return Ok(());
        }
        Err(Throttled { retry_after: (*in_window[0] + WINDOW).saturating_sub(now) })
    }
}

/// Keys and the milliseconds between their requests, often on the edge of the window.
fn requests() -> impl Strategy<Value = Vec<(u64, u64)>> {
    let pause = prop_oneof![4 => 0..50u64, 3 => 500..20_000u64, 1 => Just(60_000), 1 => 59_990..60_010u64];
    proptest::collection::vec((0..6u64, pause), 1..300)
}

proptest! {
    #[test]
    fn bucket_with_room_matches_reference(requests in requests(), quota in 1..12u16) {
        let (mut bucket, mut reference) = (Bucket::default(), Reference::default());
        let mut now = Duration::ZERO;
        for (key, pause) in requests {
            now += at(pause);
            prop_assert_eq!(bucket.admit(key, quota, now, CAPACITY), reference.admit(key, quota, now));
        }
    }

    #[test]
    fn full_bucket_keeps_its_size_and_recovers(requests in requests(), quota in 1..5u16) {
        let mut bucket = Bucket::default();
        let mut now = Duration::ZERO;
        for (key, pause) in requests {
            now += at(pause);
            if let Err(throttled) = bucket.admit(key, quota, now, 8) {
                prop_assert!(throttled.retry_after > Duration::ZERO);
                prop_assert!(throttled.retry_after <= WINDOW);
                prop_assert!(bucket.count(key) >= quota.into() || bucket.0.len() == 8);
            }
            prop_assert!(bucket.0.capacity() <= 8, "{}", bucket.0.capacity());
        }
        for key in 0..6 {
            prop_assert_eq!(bucket.admit(key, quota, now + WINDOW, 8), Ok(()));
        }
    }
}

#[test]
fn retry_after_is_the_exact_remaining_time() {
    let mut bucket = Bucket::default();
    assert_eq!(bucket.admit(1, 2, at(0), CAPACITY), Ok(()));
    assert_eq!(bucket.admit(1, 2, at(30_000), CAPACITY), Ok(()));
    let throttled = bucket.admit(1, 2, at(30_001), CAPACITY).expect_err("the quota is used up");
    assert_eq!(throttled.retry_after, at(29_999));
    assert_eq!(throttled.seconds(), 30);
    assert!(bucket.admit(1, 2, at(59_999), CAPACITY).is_err());
    assert_eq!(bucket.admit(1, 2, at(60_000), CAPACITY), Ok(()));
    assert_eq!(Throttled { retry_after: Duration::from_nanos(1) }.seconds(), 1);
}

#[test]
fn full_bucket_forgets_no_throttled_key() {
    let mut bucket = Bucket::default();
    for _ in 0..3 {
        assert_eq!(bucket.admit(0, 3, at(0), 8), Ok(()));
    }
    for key in 1..1_000 {
        assert_eq!(bucket.admit(key, 3, at(key), 8), Ok(()), "a fresh key is served");
        assert!(bucket.admit(0, 3, at(key), 8).is_err(), "freed by {key}");
    }
}

#[test]
fn bucket_full_of_throttled_keys_refuses_others_for_a_window() {
    let mut bucket = Bucket::default();
    for key in 0..8 {
        assert_eq!(bucket.admit(key, 1, at(1_000), 8), Ok(()));
    }
    assert_eq!(bucket.admit(8, 1, at(2_000), 8), Err(Throttled { retry_after: at(59_000) }));
    assert_eq!(bucket.admit(8, 1, at(61_000), 8), Ok(()));
}
