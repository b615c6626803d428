//! The places of requests, of which one address has a share only.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::middleware::client_ip::ClientIp;

/// A waiting request takes 20 to 60 KB of memory.
const PLACES: usize = 512;
/// So that one host does not keep out all others.
const PLACES_OF_ADDRESS: usize = PLACES / 4;

#[derive(Default)]
pub(super) struct Places {
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    all: usize,
    /// Of those that have taken any.
    by_address: HashMap<ClientIp, usize>,
}

/// Places that a request has taken, until it is dropped.
pub(super) struct Taken {
    places: Arc<Places>,
    address: ClientIp,
    count: usize,
}

impl Places {
    /// `None` if not so many are left for the address.
    pub(super) fn take(self: &Arc<Self>, address: ClientIp, count: usize) -> Option<Taken> {
        let mut counts = self.counts();
        let of_address = counts.by_address.get(&address).map_or(0, |taken| *taken);
        if counts.all + count > PLACES || of_address + count > PLACES_OF_ADDRESS {
            return None;
        }
        counts.all += count;
        counts.by_address.insert(address, of_address + count);
        Some(Taken { places: self.clone(), address, count })
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        // Nothing that changes them panics.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut counts = self.places.counts();
        counts.all -= self.count;
        if let Some(of_address) = counts.by_address.get_mut(&self.address) {
            *of_address -= self.count;
            if *of_address == 0 {
                counts.by_address.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn address(number: u32) -> ClientIp {
        IpAddr::from(Ipv4Addr::from_bits(number)).into()
    }

    #[test]
    fn one_address_takes_a_quarter_and_all_no_more_than_there_are() {
        let places = Arc::new(Places::default());
        let first = places.take(address(1), PLACES_OF_ADDRESS - 1).expect("places");
        assert!(places.take(address(1), 2).is_none());
        let last = places.take(address(1), 1).expect("a place");
        let others: Vec<_> =
            (2..=4).map(|number| places.take(address(number), PLACES_OF_ADDRESS).expect("places")).collect();
        assert!(places.take(address(5), 1).is_none());
        drop(last);
        assert!(places.take(address(5), 2).is_none());
        assert!(places.take(address(5), 1).is_some());
        drop((first, others));
        let counts = places.counts();
        assert_eq!((counts.all, counts.by_address.len()), (0, 0));
    }
}
