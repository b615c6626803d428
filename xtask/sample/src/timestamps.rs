//! Dates and timestamps relative to a fixed time, so that output is deterministic.

/// 2026-11-20T09:00:00Z, in seconds since 1970.
const NOW: i64 = 1_795_165_200;
const DAY: i64 = 86_400;

/// The date `days` after the fixed time, such as `2026-11-20`.
pub(super) fn day(days: i64) -> String {
    let (year, month, day) = civil((NOW + days * DAY).div_euclid(DAY));
    format!("{year}-{month:02}-{day:02}")
}

/// The timestamp `seconds` before the fixed time, such as `2026-11-20T09:00:00.000Z`.
pub(super) fn ago(seconds: u64) -> String {
    let timestamp = NOW - i64::try_from(seconds).unwrap_or_default();
    let (year, month, day) = civil(timestamp.div_euclid(DAY));
    let time = timestamp.rem_euclid(DAY);
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.000Z")
}

/// The timestamp `days` and a few hours before the fixed time; the hours vary by day.
pub(super) fn days_ago(days: u64) -> String {
    ago(days * 86_400 + days * 977 % 28_800)
}

/// Year, month and day of a day counted from 1970-01-01 (Howard Hinnant, `civil_from_days`).
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::{ago, day, days_ago};

    #[test]
    fn dates_and_timestamps_follow_the_calendar() {
        assert_eq!([day(0), day(11), day(-264)], ["2026-11-20", "2026-12-01", "2026-03-01"]);
        assert_eq!(day(-265), "2026-02-28");
        assert_eq!(ago(0), "2026-11-20T09:00:00.000Z");
        assert_eq!(ago(9 * 3600 + 1), "2026-11-19T23:59:59.000Z");
        assert_eq!(days_ago(1), "2026-11-19T08:43:43.000Z");
    }
}
