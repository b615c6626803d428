//! When people open their portals. A visit is kept in memory and written later, so that a page that only reads
//! never waits for the writer, and opens while nothing can be written.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use domain::id::PersonId;

use crate::db::cache_versions::Change;
use crate::{ClientScope, Result, Store};

/// A visit within this time of the last recorded one is not recorded, in milliseconds: five minutes.
const PRECISION: i64 = 5 * 60_000;

/// The last recorded visit of each person to this process.
#[derive(Default)]
pub(crate) struct Visits(Mutex<HashMap<PersonId, Visit>>);

#[derive(Clone, Copy)]
struct Visit {
    /// In milliseconds since 1970.
    at: i64,
    is_written: bool,
}

impl Visits {
    fn with<T>(&self, work: impl FnOnce(&mut HashMap<PersonId, Visit>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Store {
    /// Records that the person has opened the portal. [`Store::write_visits`] writes it.
    pub fn record_visit(&self, scope: &ClientScope) {
        let at = self.clock.now().as_millis();
        self.visits.with(|visits| match visits.get(&scope.person().id()) {
            Some(last) if last.at > at - PRECISION => {}
            _ => drop(visits.insert(scope.person().id(), Visit { at, is_written: false })),
        });
    }

    /// Writes the visits recorded since the last call. Those that could not be written are kept for the next.
    pub async fn write_visits(&self) -> Result<()> {
        let unwritten = self.visits.with(|visits| {
            visits
                .iter()
                .filter(|(_, visit)| !visit.is_written)
                .map(|(person, visit)| (person.clone(), *visit))
                .collect::<Vec<_>>()
        });
        for (person, visit) in unwritten {
            let mut tx = self.db.write_shared(Change::Unseen).await?;
            // Another process may have written a later one.
            match &person.contact {
                None => tx.execute(VISIT_OF_CLIENT, (&person.client, visit.at)).await?,
                Some(contact) => tx.execute(VISIT_OF_CONTACT, (contact, visit.at)).await?,
            };
            tx.commit().await?;
            self.visits.with(|visits| visits.insert(person, Visit { is_written: true, ..visit }));
        }
        Ok(())
    }
}

const VISIT_OF_CLIENT: &str = "UPDATE client SET last_visit_at = $2, \
     first_visit_at = CASE WHEN last_visit_at IS NULL THEN $2 ELSE first_visit_at END \
     WHERE id = $1 AND COALESCE(last_visit_at, -62167219200001) < $2";
const VISIT_OF_CONTACT: &str =
    "UPDATE contact SET last_visit_at = $2 WHERE id = $1 AND COALESCE(last_visit_at, -62167219200001) < $2";
