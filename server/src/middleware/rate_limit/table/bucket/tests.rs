use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::middleware::rate_limit::operation::MINUTE;

const TEN_MINUTES: Duration = Duration::from_mins(10);
const CAPACITY: usize = 100_000;

fn at(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// `quota` a minute, and three times as many in ten minutes.
fn limits(quota: u16) -> &'static Limits {
    Box::leak(Box::new(Limits(Box::leak(Box::new([Limit(quota, MINUTE), Limit(quota * 3, TEN_MINUTES)])))))
}

static ONE: Limits = Limits(&[Limit(1, MINUTE)]);
static TWO: Limits = Limits(&[Limit(2, MINUTE)]);
static THREE: Limits = Limits(&[Limit(3, MINUTE)]);

/// The rule in its simplest form, with unbounded memory.
#[derive(Default)]
struct Reference(HashMap<u64, Vec<Duration>>);

impl Reference {
    fn admit(&mut self, key: u64, limits: &Limits, now: Duration) -> Result<(), Throttled> {
        let passed = self.0.entry(key).or_default();
        let waits = limits.0.iter().filter_map(|&Limit(quota, window)| {
            let in_window: Vec<_> = passed.iter().filter(|&&then| now < then + window).collect();
            (in_window.len() >= quota.into()).then(|| (*in_window[0] + window).saturating_sub(now))
        });
        if let Some(retry_after) = waits.max() {
            return Err(Throttled { retry_after });
        }
        passed.push(now);
        Ok(())
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
        let limits = limits(quota);
        let mut now = Duration::ZERO;
        for (key, pause) in requests {
            now += at(pause);
            prop_assert_eq!(bucket.admit(key, limits, now, CAPACITY), reference.admit(key, limits, now));
        }
    }

    #[test]
    fn full_bucket_keeps_its_size_and_recovers(requests in requests(), quota in 1..5u16) {
        let (mut bucket, limits) = (Bucket::default(), limits(quota));
        let mut now = Duration::ZERO;
        for (key, pause) in requests {
            now += at(pause);
            if let Err(throttled) = bucket.admit(key, limits, now, 8) {
                prop_assert!(throttled.retry_after > Duration::ZERO);
                prop_assert!(throttled.retry_after <= TEN_MINUTES);
            }
            prop_assert!(bucket.0.len() <= 8 && bucket.0.capacity() <= 8, "{}", bucket.0.capacity());
        }
        for key in 0..6 {
            prop_assert_eq!(bucket.admit(key, limits, now + TEN_MINUTES, 8), Ok(()));
        }
    }
}

#[test]
fn request_taken_back_does_not_count() {
    let mut bucket = Bucket::default();
    assert_eq!(bucket.admit(1, &ONE, at(0), CAPACITY), Ok(()));
    bucket.take_back(2);
    assert!(bucket.admit(1, &ONE, at(1), CAPACITY).is_err());
    bucket.take_back(1);
    assert_eq!(bucket.admit(1, &ONE, at(1), CAPACITY), Ok(()));
}

#[test]
fn retry_after_is_the_exact_remaining_time() {
    let mut bucket = Bucket::default();
    assert_eq!(bucket.admit(1, &TWO, at(0), CAPACITY), Ok(()));
    assert_eq!(bucket.admit(1, &TWO, at(30_000), CAPACITY), Ok(()));
    let throttled = bucket.admit(1, &TWO, at(30_001), CAPACITY).expect_err("the quota is used up");
    assert_eq!(throttled.retry_after, at(29_999));
    assert_eq!(throttled.seconds(), 30);
    assert!(bucket.admit(1, &TWO, at(59_999), CAPACITY).is_err());
    assert_eq!(bucket.admit(1, &TWO, at(60_000), CAPACITY), Ok(()));
    assert_eq!(Throttled { retry_after: Duration::from_nanos(1) }.seconds(), 1);
}

#[test]
fn full_bucket_forgets_no_throttled_key() {
    let mut bucket = Bucket::default();
    for _ in 0..3 {
        assert_eq!(bucket.admit(0, &THREE, at(0), 8), Ok(()));
    }
    for key in 1..1_000 {
        assert_eq!(bucket.admit(key, &THREE, at(key), 8), Ok(()), "a fresh key is served");
        assert!(bucket.admit(0, &THREE, at(key), 8).is_err(), "freed by {key}");
    }
}

#[test]
fn bucket_full_of_throttled_keys_refuses_others_for_a_window() {
    let mut bucket = Bucket::default();
    for key in 0..8 {
        assert_eq!(bucket.admit(key, &ONE, at(1_000), 8), Ok(()));
    }
    assert_eq!(bucket.admit(8, &ONE, at(2_000), 8), Err(Throttled { retry_after: at(59_000) }));
    assert_eq!(bucket.admit(8, &ONE, at(61_000), 8), Ok(()));
}
