//! The logo in memory, valid as long as the version it was read at ([`crate::db::cache_versions`]).

use std::sync::{PoisonError, RwLock};

use crate::Logo;
use crate::db::cache_versions::GeneralVersion;

/// Reading that there is none is cheap, so only a logo is kept.
#[derive(Default)]
pub(crate) struct LogoCache(RwLock<Option<(GeneralVersion, Logo)>>);

impl LogoCache {
    pub(crate) fn get(&self, version: GeneralVersion) -> Option<Logo> {
        let kept = self.0.read().unwrap_or_else(PoisonError::into_inner);
        kept.as_ref().filter(|(read_at, _)| *read_at == version).map(|(_, logo)| logo.clone())
    }

    /// `version` is from before the logo was read.
    pub(crate) fn keep(&self, version: GeneralVersion, logo: Option<&Logo>) {
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        *kept = logo.map(|logo| (version, logo.clone()));
    }
}
