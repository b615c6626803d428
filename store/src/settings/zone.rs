//! The time zone the agency lives in.

use std::sync::{Arc, Mutex, PoisonError};

use domain::{Timestamp, Zone};
use jiff::tz::{TimeZone, TimeZoneDatabase};

use crate::{Result, Store};

/// Where an agency is that has not said so (setting `time_zone`).
pub const HOME: &str = "Europe/Rome";

/// The first moment a table leaves out: 2200-01-01. Later the clocks stay as they are then.
const END: i64 = 7_258_118_400;

/// The table that was made last, with the name of its zone.
#[derive(Clone, Default)]
pub(crate) struct Zones(Arc<Mutex<Option<(String, Zone)>>>);

impl Zones {
    /// The zone of this name, which is made once.
    fn get(&self, name: &str) -> Zone {
        // What a panicking holder left behind is whole: it is replaced at once or not at all.
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, zone)) = last.as_ref().filter(|(known, _)| known == name) {
            return zone.clone();
        }
        let place = find(name).or_else(|| find(HOME)).unwrap_or(TimeZone::UTC);
        let zone = table(&place);
        *last = Some((name.to_owned(), zone.clone()));
        zone
    }
}

impl Store {
    /// The clocks of the agency; those of [`HOME`] unless the setting `time_zone` names another zone.
    ///
    /// # Errors
    /// A fault.
    pub async fn zone(&self) -> Result<Zone> {
        let name = self.setting("time_zone").await?;
        Ok(self.zones.get(name.as_deref().unwrap_or(HOME)))
    }
}

/// The name of a zone as the IANA database spells it; `None`: it has no such zone.
pub(crate) fn spelled(name: &str) -> Option<String> {
    find(name)?.iana_name().map(str::to_owned)
}

/// The zones to choose from, by name: those of places, and UTC.
pub fn zone_names() -> Vec<String> {
    const REGIONS: [&str; 10] = [
        "Africa/",
        "America/",
        "Antarctica/",
        "Arctic/",
        "Asia/",
        "Atlantic/",
        "Australia/",
        "Europe/",
        "Indian/",
        "Pacific/",
    ];
    let database = TimeZoneDatabase::bundled();
    let names = database.available().map(|name| name.to_string());
    let mut names: Vec<String> =
        names.filter(|name| name == "UTC" || REGIONS.iter().any(|region| name.starts_with(region))).collect();
    names.sort();
    names
}

/// From the bundled database: the same on every machine.
fn find(name: &str) -> Option<TimeZone> {
    TimeZoneDatabase::bundled().get(name).ok()
}

fn table(place: &TimeZone) -> Zone {
    let beginning = jiff::Timestamp::MIN;
    let changes = place
        .following(beginning)
        .take_while(|change| change.timestamp().as_second() < END)
        .map(|change| (Timestamp::from_millis(change.timestamp().as_millisecond()), millis(change.offset())));
    Zone::new(millis(place.to_offset(beginning)), changes)
}

fn millis(offset: jiff::tz::Offset) -> i64 {
    i64::from(offset.seconds()) * 1_000
}

#[cfg(test)]
mod tests;
