//! The time zone of the agency.

use std::sync::{Arc, Mutex, PoisonError};

use domain::{Timestamp, Zone};
use jiff::tz::{TimeZone, TimeZoneDatabase};

use crate::{Result, Store};

/// The default of the setting `time_zone`.
pub const HOME: &str = "Europe/Rome";

/// Transitions from this time on are left out of the tables: 2200-01-01. Later the last offset applies.
const END: i64 = 7_258_118_400;

/// The most recently built table, with the name of its zone.
#[derive(Clone, Default)]
pub(crate) struct Zones(Arc<Mutex<Option<(String, Zone)>>>);

impl Zones {
    /// The zone of this name, cached.
    pub(crate) fn get(&self, name: &str) -> Zone {
        // A panic cannot leave a partial value: it is replaced by one assignment.
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, zone)) = last.as_ref().filter(|(cached, _)| cached == name) {
            return zone.clone();
        }
        let time_zone = find(name).or_else(|| find(HOME)).unwrap_or(TimeZone::UTC);
        let zone = table(&time_zone);
        *last = Some((name.to_owned(), zone.clone()));
        zone
    }
}

impl Store {
    /// The time zone of the agency: [`HOME`] unless the setting `time_zone` names another.
    pub async fn zone(&self) -> Result<Zone> {
        let name = self.cached_setting("time_zone").await?;
        Ok(self.zones.get(name.as_deref().unwrap_or(HOME)))
    }
}

/// The name of a zone as in the IANA database, from that name or the city in it (`new york`); `None` for an
/// unknown zone.
pub(crate) fn canonical_name(typed: &str) -> Option<String> {
    let name = typed.trim().replace(' ', "_");
    if let Some(zone) = find(&name) {
        return zone.iana_name().map(str::to_owned);
    }
    let is_city = |zone: &String| zone.rsplit('/').next().is_some_and(|city| city.eq_ignore_ascii_case(&name));
    zone_names().into_iter().find(is_city)
}

/// The names of the zones to choose from, sorted: those of regions, and UTC.
pub fn zone_names() -> Vec<String> {
    const REGIONS: [&str; 10] = [
        "Africa/", "America/", "Antarctica/", "Arctic/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/",
        "Pacific/",
    ];
    let database = TimeZoneDatabase::bundled();
    let names = database.available().map(|name| name.to_string());
    let mut names: Vec<String> =
        names.filter(|name| name == "UTC" || REGIONS.iter().any(|region| name.starts_with(region))).collect();
    names.sort();
    names
}

/// From the bundled database, so that it is the same on every machine.
fn find(name: &str) -> Option<TimeZone> {
    TimeZoneDatabase::bundled().get(name).ok()
}

fn table(time_zone: &TimeZone) -> Zone {
    let beginning = jiff::Timestamp::MIN;
    let changes = time_zone
        .following(beginning)
        .take_while(|change| change.timestamp().as_second() < END)
        .map(|change| (Timestamp::from_millis(change.timestamp().as_millisecond()), millis(change.offset())));
    Zone::new(millis(time_zone.to_offset(beginning)), changes)
}

fn millis(offset: jiff::tz::Offset) -> i64 {
    i64::from(offset.seconds()) * 1_000
}

#[cfg(test)]
mod tests;
