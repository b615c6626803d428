//! Parses and formats durations in minutes.

/// The longest duration of an entry: 1000 hours.
pub const MAX: i64 = 60_000;

/// The sum of durations; it does not overflow, whatever is stored.
pub fn sum(durations: impl Iterator<Item = i64>) -> i64 {
    durations.fold(0, i64::saturating_add)
}

/// `14:30`; a sentence adds ` h`.
pub fn written(minutes: i64) -> String {
    let sign = if minutes < 0 { "-" } else { "" };
    format!("{sign}{}:{:02}", minutes.unsigned_abs() / 60, minutes.unsigned_abs() % 60)
}

/// Parses `90` and `90 min`, `1:30`, `1,5 h` and `1.5h`, `1 h 30 min` and `1h30`. Decimals of an hour are
/// rounded to the nearest minute.
pub fn typed(text: &str) -> Option<i64> {
    let text = text.trim().to_lowercase();
    if let Some((hours, minutes)) = text.split_once(':') {
        return together(digits(hours)?, two_digits(minutes)?);
    }
    if let Some((hours, rest)) = text.split_once('h') {
        // `ore`, `ora` and `hours` mean the same as `h`.
        let rest = rest.strip_prefix("ours").or_else(|| rest.strip_prefix("our")).unwrap_or(rest).trim();
        return match minutes_of(rest) {
            "" if rest.is_empty() => hours_of(hours.trim()),
            minutes => together(digits(hours.trim())?, digits(minutes).filter(|minutes| *minutes < 60)?),
        };
    }
    for word in ["ore", "ora"] {
        if let Some(hours) = text.strip_suffix(word) {
            return hours_of(hours.trim());
        }
    }
    digits(minutes_of(&text))
}

/// `text` without the word for minutes after it.
fn minutes_of(text: &str) -> &str {
    let words = ["minuti", "minutes", "minuto", "minute", "min", "m", "′", "'"];
    words.iter().find_map(|word| text.strip_suffix(word)).unwrap_or(text).trim()
}

/// `1`, `1,5` or `1.25` hours, in minutes.
fn hours_of(text: &str) -> Option<i64> {
    let Some((integer, fraction)) = text.split_once([',', '.']) else {
        return together(digits(text)?, 0);
    };
    let (integer, parts) = (digits(integer)?, digits(fraction)?);
    let of = 10_i64.pow(u32::try_from(fraction.len()).ok()?);
    together(integer, (parts * 120 + of) / (of * 2))
}

fn together(hours: i64, minutes: i64) -> Option<i64> {
    hours.checked_mul(60)?.checked_add(minutes)
}

fn two_digits(text: &str) -> Option<i64> {
    (text.len() == 2).then(|| digits(text)).flatten().filter(|minutes| *minutes < 60)
}

/// Parses up to nine ASCII digits, which avoids overflow.
fn digits(text: &str) -> Option<i64> {
    let plain = (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sum_stays_within_bounds() {
        assert_eq!(sum([30, 60].into_iter()), 90);
        assert_eq!(sum([i64::MAX, 60].into_iter()), i64::MAX);
    }

    #[test]
    fn duration_parses_common_notations() {
        for (text, minutes) in [
            ("90", 90),
            ("90 min", 90),
            ("45m", 45),
            ("45'", 45),
            ("1:30", 90),
            ("0:05", 5),
            ("12:00", 720),
            ("1,5 h", 90),
            ("1.25h", 75),
            ("0,01 h", 1),
            ("2h", 120),
            ("2 H", 120),
            ("1h30", 90),
            ("1 h 30 min", 90),
            ("1h 5m", 65),
            ("3 ore", 180),
            ("1 ora", 60),
            ("1,5 ore", 90),
            ("1.5 hours", 90),
            ("1 hour", 60),
            ("20 minuti", 20),
            (" 7 ", 7),
            ("0", 0),
        ] {
            assert_eq!(typed(text), Some(minutes), "{text}");
        }
    }

    #[test]
    fn invalid_duration_is_rejected() {
        for text in [
            "", " ", "-5", "+5", "1e999", "NaN", "1,5", "1:5", "1:60", "1:300", ":30", "1:", "1:2:3", "h", "h30",
            "1h60", "1,5h30", "abc", "1 2", "٣", "9999999999", "1,h", ",5h", "1h30x", "min",
        ] {
            assert_eq!(typed(text), None, "{text:?}");
        }
    }

    #[test]
    fn duration_formats_hours_and_minutes() {
        for (minutes, shown) in
            [(0, "0:00"), (45, "0:45"), (60, "1:00"), (90, "1:30"), (6_005, "100:05"), (-90, "-1:30")]
        {
            assert_eq!(written(minutes), shown);
        }
        assert!(written(i64::MIN).ends_with(":08"));
    }

    proptest! {
        #[test]
        fn formatted_value_parses_back(minutes in 0_i64..=MAX) {
            prop_assert_eq!(typed(&written(minutes)), Some(minutes));
        }

        #[test]
        fn parsing_never_panics(text in "\\PC{0,40}|[0-9hm:,. -]{0,40}") {
            typed(&text);
        }
    }
}
