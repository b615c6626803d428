//! The places of requests, of which one network has a share only.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::middleware::client_ip::ClientIp;

/// A waiting request takes 20 to 60 KB of memory.
const PLACES: usize = 512;
/// So that one host does not keep out all others.
const PLACES_OF_NETWORK: usize = PLACES / 4;

#[derive(Default)]
pub(super) struct Places {
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    all: usize,
    /// Of those that have taken any.
    by_network: HashMap<ClientIp, usize>,
}

/// Places that a request has taken, until it is dropped.
pub(super) struct Taken {
    places: Arc<Places>,
    network: ClientIp,
    count: usize,
}

impl Places {
    /// `None` if not so many are left for the network.
    pub(super) fn take(self: &Arc<Self>, network: ClientIp, count: usize) -> Option<Taken> {
        let mut counts = self.counts();
        let of_network = counts.by_network.get(&network).map_or(0, |taken| *taken);
        if counts.all + count > PLACES || of_network + count > PLACES_OF_NETWORK {
            return None;
        }
        counts.all += count;
        counts.by_network.insert(network, of_network + count);
        Some(Taken { places: self.clone(), network, count })
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
        if let Some(of_network) = counts.by_network.get_mut(&self.network) {
            *of_network -= self.count;
            if *of_network == 0 {
                counts.by_network.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn network(number: u32) -> ClientIp {
        IpAddr::from(Ipv4Addr::from_bits(number)).into()
    }

    #[test]
    fn one_network_takes_a_quarter_and_all_no_more_than_there_are() {
        let places = Arc::new(Places::default());
        let first = places.take(network(1), PLACES_OF_NETWORK - 1).expect("places");
        assert!(places.take(network(1), 2).is_none());
        let last = places.take(network(1), 1).expect("a place");
        let others: Vec<_> =
            (2..=4).map(|number| places.take(network(number), PLACES_OF_NETWORK).expect("places")).collect();
        assert!(places.take(network(5), 1).is_none());
        drop(last);
        assert!(places.take(network(5), 2).is_none());
        assert!(places.take(network(5), 1).is_some());
        drop((first, others));
        let counts = places.counts();
        assert_eq!((counts.all, counts.by_network.len()), (0, 0));
    }
}
