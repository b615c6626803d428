use super::*;

const HOUR: i64 = 3_600_000;

fn at(text: &str) -> Timestamp {
    text.parse().expect("a moment")
}

/// Italy around 2026: one hour ahead, two in summer.
fn rome() -> Zone {
    Zone::new(HOUR, [(at("2026-10-25T01:00:00Z"), HOUR), (at("2026-03-29T01:00:00Z"), 2 * HOUR)])
}

#[test]
fn offset_changes_at_transition() {
    for (utc, shown) in [
        ("2020-01-01T00:00:00Z", "2020-01-01T01:00"),
        ("2026-03-29T00:59:59Z", "2026-03-29T01:59"),
        ("2026-03-29T01:00:00Z", "2026-03-29T03:00"),
        ("2026-10-25T00:59:00Z", "2026-10-25T02:59"),
        ("2026-10-25T01:00:00Z", "2026-10-25T02:00"),
        ("2026-12-31T23:00:00Z", "2027-01-01T00:00"),
    ] {
        assert_eq!(rome().written(at(utc)), shown);
    }
    assert_eq!(rome().date(at("2026-07-31T22:30:00Z")).to_string(), "2026-08-01");
}

#[test]
fn skipped_time_moves_forward_and_repeated_is_earlier() {
    for (local, utc) in [
        ("2026-11-20T10:00", "2026-11-20T09:00:00.000Z"),
        ("2026-07-20T10:00:30", "2026-07-20T08:00:30.000Z"),
        ("2026-03-29T01:59", "2026-03-29T00:59:00.000Z"),
        ("2026-03-29T02:30", "2026-03-29T01:30:00.000Z"),
        ("2026-03-29T03:00", "2026-03-29T01:00:00.000Z"),
        ("2026-10-25T01:59", "2026-10-24T23:59:00.000Z"),
        ("2026-10-25T02:30", "2026-10-25T00:30:00.000Z"),
        ("2026-10-25T03:00", "2026-10-25T02:00:00.000Z"),
    ] {
        assert_eq!(rome().moment(local).expect(local).to_string(), utc, "{local}");
    }
}

#[test]
fn other_local_time_formats_are_rejected() {
    for bad in [
        "", "2026-11-20", "2026-11-20 10:00", "2026-11-20T10", "2026-11-20T24:00", "2026-11-20T10:60",
        "2026-11-20T10:00:60", "2026-11-20T10:00:00:00", "2026-11-20T10:00Z", "2026-11-20T1:00", "2026-02-30T10:00",
        "T10:00", "2026-11-20Tè0:00",
    ] {
        assert_eq!(rome().moment(bad), None, "{bad}");
    }
}

#[test]
fn midnight_is_first_instant_of_day() {
    let day: Date = "2026-03-29".parse().expect("a day");
    assert_eq!(rome().midnight(day), at("2026-03-28T23:00:00Z"));
    // Clocks that skip midnight: the day begins at one.
    let skips = Zone::new(0, [(at("2026-03-29T00:00:00Z"), HOUR)]);
    assert_eq!(skips.midnight(day), at("2026-03-29T00:00:00Z"));
    assert_eq!(skips.written(skips.midnight(day)), "2026-03-29T01:00");
}

#[test]
fn default_zone_is_utc() {
    assert_eq!(Zone::default().written(at("2026-03-29T01:00:00Z")), "2026-03-29T01:00");
    assert_eq!(Zone::default().moment("2026-03-29T01:00"), Some(at("2026-03-29T01:00:00Z")));
}

#[test]
fn extreme_timestamps_do_not_overflow() {
    for end in [Timestamp::MIN, Timestamp::MAX] {
        assert!(rome().offset(end) >= HOUR);
        rome().written(end);
    }
    assert!(rome().moment("0000-01-01T00:00").is_some() && rome().moment("9999-12-31T23:59").is_some());
}
