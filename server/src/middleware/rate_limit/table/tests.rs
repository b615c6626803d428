use std::net::Ipv4Addr;
use std::time::Duration;

use super::*;
use crate::middleware::client_ip::ClientIp;
use crate::middleware::rate_limit::operation::{Limit, MINUTE};
use crate::middleware::rate_limit::{LONG, RateLimitKey, SHORT};

const QUOTA: u16 = 30;
static LIMITS: Limits = Limits(&[Limit(QUOTA, MINUTE)]);

fn admit(table: &Table, address: u32, now: Duration) -> Result<(), Throttled> {
    let ip = ClientIp::Address(Ipv4Addr::from_bits(address).into());
    table.admit(RateLimitKey::Address(ip), &LIMITS, &move || now)
}

fn memory(table: &Table) -> usize {
    table.buckets.len() * size_of::<Mutex<Bucket>>()
        + table.buckets.iter().map(|bucket| lock(bucket).memory()).sum::<usize>()
}

#[test]
fn million_addresses_free_no_throttled_and_block_no_fresh_one() {
    let table = Table::new(SHORT);
    let start = Duration::from_secs(1);
    for address in 0..10 {
        for _ in 0..QUOTA {
            assert_eq!(admit(&table, address, start), Ok(()));
        }
    }
    for address in 1_000..1_001_000 {
        assert_eq!(admit(&table, address, start), Ok(()), "{address}");
        if address % 10_000 == 0 {
            assert!(admit(&table, address / 10_000 % 10, start).is_err(), "freed by {address}");
        }
    }
    assert!(memory(&table) + LONG.max_memory() <= 64 << 20, "{} bytes", memory(&table));
    for fresh in 2_000_000..2_000_022 {
        let admitted = (0..QUOTA + 5).filter(|_| admit(&table, fresh, start).is_ok()).count();
        assert_eq!(admitted, usize::from(QUOTA), "the limit of a fresh address is exact");
    }
    // After the flood its memory is freed bit by bit.
    for _ in 0..SHORT.buckets {
        let _ = admit(&table, 0, start + MINUTE);
    }
    assert!(memory(&table) < 1 << 20, "{} bytes", memory(&table));
}
