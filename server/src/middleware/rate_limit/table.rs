//! The admitted requests of the last window, in bounded memory.
//!
//! A secret hash picks the bucket of a key. Each bucket lists its requests in order, so limits are exact as long
//! as there is room, which is for more than two million requests in a window. A full bucket forgets the oldest
//! request of a key that is not throttled: a flood of new keys frees no throttled one and locks no fresh one out.

mod bucket;

use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Throttled, Ticks, lock};
use bucket::{Bucket, Request};

const BUCKETS: usize = 8_192;
const BUCKET_SIZE: usize = 320;

/// The most that a table takes, in bytes.
const MAX_MEMORY: usize = BUCKETS * (size_of::<Mutex<Bucket>>() + BUCKET_SIZE * size_of::<Request>());
const _: () = assert!(MAX_MEMORY <= 64 << 20);

pub(super) struct Table {
    buckets: Vec<Mutex<Bucket>>,
    hash: RandomState,
    /// The bucket to shrink next.
    next: AtomicUsize,
}

impl Default for Table {
    fn default() -> Self {
        let buckets = std::iter::repeat_with(Mutex::default).take(BUCKETS).collect();
        Self { buckets, hash: RandomState::new(), next: AtomicUsize::new(0) }
    }
}

impl Table {
    /// Admits a request of `key` if fewer than `quota` passed in the last window.
    pub(super) fn admit(&self, key: impl Hash, quota: u16, ticks: &Ticks) -> Result<(), Throttled> {
        self.shrink_next(ticks);
        let key = self.hash.hash_one(key);
        let mut bucket = lock(self.bucket(key));
        // The clock is read inside the lock, so that the times in a bucket are in order.
        bucket.admit(key, quota, ticks(), BUCKET_SIZE)
    }

    #[expect(clippy::cast_possible_truncation, reason = "a remainder of a usize fits into a usize")]
    fn bucket(&self, key: u64) -> &Mutex<Bucket> {
        &self.buckets[(key % BUCKETS as u64) as usize]
    }

    /// Each call frees the memory of one bucket in turn: otherwise a flood would occupy it for ever.
    fn shrink_next(&self, ticks: &Ticks) {
        let next = self.next.fetch_add(1, Ordering::Relaxed) % BUCKETS;
        let mut bucket = lock(&self.buckets[next]);
        bucket.shrink(ticks());
    }
}

#[cfg(test)]
mod tests;
