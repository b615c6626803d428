//! What is kept in memory of the database, and how much of it ([`crate::db::versioned_cache`]).

use std::sync::Arc;

use domain::Agency;
use domain::id::{ClientId, PersonId, ProjectId};
use domain::notifications::Audience;
use domain::settings::accent::Scheme;
use serde_json::value::RawValue;

use crate::conversation::poll::{PolledProject, ProjectReceipts};
use crate::conversation::recent_comments::RecentComments;
use crate::db::cache_versions::Version;
use crate::db::versioned_cache::VersionedCache;
use crate::notifications::Recipients;
use crate::portal::cached::CachedPortal;
use crate::{Logo, UnverifiedPerson};

/// Most people, projects and audiences: some ten megabytes in all.
const PEOPLE: u32 = 16_384;
/// Most bytes of the receipts that polls return: of people, and as many of projects.
const RECEIPTS: u64 = 8 << 20;
/// Most bytes of the newest comments of clients.
const COMMENTS: u64 = 8 << 20;
/// Most bytes of the contents of portals, as JSON, and of their pages.
const PORTALS: u64 = 16 << 20;
/// Most values of the rest.
const FEW: u32 = 1_024;

pub(crate) struct Caches {
    /// By credential.
    pub(crate) people: VersionedCache<String, UnverifiedPerson>,
    /// By the key of an address that cannot be guessed.
    pub(crate) addresses: VersionedCache<String, UnverifiedPerson>,
    /// Whose each project is.
    pub(crate) project_clients: VersionedCache<ProjectId, ClientId>,
    pub(crate) person_reads: VersionedCache<PersonId, Arc<RawValue>, Version>,
    pub(crate) project_receipts: VersionedCache<PolledProject, Arc<ProjectReceipts>, Version>,
    pub(crate) recent_comments: VersionedCache<ClientId, Arc<RecentComments>, Version>,
    /// By the project that was asked for.
    pub(crate) portals: VersionedCache<(PersonId, Option<String>), Arc<CachedPortal>, Version>,
    pub(crate) recipients: VersionedCache<Audience, Recipients>,
    pub(crate) agency: VersionedCache<(), Agency>,
    pub(crate) logos: VersionedCache<Scheme, Option<Logo>>,
    pub(crate) settings: VersionedCache<String, Option<String>>,
}

impl Default for Caches {
    fn default() -> Self {
        Self {
            people: VersionedCache::count(PEOPLE),
            addresses: VersionedCache::count(PEOPLE),
            project_clients: VersionedCache::count(PEOPLE),
            person_reads: VersionedCache::weighed(RECEIPTS, |kept| kept.get().len() as u64),
            project_receipts: VersionedCache::weighed(RECEIPTS, |kept| kept.weight()),
            recent_comments: VersionedCache::weighed(COMMENTS, |kept| kept.weight()),
            portals: VersionedCache::weighed(PORTALS, |kept| kept.bytes()),
            recipients: VersionedCache::count(PEOPLE),
            agency: VersionedCache::count(1),
            logos: VersionedCache::count(2),
            settings: VersionedCache::count(FEW),
        }
    }
}
