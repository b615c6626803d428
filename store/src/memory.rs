//! What is kept in memory of the database, and how much of it ([`crate::db::kept`]).

use domain::Agency;
use domain::id::{PersonId, ProjectId};
use domain::notifications::Audience;
use domain::settings::accent::Scheme;

use crate::conversation::chat::IdlePoll;
use crate::db::cache_versions::Version;
use crate::db::kept::Kept;
use crate::notifications::Recipients;
use crate::portal::opened::OpenedPortal;
use crate::{Logo, UnverifiedPerson};

/// Most people, and most polls: some ten megabytes in all.
const PEOPLE: u32 = 16_384;
/// Most bytes of the contents of portals, as JSON.
const PORTALS: u64 = 16 << 20;
/// Most values of the rest.
const FEW: u32 = 1_024;

pub(crate) struct Memory {
    /// By credential.
    pub(crate) people: Kept<String, UnverifiedPerson>,
    /// By the key of an address that cannot be guessed.
    pub(crate) addresses: Kept<String, UnverifiedPerson>,
    pub(crate) polls: Kept<(PersonId, ProjectId), IdlePoll, Version>,
    /// By the project that was asked for.
    pub(crate) portals: Kept<(PersonId, Option<String>), OpenedPortal, Version>,
    pub(crate) recipients: Kept<Audience, Recipients>,
    pub(crate) agency: Kept<(), Agency>,
    pub(crate) logos: Kept<Scheme, Option<Logo>>,
    pub(crate) settings: Kept<String, Option<String>>,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            people: Kept::count(PEOPLE),
            addresses: Kept::count(PEOPLE),
            polls: Kept::count(PEOPLE),
            portals: Kept::weighed(PORTALS, OpenedPortal::bytes),
            recipients: Kept::count(FEW),
            agency: Kept::count(1),
            logos: Kept::count(2),
            settings: Kept::count(FEW),
        }
    }
}
