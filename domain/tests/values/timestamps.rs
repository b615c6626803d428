//! Moments are read and written as jiff does (docs/REFERENCE.md#timestamps).

use domain::{Date, Timestamp};
use jiff::tz::{Offset, TimeZone};
use proptest::prelude::*;

const DAY: i64 = 86_400_000;

fn millis() -> impl Strategy<Value = i64> {
    prop_oneof![
        Timestamp::MIN.as_millis()..=Timestamp::MAX.as_millis(),
        // Where most of life happens, and both sides of 1970.
        -3_000_000_000_000..3_000_000_000_000_i64,
    ]
}

proptest! {
    #[test]
    fn timestamp_round_trips_and_matches_jiff(millis in millis()) {
        let written = Timestamp::from_millis(millis).to_string();
        prop_assert_eq!(written.len(), "2026-11-20T10:00:00.123Z".len());
        prop_assert_eq!(written.parse::<Timestamp>().unwrap().as_millis(), millis);
        prop_assert_eq!(written.parse::<jiff::Timestamp>().unwrap().as_millisecond(), millis);
    }

    #[test]
    fn offset_does_not_change_instant(millis in millis(), minutes in -1_439_i32..=1_439, t in "[Tt ]") {
        prop_assume!((Timestamp::MIN.as_millis() + DAY..Timestamp::MAX.as_millis() - DAY).contains(&millis));
        let zone = TimeZone::fixed(Offset::from_seconds(minutes * 60).unwrap());
        let zoned = jiff::Timestamp::from_millisecond(millis).unwrap().to_zoned(zone);
        let written = zoned.strftime(&format!("%Y-%m-%d{t}%H:%M:%S%.3f%:z")).to_string();
        prop_assert_eq!(written.parse::<Timestamp>().unwrap().as_millis(), millis, "{}", written);
        // A `+` that went through a query string.
        prop_assert_eq!(written.replace('+', " ").parse::<Timestamp>().unwrap().as_millis(), millis);
    }

    #[test]
    fn digits_past_milliseconds_are_truncated(millis in 0_i64..4_000_000_000_000, more in "[0-9]{0,12}") {
        let written = Timestamp::from_millis(millis).to_string().replace('Z', &format!("{more}z"));
        prop_assert_eq!(written.parse::<Timestamp>().unwrap().as_millis(), millis);
    }

    #[test]
    fn plain_date_is_midnight_and_valid_as_in_jiff(year in 0_i16..=9_999, month in 0_i8..=13, day in 0_i8..=32) {
        let written = format!("{year:04}-{month:02}-{day:02}");
        match jiff::civil::Date::new(year, month, day) {
            Err(_) => prop_assert!(written.parse::<Date>().is_err() && written.parse::<Timestamp>().is_err()),
            Ok(date) => {
                let midnight = date.to_zoned(TimeZone::UTC).unwrap().timestamp().as_millisecond();
                prop_assert_eq!(written.parse::<Timestamp>().unwrap().as_millis(), midnight);
                let read: Date = written.parse().unwrap();
                prop_assert_eq!(read.to_string(), written);
                prop_assert_eq!(Date::from_days_since_1970(read.days_since_1970()), read);
            }
        }
    }

    #[test]
    fn arbitrary_text_does_not_panic(text in "\\PC{0,30}", tail in "[-0-9T:.+Zè ]{0,30}") {
        let _ = text.parse::<Timestamp>().is_ok();
        let _ = format!("2026-11-20{tail}").parse::<Timestamp>().is_ok();
        let _ = tail.parse::<Date>().is_ok();
    }
}

#[test]
fn invalid_timestamps_are_rejected() {
    for text in [
        "",
        "2026",
        "20261120",
        "1763632800",
        "2026-11-20T",
        "2026-11-20T10",
        "2026-11-20T24:00:00Z",
        "2026-11-20T10:60:00Z",
        "2026-11-20T10:00:00.Z",
        "2026-11-20T10:00:00+1",
        "2026-11-20T10:00:00+0100",
        "2026-11-20T10:00:00+24:00",
        "2026-11-20T10:00:00Zz",
        "2026-13-01",
        "2026-02-29",
        "-2026-11-20",
        "+2026-11-20",
        "2026-11-20 ",
        " 2026-11-20",
        "٢٠٢٦-11-20",
        "9999-12-31T23:59:59-01:00",
    ] {
        assert!(text.parse::<Timestamp>().is_err(), "{text:?}");
    }
}
