//! Recipients in memory, valid as long as the version they were read at ([`crate::db::cache_versions`]): everybody who
//! writes a message waits for them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::notifications::Audience;

use super::recipients::Recipients;
use crate::db::cache_versions::GeneralVersion;

type Cached = Option<(GeneralVersion, HashMap<Audience, Recipients>)>;

#[derive(Default)]
pub(crate) struct RecipientCache(Mutex<Cached>);

impl RecipientCache {
    pub(super) fn get(&self, version: GeneralVersion, audience: &Audience) -> Option<Recipients> {
        let cached = self.lock();
        let (_, all) = cached.as_ref().filter(|(read_at, _)| *read_at == version)?;
        all.get(audience).cloned()
    }

    /// `version` was read before the recipients were.
    pub(super) fn keep(&self, version: GeneralVersion, audience: &Audience, recipients: &Recipients) {
        let mut cached = self.lock();
        let entry = (audience.clone(), recipients.clone());
        match cached.as_mut().filter(|(read_at, _)| *read_at == version) {
            Some((_, all)) => all.extend([entry]),
            None => *cached = Some((version, HashMap::from([entry]))),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Cached> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
