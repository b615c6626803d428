//! What is kept in memory of the database, and how much of it ([`crate::db::versioned_cache`]).

use std::sync::Arc;

use domain::Agency;
use domain::id::{ClientId, PersonId, ProjectId};
use domain::notifications::Audience;
use domain::overview::UnbilledHours;
use domain::settings::accent::Scheme;
use serde_json::value::RawValue;

use crate::conversation::poll::{PolledProject, ProjectReceipts};
use crate::conversation::recent_comments::RecentComments;
use crate::db::cache_versions::Version;
use crate::db::versioned_cache::VersionedCache;
use crate::notifications::Recipients;
use crate::overview::billing::HoursKey;
use crate::portal::cached::CachedPortal;
use crate::{Logo, UnverifiedPerson};

/// Most people, projects and audiences: some ten megabytes in all.
const PEOPLE: u32 = 16_384;
/// Most bytes of the receipts that polls return: of people, and as many of projects.
const RECEIPTS: u64 = 16 << 20;
/// What an entry takes beside its JSON, in bytes: most people have read little, and there may be many.
const ENTRY: u64 = 256;
/// Most bytes of the newest comments of clients.
const COMMENTS: u64 = 8 << 20;
/// Most bytes of the contents of portals, as JSON, and of their pages.
const PORTALS: u64 = 16 << 20;
/// Most lists of hours: of each member who looks after clients, and of clients whose payments are looked at.
const HOURS: u32 = 64;
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
    pub(crate) unbilled_hours: VersionedCache<HoursKey, Vec<UnbilledHours>>,
}

impl Default for Caches {
    fn default() -> Self {
        Self {
            people: VersionedCache::count(PEOPLE),
            addresses: VersionedCache::count(PEOPLE),
            project_clients: VersionedCache::count(PEOPLE),
            person_reads: VersionedCache::weighed(RECEIPTS, |kept| ENTRY + kept.get().len() as u64),
            project_receipts: VersionedCache::weighed(RECEIPTS, |kept| ENTRY + kept.weight()),
            recent_comments: VersionedCache::weighed(COMMENTS, |kept| kept.weight()),
            portals: VersionedCache::weighed(PORTALS, |kept| kept.bytes()),
            recipients: VersionedCache::count(PEOPLE),
            agency: VersionedCache::count(1),
            logos: VersionedCache::count(2),
            settings: VersionedCache::count(FEW),
            unbilled_hours: VersionedCache::count(HOURS),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::value::to_raw_value;

    use super::*;
    use crate::db::cache_versions::CacheVersions;

    #[test]
    fn people_who_have_read_nothing_do_not_fill_the_memory() {
        let caches = Caches::default();
        let client = ClientId::parse("rossi").expect("an id");
        let version = CacheVersions::default().version(&client);
        let nothing: Arc<RawValue> = to_raw_value(&serde_json::json!({})).expect("JSON").into();
        let people = || (0..100_000).map(|number| ClientId::parse(format!("c{number}")).expect("an id"));
        let person = |client| PersonId { client, contact: None };
        for client in people() {
            caches.person_reads.insert(version, person(client), nothing.clone());
        }
        let kept =
            people().filter(|client| caches.person_reads.get(version, &person(client.clone())).is_some()).count();
        assert!((10_000..=65_536).contains(&kept), "{kept} in 16 MiB");
    }
}
