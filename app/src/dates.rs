//! Formats dates and times. The server uses the agency's time zone; in the browser the chat uses the
//! reader's (`browser::clock`).

use domain::{Date, Language, Timestamp, Zone};
use leptos::prelude::use_context;

const MONTHS_IT: [&str; 12] = [
    "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre",
    "novembre", "dicembre",
];
const MONTHS_EN: [&str; 12] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
];

/// `20 novembre 2026`, `20 November 2026`.
pub fn day(date: Date, language: Language) -> String {
    let written = date.to_string();
    let mut parts = written.split('-').map(|part| part.parse::<usize>().unwrap_or_default());
    let (year, month, day) = (parts.next().unwrap_or_default(), parts.next().unwrap_or(1), parts.next().unwrap_or(1));
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

/// `novembre 2026`, `November 2026`.
pub fn month(date: Date, language: Language) -> String {
    let day = day(date, language);
    day.split_once(' ').map(|(_, month)| month.to_owned()).unwrap_or(day)
}

/// The current date in the agency's time zone.
pub fn today(now: Timestamp) -> Date {
    zone().date(now)
}

/// `20 novembre 2026, 11:30`, in the agency's time zone.
pub fn moment(moment: Timestamp, language: Language) -> String {
    let shown = zone().local(moment);
    let written = shown.to_string();
    format!("{}, {}", day(shown.date(), language), written.get(11..16).unwrap_or_default())
}

/// `11:30`, in the agency's time zone.
pub fn time(moment: Timestamp) -> String {
    zone().local(moment).to_string().get(11..16).unwrap_or_default().to_owned()
}

/// The agency's UTC offset at a moment, in milliseconds.
pub fn utc_offset(at: Timestamp) -> i64 {
    zone().offset(at)
}

/// The agency's time zone, which the server provides as context; UTC in the browser.
fn zone() -> Zone {
    use_context().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use leptos::prelude::{Owner, provide_context};

    use super::*;

    #[test]
    fn dates_format_per_language() {
        let date = |text: &str| text.parse::<Date>().expect("a date");
        assert_eq!(day(date("2026-11-20"), Language::It), "20 novembre 2026");
        assert_eq!(day(date("2026-05-01"), Language::It), "1º maggio 2026");
        assert_eq!(day(date("2026-05-01"), Language::En), "1 May 2026");
        assert_eq!(month(date("2026-05-01"), Language::It), "maggio 2026");
        assert_eq!(month(date("2026-11-01"), Language::En), "November 2026");
    }

    #[test]
    fn timestamps_format_in_agency_time_zone() {
        let at = |text: &str| text.parse::<Timestamp>().expect("a moment");
        let owner = Owner::new();
        owner.set();
        assert_eq!(moment(at("2026-11-20T10:30:00Z"), Language::It), "20 novembre 2026, 10:30");
        provide_context(Zone::new(3_600_000, [(at("2026-06-01T00:00:00Z"), 7_200_000)]));
        for (utc, shown) in [
            ("2026-01-20T10:30:00Z", "20 gennaio 2026, 11:30"),
            ("2026-07-31T22:30:00Z", "1º agosto 2026, 00:30"),
            ("2026-12-31T22:00:00Z", "1º gennaio 2027, 00:00"),
        ] {
            assert_eq!(moment(at(utc), Language::It), shown);
        }
        assert_eq!(today(at("2026-07-31T22:30:00Z")).to_string(), "2026-08-01");
        assert_eq!(utc_offset(at("2026-01-20T10:30:00Z")), 3_600_000);
    }
}
