//! The admitted requests of the last window, in bounded memory.
//!
//! A secret hash picks the bucket of a key. Each bucket lists its requests in order, so limits are exact as long
//! as there is room. A full bucket forgets the oldest request of a key that is not throttled: a flood of new keys
//! frees no throttled one and locks no fresh one out.

mod bucket;

use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::operation::Limits;
use super::{Throttled, Ticks, lock};
use bucket::{Bucket, Request};

#[derive(Debug, Clone, Copy)]
pub(super) struct Size {
    pub(super) buckets: usize,
    /// Requests in a bucket.
    pub(super) capacity: usize,
}

impl Size {
    /// The most that a table takes, in bytes.
    pub(super) const fn max_memory(self) -> usize {
        self.buckets * (size_of::<Mutex<Bucket>>() + self.capacity * size_of::<Request>())
    }
}

pub(super) struct Table {
    buckets: Vec<Mutex<Bucket>>,
    capacity: usize,
    hash: RandomState,
    /// The bucket to shrink next.
    next: AtomicUsize,
}

impl Table {
    pub(super) fn new(Size { buckets, capacity }: Size) -> Self {
        let buckets = std::iter::repeat_with(Mutex::default).take(buckets).collect();
        Self { buckets, capacity, hash: RandomState::new(), next: AtomicUsize::new(0) }
    }

    /// Admits a request of `key` if none of its limits is used up.
    pub(super) fn admit(&self, key: impl Hash, limits: &'static Limits, ticks: &Ticks) -> Result<(), Throttled> {
        self.shrink_next(ticks);
        let key = self.hash.hash_one(key);
        let mut bucket = lock(self.bucket(key));
        // The clock is read inside the lock, so that the times in a bucket are in order.
        bucket.admit(key, limits, ticks(), self.capacity)
    }

    pub(super) fn take_back(&self, key: impl Hash) {
        let key = self.hash.hash_one(key);
        lock(self.bucket(key)).take_back(key);
    }

    #[expect(clippy::cast_possible_truncation, reason = "a remainder of a usize fits into a usize")]
    fn bucket(&self, key: u64) -> &Mutex<Bucket> {
        &self.buckets[(key % self.buckets.len() as u64) as usize]
    }

    /// Each call frees the memory of one bucket in turn: otherwise a flood would occupy it for ever.
    fn shrink_next(&self, ticks: &Ticks) {
        let next = self.next.fetch_add(1, Ordering::Relaxed) % self.buckets.len();
        let mut bucket = lock(&self.buckets[next]);
        bucket.shrink(ticks());
    }
}

#[cfg(test)]
mod tests;
