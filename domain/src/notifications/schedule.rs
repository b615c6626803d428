//! When the e-mail about the unseen events of a thread is due.

use std::time::Duration;

use super::{Frequency, QuietHours};
use crate::{Date, Timestamp, Zone};

const HOUR: i64 = 3_600_000;
/// The hour of daily e-mails and of reminders, in minutes since midnight.
const MORNING: i64 = 8 * 60;

/// What decides when a person gets an e-mail.
#[derive(Debug, Clone, Copy)]
pub struct Schedule<'a> {
    pub frequency: Frequency,
    /// How long the first unseen event of a thread waits for others.
    pub after: Duration,
    pub quiet_hours: QuietHours,
    /// That of the agency.
    pub zone: &'a Zone,
}

impl Schedule<'_> {
    /// The time of the e-mail when `first` is the first unseen event; `None` for somebody who wants none.
    pub fn due(&self, first: Timestamp) -> Option<Timestamp> {
        let at = match self.frequency {
            Frequency::Now => {
                let after = i64::try_from(self.after.as_millis()).unwrap_or(i64::MAX);
                Timestamp::from_millis(first.as_millis().saturating_add(after))
            }
            Frequency::Hourly => next_hour(first, self.zone),
            Frequency::Daily => next_morning(first, self.zone),
            Frequency::Never => return None,
        };
        Some(self.quiet_hours.end(at, self.zone))
    }
}

/// A device shows what its owner has not seen for so long.
const PUSH_AFTER: Duration = Duration::from_mins(1);

impl Schedule<'_> {
    /// How often somebody wants e-mails does not matter to their devices. A shorter `after` counts for both.
    #[must_use]
    pub fn of_push(self) -> Self {
        Self { frequency: Frequency::Now, after: self.after.min(PUSH_AFTER), ..self }
    }
}

/// The first full hour after `at` on local clocks.
pub fn next_hour(at: Timestamp, zone: &Zone) -> Timestamp {
    let past = zone.local(at).as_millis().rem_euclid(HOUR);
    Timestamp::from_millis(at.as_millis() + HOUR - past)
}

/// The first 8:00 after `at` on local clocks.
pub fn next_morning(at: Timestamp, zone: &Zone) -> Timestamp {
    let today = zone.date(at).days_since_1970();
    let morning = zone.at_minute(today, MORNING);
    if morning > at { morning } else { zone.at_minute(today + 1, MORNING) }
}

/// 8:00 of a day.
pub fn morning(day: Date, zone: &Zone) -> Timestamp {
    zone.at_minute(day.days_since_1970(), MORNING)
}

/// The day of the last 8:00 that is past at `at`.
pub fn last_morning(at: Timestamp, zone: &Zone) -> Date {
    let today = zone.date(at);
    if morning(today, zone) <= at { today } else { Date::from_days_since_1970(today.days_since_1970() - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_wait_a_minute_or_less_whatever_the_frequency() {
        let zone = Zone::new(HOUR, []);
        for (frequency, after, quiet, expected) in [
            (Frequency::Now, 300, "off", "2026-11-20T10:01:00.000Z"),
            (Frequency::Daily, 300, "off", "2026-11-20T10:01:00.000Z"),
            (Frequency::Never, 5, "off", "2026-11-20T10:00:05.000Z"),
            (Frequency::Now, 300, "11:00-12:00", "2026-11-20T11:00:00.000Z"),
        ] {
            let quiet_hours = quiet.parse().expect("quiet hours");
            let schedule =
                Schedule { frequency, after: Duration::from_secs(after), quiet_hours, zone: &zone };
            let due = schedule.of_push().due("2026-11-20T10:00:00Z".parse().expect("a time"));
            assert_eq!(due.map(|due| due.to_string()).as_deref(), Some(expected), "{frequency} {quiet}");
        }
    }

    #[test]
    fn frequency_and_quiet_hours_decide_when_an_email_is_due() {
        // Half an hour off, so that hours are those of the zone.
        let zone = Zone::new(5 * HOUR + HOUR / 2, []);
        for (frequency, quiet, first, expected) in [
            (Frequency::Now, "off", "2026-11-20T10:00:00Z", Some("2026-11-20T10:05:00.000Z")),
            (Frequency::Hourly, "off", "2026-11-20T10:00:00Z", Some("2026-11-20T10:30:00.000Z")),
            (Frequency::Hourly, "off", "2026-11-20T10:30:00Z", Some("2026-11-20T11:30:00.000Z")),
            (Frequency::Daily, "off", "2026-11-20T02:29:59Z", Some("2026-11-20T02:30:00.000Z")),
            (Frequency::Daily, "off", "2026-11-20T02:30:00Z", Some("2026-11-21T02:30:00.000Z")),
            (Frequency::Daily, "07:00-09:00", "2026-11-20T10:00:00Z", Some("2026-11-21T03:30:00.000Z")),
            (Frequency::Now, "21:00-08:00", "2026-11-20T15:26:00Z", Some("2026-11-21T02:30:00.000Z")),
            (Frequency::Hourly, "21:00-08:00", "2026-11-20T14:40:00Z", Some("2026-11-21T02:30:00.000Z")),
            (Frequency::Never, "off", "2026-11-20T10:00:00Z", None),
        ] {
            let schedule = Schedule {
                frequency,
                after: Duration::from_mins(5),
                quiet_hours: quiet.parse().expect("quiet hours"),
                zone: &zone,
            };
            let due = schedule.due(first.parse().expect("a time")).map(|due| due.to_string());
            assert_eq!(due.as_deref(), expected, "{frequency} {quiet} {first}");
        }
    }
}
