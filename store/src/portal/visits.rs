//! When people open their portals, and members the agency's pages. A visit is kept in memory and written later, so that a page that only reads
//! never waits for the writer, and opens while nothing can be written.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use domain::id::{MemberId, PersonId};

use crate::db::cache_versions::Change;
use crate::{ClientScope, Result, Store};

/// A visit within this time of the last recorded one is not recorded, in milliseconds: five minutes.
const PRECISION: i64 = 5 * 60_000;

/// The last recorded visit of each visitor to this process.
#[derive(Default)]
pub(crate) struct Visits(Mutex<HashMap<Visitor, Visit>>);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Visitor {
    Person(PersonId),
    Member(MemberId),
}

#[derive(Clone, Copy)]
struct Visit {
    /// In milliseconds since 1970.
    at: i64,
    is_written: bool,
}

impl Visits {
    fn with<T>(&self, work: impl FnOnce(&mut HashMap<Visitor, Visit>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn record(&self, visitor: Visitor, at: i64) {
        self.with(|visits| match visits.get(&visitor) {
            Some(last) if last.at > at - PRECISION => {}
            _ => drop(visits.insert(visitor, Visit { at, is_written: false })),
        });
    }
}

impl Store {
    /// Records that the person has opened the portal. [`Store::write_visits`] writes it.
    pub fn record_visit(&self, scope: &ClientScope) {
        self.visits.record(Visitor::Person(scope.person().id()), self.clock.now().as_millis());
    }

    /// As [`Store::record_visit`], of a member in the agency's pages.
    pub fn record_member_visit(&self, member: &MemberId) {
        self.visits.record(Visitor::Member(member.clone()), self.clock.now().as_millis());
    }

    /// Writes the visits recorded since the last call. Those that could not be written are kept for the next.
    pub async fn write_visits(&self) -> Result<()> {
        let unwritten = self.visits.with(|visits| {
            visits
                .iter()
                .filter(|(_, visit)| !visit.is_written)
                .map(|(visitor, visit)| (visitor.clone(), *visit))
                .collect::<Vec<_>>()
        });
        for (visitor, visit) in unwritten {
            let mut tx = self.db.write_shared(Change::Unseen).await?;
            // Another process may have written a later one.
            match &visitor {
                Visitor::Person(PersonId { client, contact: None }) => {
                    tx.execute(VISIT_OF_CLIENT, (client, visit.at)).await?
                }
                Visitor::Person(PersonId { contact: Some(contact), .. }) => {
                    tx.execute(VISIT_OF_CONTACT, (contact, visit.at)).await?
                }
                Visitor::Member(member) => tx.execute(VISIT_OF_MEMBER, (member, visit.at)).await?,
            };
            tx.commit().await?;
            self.visits.with(|visits| visits.insert(visitor, Visit { is_written: true, ..visit }));
        }
        Ok(())
    }
}

const VISIT_OF_CLIENT: &str = "UPDATE client SET last_visit_at = $2, \
     first_visit_at = CASE WHEN last_visit_at IS NULL THEN $2 ELSE first_visit_at END \
     WHERE id = $1 AND COALESCE(last_visit_at, -62167219200001) < $2";
const VISIT_OF_CONTACT: &str =
    "UPDATE contact SET last_visit_at = $2 WHERE id = $1 AND COALESCE(last_visit_at, -62167219200001) < $2";
const VISIT_OF_MEMBER: &str =
    "UPDATE member SET last_visit_at = $2 WHERE id = $1 AND COALESCE(last_visit_at, -62167219200001) < $2";
