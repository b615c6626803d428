//! Days and times in words. The server writes times as clocks in Italy show them; in the browser
//! the chat shows the reader's own time (`chat::local_time`).

use domain::{Date, Language, Timestamp};

const MONTHS_IT: [&str; 12] = [
    "gennaio",
    "febbraio",
    "marzo",
    "aprile",
    "maggio",
    "giugno",
    "luglio",
    "agosto",
    "settembre",
    "ottobre",
    "novembre",
    "dicembre",
];
const MONTHS_EN: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `20 novembre 2026`, `20 November 2026`.
pub fn day(date: Date, language: Language) -> String {
    let written = date.to_string();
    let mut parts = written.split('-').map(|part| part.parse::<usize>().unwrap_or_default());
    let (year, month, day) =
        (parts.next().unwrap_or_default(), parts.next().unwrap_or(1), parts.next().unwrap_or(1));
    let months = match language {
        Language::It => MONTHS_IT,
        Language::En => MONTHS_EN,
    };
    let name = months.get(month.saturating_sub(1)).copied().unwrap_or_default();
    match language {
        Language::It if day == 1 => format!("1º {name} {year}"),
        _ => format!("{day} {name} {year}"),
    }
}

/// The day it is in Italy at this moment.
pub fn today(now: Timestamp) -> Date {
    italian_clock(now).0
}

/// `20 novembre 2026, 11:30`, as clocks in Italy showed it.
pub fn moment(moment: Timestamp, language: Language) -> String {
    let (date, time) = italian_clock(moment);
    format!("{}, {time}", day(date, language))
}

/// Day and `hh:mm` in Italy.
fn italian_clock(moment: Timestamp) -> (Date, String) {
    let shown = Timestamp::from_millis(moment.as_millis() + italian_zone(moment));
    let written = shown.to_string();
    let date = written.get(..10).and_then(|day| day.parse().ok());
    let epoch = || "1970-01-01".parse().expect("a date");
    (date.unwrap_or_else(epoch), written.get(11..16).unwrap_or_default().to_owned())
}

/// How far clocks in Italy are ahead of UTC at a moment, in milliseconds: one hour, two between 01:00
/// UTC of the last Sundays of March and October (the European rule since 1996).
pub fn italian_zone(moment: Timestamp) -> i64 {
    const HOUR: i64 = 3_600_000;
    if is_summer(moment) { 2 * HOUR } else { HOUR }
}

fn is_summer(moment: Timestamp) -> bool {
    let written = moment.to_string();
    let year = written.get(..4).unwrap_or_default();
    let change = |month: &str| {
        // Sundays: 1970-01-01 was a Thursday, so day 3 was one. Both months have 31 days.
        let last_day: Timestamp = format!("{year}-{month}-31T01:00:00Z").parse().ok()?;
        let days = last_day.as_millis().div_euclid(86_400_000);
        Some(last_day.as_millis() - (days - 3).rem_euclid(7) * 86_400_000)
    };
    match (change("03"), change("10")) {
        (Some(begins), Some(ends)) => (begins..ends).contains(&moment.as_millis()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_people_say_them() {
        let date = |text: &str| text.parse::<Date>().expect("a date");
        assert_eq!(day(date("2026-11-20"), Language::It), "20 novembre 2026");
        assert_eq!(day(date("2026-05-01"), Language::It), "1º maggio 2026");
        assert_eq!(day(date("2026-05-01"), Language::En), "1 May 2026");
    }

    #[test]
    fn times_follow_the_clocks_of_italy() {
        for (utc, shown) in [
            ("2026-11-20T10:30:00Z", "20 novembre 2026, 11:30"),
            ("2026-07-31T22:30:00Z", "1º agosto 2026, 00:30"),
            ("2026-03-29T00:59:59Z", "29 marzo 2026, 01:59"),
            ("2026-03-29T01:00:00Z", "29 marzo 2026, 03:00"),
            ("2026-10-25T00:59:00Z", "25 ottobre 2026, 02:59"),
            ("2026-10-25T01:00:00Z", "25 ottobre 2026, 02:00"),
            ("2026-12-31T23:00:00Z", "1º gennaio 2027, 00:00"),
        ] {
            assert_eq!(moment(utc.parse().expect("a moment"), Language::It), shown);
        }
    }
}
