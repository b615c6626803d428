//! Parses the start time of a meeting.

use domain::{Timestamp, Zone};

/// Parses a date and time with a UTC offset, or in local time of `zone`. Seconds and fractions are optional;
/// a date alone is rejected.
pub(super) fn parse(text: &str, zone: &Zone) -> Option<Timestamp> {
    let (day, time) = text.trim().split_once(['T', 't', ' '])?;
    let clock = time.len() - time.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == ':').len();
    let (clock, rest) = time.split_at(clock);
    let seconds = if clock.len() == 5 { ":00" } else { "" };
    let digits = rest.strip_prefix('.').map_or(0, |rest| 1 + rest.bytes().take_while(u8::is_ascii_digit).count());
    let (fraction, offset) = rest.split_at(digits);
    if offset.is_empty() {
        return zone.moment(&format!("{day}T{clock}"));
    }
    // `+0100` is `+01:00`.
    let offset = match offset.split_at_checked(3) {
        Some((hours, minutes)) if minutes.len() == 2 => format!("{hours}:{minutes}"),
        _ => offset.to_owned(),
    };
    format!("{day}T{clock}{seconds}{fraction}{offset}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses with a fixed zone of UTC+1.
    fn read(text: &str) -> Option<String> {
        super::parse(text, &Zone::new(3_600_000, [])).map(|moment| moment.to_string())
    }

    #[test]
    fn offset_determines_timestamp() {
        for text in [
            "2026-12-01T09:30:00Z",
            "2026-12-01t09:30:00z",
            "2026-12-01T09:30:00.000000Z",
            "2026-12-01 09:30:00Z",
            "2026-12-01T10:30:00+01:00",
            "2026-12-01T10:30:00+0100",
            "2026-12-01T09:30Z",
            "2026-12-01T10:30+01:00",
            " 2026-12-01T10:30:00 01:00 ",
        ] {
            assert_eq!(read(text).as_deref(), Some("2026-12-01T09:30:00.000Z"), "{text}");
        }
    }

    #[test]
    fn missing_offset_uses_agency_zone() {
        for text in ["2026-12-01T10:30", "2026-12-01 10:30", "2026-12-01T10:30:00", "2026-12-01T10:30:00.000"] {
            assert_eq!(read(text).as_deref(), Some("2026-12-01T09:30:00.000Z"), "{text}");
        }
    }

    #[test]
    fn other_text_is_no_timestamp() {
        for text in [
            "",
            "domani",
            "2026-12-01",
            "2026-12-01T",
            "10/12/2026 10:30",
            "2026-12-01T25:00",
            "2026-12-01T10:30:00+1",
            "2026-12-01T10:30:00 domani",
            "2026-12-01Té",
            "1796860800",
            "2026-02-30T10:00:00Z",
            "2026-12-01T10:00:00.Z",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
