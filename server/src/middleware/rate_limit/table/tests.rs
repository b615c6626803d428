use std::collections::HashMap;
use std::net::Ipv4Addr;

use proptest::prelude::*;

use super::*;
use crate::middleware::client_ip::ClientIp;

const WINDOW: Duration = Duration::from_mins(1);

fn quota(requests: usize) -> Quota {
    Quota { requests, window: WINDOW }
}

/// An address or a source in turns.
fn key(number: u32) -> RateLimitKey {
    if number.is_multiple_of(2) {
        return RateLimitKey::Address(ClientIp::Address(Ipv4Addr::from_bits(number).into()));
    }
    let mut digest = [0; 16];
    digest[12..].copy_from_slice(&number.to_be_bytes());
    RateLimitKey::Source(digest)
}

fn at(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// The rule in its simplest form, with unbounded memory.
#[derive(Default)]
struct Reference(HashMap<u32, Vec<Duration>>);

impl Reference {
    fn admit(&mut self, address: u32, now: Duration, quota: Quota) -> Result<(), Throttled> {
        let passed = self.0.entry(address).or_default();
        let in_window: Vec<_> = passed.iter().filter(|&&then| now < then + quota.window).collect();
        if in_window.len() < quota.requests {
            passed.push(now);
            return Ok(());
        }
        Err(Throttled { retry_after: (*in_window[0] + quota.window).saturating_sub(now) })
    }
}

/// Addresses and the milliseconds between their requests, often on the edge of the window.
fn requests() -> impl Strategy<Value = Vec<(u32, u64)>> {
    let pause = prop_oneof![4 => 0..50u64, 3 => 500..20_000u64, 1 => Just(60_000), 1 => 59_990..60_010u64];
    proptest::collection::vec((0..6u32, pause), 1..300)
}

proptest! {
    #[test]
    fn table_with_room_matches_reference(requests in requests(), n in 1..12usize) {
        let mut table = Table::new(quota(n));
        let mut reference = Reference::default();
        let mut now = Duration::ZERO;
        for (address, pause) in requests {
            now += at(pause);
            prop_assert_eq!(table.admit(key(address), now), reference.admit(address, now, quota(n)));
        }
    }

    #[test]
    fn full_table_never_exceeds_quota_and_recovers(
        requests in requests(), n in 1..5usize,
    ) {
        let mut table = Table::with_limits(quota(n), 2, 2);
        let mut passed: HashMap<u32, Vec<Duration>> = HashMap::new();
        let mut now = Duration::ZERO;
        for (address, pause) in requests {
            now += at(pause);
            match table.admit(key(address), now) {
                Ok(()) => passed.entry(address).or_default().push(now),
                Err(throttled) => {
                    prop_assert!(throttled.retry_after > Duration::ZERO);
                    prop_assert!(throttled.retry_after <= WINDOW);
                }
            }
        }
        for moments in passed.values() {
            for (index, &moment) in moments.iter().enumerate() {
                let in_window = moments[index..].iter().filter(|&&then| then < moment + WINDOW).count();
                prop_assert!(in_window <= n, "{} of {} passed in one window", in_window, n);
            }
        }
        for address in 0..6 {
            prop_assert_eq!(table.admit(key(address), now + WINDOW * (address + 1)), Ok(()));
        }
    }
}

#[test]
fn retry_after_is_the_exact_remaining_time() {
    let mut table = Table::new(quota(2));
    assert_eq!(table.admit(key(1), at(0)), Ok(()));
    assert_eq!(table.admit(key(1), at(30_000)), Ok(()));
    let throttled = table.admit(key(1), at(30_001)).expect_err("the quota is used up");
    assert_eq!(throttled.retry_after, at(29_999));
    assert_eq!(throttled.seconds(), 30);
    assert!(table.admit(key(1), at(59_999)).is_err());
    assert_eq!(table.admit(key(1), at(60_000)), Ok(()));
    assert_eq!(Throttled { retry_after: Duration::from_nanos(1) }.seconds(), 1);
}

#[test]
fn flood_is_bounded_and_keeps_existing_limits() {
    let mut table = Table::new(quota(3));
    for _ in 0..3 {
        assert_eq!(table.admit(key(0), at(0)), Ok(()));
    }
    for address in 1..=200_000 {
        let _ = table.admit(key(address), at(u64::from(address) / 10));
        if address % 1_000 == 0 {
            assert!(table.admit(key(0), at(u64::from(address) / 10)).is_err(), "freed by address {address}");
        }
    }
    assert_eq!(table.own.len(), Table::OWN);
    assert_eq!(table.shared.len(), Table::SHARED);
    let capacity: usize = table.shared.iter().map(SlidingWindow::capacity).sum();
    assert!(capacity <= Table::SHARED * 3, "{capacity}");
    assert_eq!(table.admit(key(u32::MAX), at(20_000) + WINDOW), Ok(()));
}

#[test]
fn expired_entries_are_freed() {
    let mut table = Table::with_limits(quota(1), 100, 10);
    for address in 0..1_000 {
        let _ = table.admit(key(address), at(0));
    }
    for round in 0..100 {
        assert_eq!(table.admit(key(7), at(60_000) + WINDOW * round), Ok(()));
    }
    assert_eq!(table.own.len(), 1);
    assert!(table.shared.is_empty());
}

#[test]
fn active_entry_does_not_hold_slots_of_expired_ones() {
    let mut table = Table::with_limits(quota(2), 3, 1);
    for (address, moment) in [(1, 0), (2, 1), (3, 1), (1, 30_000), (4, 61_000), (5, 61_000)] {
        assert_eq!(table.admit(key(address), at(moment)), Ok(()));
    }
    assert!(table.shared.is_empty(), "a new address uses the shared counter only when the table is full");
    assert_eq!(table.own.len(), 3);
}
