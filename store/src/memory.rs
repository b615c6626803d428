//! What is kept in memory of the database, and how much of it ([`crate::db::kept`]).

use std::io;
use std::sync::Arc;

use domain::id::{PersonId, ProjectId};
use domain::notifications::Audience;
use domain::portal::Portal;
use domain::settings::accent::Scheme;
use domain::{Agency, Timestamp};

use crate::conversation::chat::PollReceipts;
use crate::db::cache_versions::Version;
use crate::db::kept::Kept;
use crate::notifications::Recipients;
use crate::{ClientScope, Logo, UnverifiedPerson};

/// Most people, and most polls: some ten megabytes in all.
const PEOPLE: u32 = 16_384;
/// Most bytes of the contents of portals, as JSON. One has some 30 KB.
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

/// The response to a poll without messages.
#[derive(Clone)]
pub(crate) struct IdlePoll {
    /// No comment of the project's chat is newer.
    pub(crate) newest: Timestamp,
    pub(crate) receipts: Arc<PollReceipts>,
}

/// The content of a portal, which also depends on the record of the person.
#[derive(Clone)]
pub(crate) struct OpenedPortal {
    pub(crate) scope: ClientScope,
    pub(crate) portal: Arc<Portal>,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            people: Kept::count(PEOPLE),
            addresses: Kept::count(PEOPLE),
            polls: Kept::count(PEOPLE),
            portals: Kept::weighed(PORTALS, |opened| json_bytes(&opened.portal)),
            recipients: Kept::count(FEW),
            agency: Kept::count(1),
            logos: Kept::count(2),
            settings: Kept::count(FEW),
        }
    }
}

fn json_bytes(portal: &Portal) -> u64 {
    let mut bytes = Count(0);
    // What cannot be written weighs more than everything, so that it is not kept.
    serde_json::to_writer(&mut bytes, portal).map_or(u64::MAX, |()| bytes.0)
}

struct Count(u64);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
