//! Parses `starts_at` of the main address (docs/REFERENCE.md#lead-fields).

use std::sync::LazyLock;

use domain::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{TimeZone, TimeZoneDatabase};

/// The zone of a time without an offset. From the bundled database, so that it is the same on every machine.
static ROME: LazyLock<TimeZone> =
    LazyLock::new(|| TimeZoneDatabase::bundled().get("Europe/Rome").expect("the bundled database has every zone"));

/// Parses RFC 3339 with an offset, or `YYYY-MM-DDTHH:MM[:SS]` in Rome. A time skipped by a change of the
/// clocks moves forward, a repeated one is the earlier. `None` for anything else.
pub(super) fn parse(text: &str) -> Option<Timestamp> {
    if has_offset(text) { text.parse().ok() } else { local(text) }
}

fn has_offset(text: &str) -> bool {
    let after_seconds = text.get(19..).unwrap_or_default();
    after_seconds.contains(['z', 'Z', '+', '-', ' '])
}

fn local(text: &str) -> Option<Timestamp> {
    let pattern = match text.len() {
        16 => b"0000-00-00T00:00".as_slice(),
        19 => b"0000-00-00T00:00:00",
        _ => return None,
    };
    let shaped = text.bytes().zip(pattern).all(|(byte, &expected)| match expected {
        b'0' => byte.is_ascii_digit(),
        sign => byte == sign,
    });
    if !shaped {
        return None;
    }
    let guess: DateTime = text.parse().ok()?;
    // `to_zoned` resolves gaps and overlaps as documented above ("compatible", RFC 5545).
    let moment = guess.to_zoned(ROME.clone()).ok()?.timestamp();
    Some(Timestamp::from_millis(moment.as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        parse(text).map(|moment| moment.to_string())
    }

    #[test]
    fn offset_determines_timestamp() {
        for (written, moment) in [
            ("2026-12-01T09:30:00Z", "2026-12-01T09:30:00.000Z"),
            ("2026-12-01t09:30:00z", "2026-12-01T09:30:00.000Z"),
            ("2026-12-01T15:00:00.000000Z", "2026-12-01T15:00:00.000Z"),
            ("2026-12-01T09:30:00.250+02:00", "2026-12-01T07:30:00.250Z"),
            ("2026-12-01T09:30:00 02:00", "2026-12-01T07:30:00.000Z"),
            ("2026-12-01T09:30:00-05:30", "2026-12-01T15:00:00.000Z"),
        ] {
            assert_eq!(read(written).as_deref(), Some(moment), "{written}");
        }
    }

    #[test]
    fn missing_offset_means_rome_time() {
        for (written, moment) in [
            ("2026-12-01T10:00", "2026-12-01T09:00:00.000Z"),
            ("2026-07-01T10:00:30", "2026-07-01T08:00:30.000Z"),
            // The clocks go from 02:00 to 03:00 on 29 March 2026: 02:30 becomes 03:30.
            ("2026-03-29T02:30", "2026-03-29T01:30:00.000Z"),
            // And from 03:00 to 02:00 on 25 October 2026: 02:30 is there twice.
            ("2026-10-25T02:30", "2026-10-25T00:30:00.000Z"),
        ] {
            assert_eq!(read(written).as_deref(), Some(moment), "{written}");
        }
    }

    #[test]
    fn other_text_is_no_timestamp() {
        for invalid in [
            "2026-12-01",
            "2026-12-01 10:00",
            "2026-12-01t10:00",
            "2026-12-01T10",
            "2026-12-01T10:00Z",
            "2026-12-01T10:00:00.123",
            "2026-12-01T24:00",
            "2026-12-01T10:60",
            "2026-02-30T10:00",
            "2026-13-01T10:00:00Z",
            "2026-12-01T10:00:00+24:00",
            "2026-12-01T10:00:00Z ",
            "01/12/2026 10:00",
            "1796860800",
            "domani",
            "2026-12-01T10:00\0",
            "２０２６-12-01T",
            "0000-01-01T00:00:00+23:00",
        ] {
            assert_eq!(read(invalid), None, "{invalid}");
        }
    }
}
