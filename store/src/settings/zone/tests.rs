use jiff::civil::DateTime;
use proptest::prelude::*;

use super::*;

/// Half hours, southern summers, a skipped day, a summer time below standard time, none at all.
const PLACES: [&str; 8] = [
    "Europe/Rome", "Europe/Dublin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu",
    "Africa/Casablanca", "UTC",
];

fn millis_of_a_table() -> impl Strategy<Value = i64> {
    // 1850 to 2199.
    -3_786_912_000_000_i64..7_258_118_400_000
}

proptest! {
    #[test]
    fn table_offsets_match_jiff(millis in millis_of_a_table()) {
        for place in PLACES {
            let zone = find(place).expect(place);
            let instant = jiff::Timestamp::from_millisecond(millis).expect("a moment");
            let offset = i64::from(zone.to_offset(instant).seconds()) * 1_000;
            prop_assert_eq!(table(&zone).offset(Timestamp::from_millis(millis)), offset, "{}", place);
        }
    }

    #[test]
    fn local_times_match_jiff(minutes in -63_115_200_i64..120_968_640) {
        let text = Timestamp::from_millis(minutes * 60_000).to_string()[..16].to_owned();
        for place in PLACES {
            let zone = find(place).expect(place);
            let civil: DateTime = text.parse().expect("a local time");
            let moment = civil.to_zoned(zone.clone()).expect("a moment").timestamp().as_millisecond();
            let read = table(&zone).moment(&text).map(Timestamp::as_millis);
            prop_assert_eq!(read, Some(moment), "{} in {}", text, place);
        }
    }
}

#[test]
fn local_times_match_jiff_around_transitions() {
    for place in PLACES {
        let zone = find(place).expect(place);
        let table = table(&zone);
        for change in zone.following(jiff::Timestamp::MIN).take_while(|change| change.timestamp().as_second() < END) {
            for minutes in (-180..=180).step_by(15) {
                let near = change.timestamp().as_second().div_euclid(60) * 60_000 + minutes * 60_000;
                let text = table.written(Timestamp::from_millis(near));
                let civil: DateTime = text.parse().expect("a local time");
                let moment = civil.to_zoned(zone.clone()).expect("a moment").timestamp().as_millisecond();
                assert_eq!(table.moment(&text).map(Timestamp::as_millis), Some(moment), "{text} in {place}");
            }
        }
    }
}

#[test]
fn unknown_zone_falls_back_to_home() {
    let zones = Zones::default();
    let rome = zones.get(HOME);
    assert_eq!(zones.get("Nowhere/At_All"), rome);
    assert_ne!(zones.get("Asia/Tokyo"), rome);
    assert_eq!(canonical_name("europe/rome").as_deref(), Some("Europe/Rome"));
    assert_eq!((canonical_name("Nowhere/At_All"), canonical_name("")), (None, None));
}

#[test]
fn zone_names_exclude_codes() {
    let names = zone_names();
    assert!(names.len() > 300, "{}", names.len());
    for known in ["Europe/Rome", "America/Argentina/Buenos_Aires", "UTC"] {
        assert!(names.iter().any(|name| name == known), "{known}");
    }
    assert!(!names.iter().any(|name| name.starts_with("Etc/") || name == "CET"));
}

#[test]
fn zone_is_found_by_name_or_city() {
    for (typed, name) in [
        ("europe/rome", Some("Europe/Rome")),
        (" rome ", Some("Europe/Rome")),
        ("New York", Some("America/New_York")),
        ("Atlantis", None),
        ("", None),
    ] {
        assert_eq!(canonical_name(typed).as_deref(), name, "{typed}");
    }
}
