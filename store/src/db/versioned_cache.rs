//! Values read from the database and kept in memory.
//!
//! Each is stamped with a version from before it was read, and used only while that is current and the commits of
//! other processes are known ([`super::cache_versions`]).

use std::borrow::Borrow;
use std::hash::Hash;

use domain::id::ClientId;
use quick_cache::{Weighter, sync::Cache};

use super::Db;
use super::cache_versions::{CacheVersions, GeneralVersion, Version};

/// Values by key. What is asked for least goes when they weigh too much together.
pub(crate) struct VersionedCache<K, V, S = GeneralVersion> {
    values: Cache<K, Stamped<V, S>, ByWeight>,
    weigh: fn(&V) -> u64,
}

#[derive(Clone)]
struct Stamped<V, S> {
    value: V,
    version: S,
    weight: u64,
}

#[derive(Clone)]
struct ByWeight;

impl<K, V, S> Weighter<K, Stamped<V, S>> for ByWeight {
    fn weight(&self, _: &K, kept: &Stamped<V, S>) -> u64 {
        kept.weight
    }
}

impl<K: Eq + Hash, V: Clone, S: Copy + Eq> VersionedCache<K, V, S> {
    /// At most so many values.
    pub(crate) fn count(most: u32) -> Self {
        Self { values: Cache::with_weighter(most as usize, most.into(), ByWeight), weigh: |_| 1 }
    }

    /// Values that weigh at most so much together; each should weigh less than a hundredth of it.
    pub(crate) fn weighed(most: u64, weigh: fn(&V) -> u64) -> Self {
        Self { values: Cache::with_weighter(256, most, ByWeight), weigh }
    }

    pub(crate) fn get<Q: Eq + Hash + ?Sized>(&self, version: S, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.values.get(key).filter(|kept| kept.version == version).map(|kept| kept.value)
    }

    /// `version` is from before the value was read.
    pub(crate) fn insert(&self, version: S, key: K, value: V) {
        let weight = (self.weigh)(&value);
        self.values.insert(key, Stamped { value, version, weight });
    }
}

impl Db {
    /// The value of `key`: from memory, or what `read` reads, which is kept.
    pub(crate) fn get_or_read<K, Q, V, E>(
        &self,
        cache: &VersionedCache<K, V>,
        key: &Q,
        read: impl Future<Output = Result<V, E>>,
    ) -> impl Future<Output = Result<V, E>>
    where
        K: Eq + Hash + Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
        V: Clone,
    {
        self.get_or_read_at(CacheVersions::general_version, cache, key, read)
    }

    /// As [`get_or_read`](Self::get_or_read), of what changes with the client.
    pub(crate) fn get_or_read_of<K, V, E>(
        &self,
        client: &ClientId,
        cache: &VersionedCache<K, V, Version>,
        key: &K,
        read: impl Future<Output = Result<V, E>>,
    ) -> impl Future<Output = Result<V, E>>
    where
        K: Eq + Hash + Clone,
        V: Clone,
    {
        self.get_or_read_at(|versions| versions.version(client), cache, key, read)
    }

    async fn get_or_read_at<K, Q, V, S, E>(
        &self,
        version: impl FnOnce(&CacheVersions) -> S,
        cache: &VersionedCache<K, V, S>,
        key: &Q,
        read: impl Future<Output = Result<V, E>>,
    ) -> Result<V, E>
    where
        K: Eq + Hash + Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
        V: Clone,
        S: Copy + Eq,
    {
        let is_current = self.is_cache_current().await;
        let version = version(&self.versions);
        if is_current && let Some(value) = cache.get(version, key) {
            return Ok(value);
        }
        let value = read.await?;
        cache.insert(version, key.to_owned(), value.clone());
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::VersionedCache;

    #[test]
    fn stale_value_is_not_returned() {
        let cache: VersionedCache<&str, u8, u64> = VersionedCache::count(10);
        cache.insert(1, "a", 7);
        assert_eq!(cache.get(1, "a"), Some(7));
        assert_eq!(cache.get(2, "a"), None);
    }

    #[test]
    fn cache_stays_within_its_weight() {
        let cache: VersionedCache<u64, Vec<u8>, ()> = VersionedCache::weighed(100_000, |value| value.len() as u64);
        for key in 0..10_000 {
            cache.insert((), key, vec![0; 100]);
        }
        let bytes: usize = (0..10_000).filter_map(|key| cache.get((), &key)).map(|value| value.len()).sum();
        assert!((50_000..=100_000).contains(&bytes), "{bytes}");
    }
}
