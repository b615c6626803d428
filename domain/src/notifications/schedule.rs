//! When a notification about the unseen events of a topic is due.

use std::time::Duration;

use super::{Frequency, Medium, NotificationTopic, QuietHours};
use crate::{Date, Timestamp, Zone};

const HOUR: i64 = 3_600_000;
/// The hour of daily e-mails and of reminders, in minutes since midnight.
const MORNING: i64 = 8 * 60;
/// A device shows what its owner has not seen for so long, or for less if e-mails wait less.
const MAX_PUSH_DELAY: Duration = Duration::from_mins(1);

/// What decides when a person is notified.
#[derive(Debug, Clone)]
pub struct Schedule {
    /// How often they want e-mails. It does not matter to their devices.
    pub frequency: Frequency,
    pub quiet_hours: QuietHours,
    /// The agency's.
    pub zone: Zone,
}

impl Schedule {
    /// When the notification is due whose first unseen event is at `first`; `None` for an e-mail to somebody who wants
    /// none. The event waits `delay` for others of its topic, unless it is sent in the morning.
    pub fn due(
        &self,
        medium: Medium,
        topic: &NotificationTopic,
        delay: Duration,
        first: Timestamp,
    ) -> Option<Timestamp> {
        let zone = &self.zone;
        let at = match (medium, self.frequency) {
            (Medium::Email, Frequency::Never) => return None,
            // Somebody has just pressed the button, and there is nothing to wait for.
            _ if topic.is_sent_in_morning() || matches!(topic, NotificationTopic::Invitation(_)) => first,
            (Medium::Push, _) => first.later(delay.min(MAX_PUSH_DELAY)),
            (Medium::Email, Frequency::Now) => first.later(delay),
            (Medium::Email, Frequency::Hourly) => next_hour(first, zone),
            (Medium::Email, Frequency::Daily) => next_morning(first, zone),
        };
        Some(self.quiet_hours.end(at, zone))
    }
}

/// The first full hour after `at` on local clocks.
fn next_hour(at: Timestamp, zone: &Zone) -> Timestamp {
    let past = zone.local(at).as_millis().rem_euclid(HOUR);
    Timestamp::from_millis(at.as_millis() + HOUR - past)
}

/// The first 8:00 after `at` on local clocks.
fn next_morning(at: Timestamp, zone: &Zone) -> Timestamp {
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

    fn due(schedule: &Schedule, medium: Medium, topic: &str, delay: u64, first: &str) -> Option<String> {
        let (topic, first) = (topic.parse().expect("a topic"), first.parse().expect("a time"));
        schedule.due(medium, &topic, Duration::from_secs(delay), first).map(|due| due.to_string())
    }

    #[test]
    fn devices_wait_a_minute_or_less_whatever_the_frequency() {
        for (frequency, delay, quiet, expected) in [
            (Frequency::Now, 300, "off", "2026-11-20T10:01:00.000Z"),
            (Frequency::Daily, 300, "off", "2026-11-20T10:01:00.000Z"),
            (Frequency::Never, 5, "off", "2026-11-20T10:00:05.000Z"),
            (Frequency::Now, 300, "11:00-12:00", "2026-11-20T11:00:00.000Z"),
        ] {
            let quiet_hours = quiet.parse().expect("quiet hours");
            let schedule = Schedule { frequency, quiet_hours, zone: Zone::new(HOUR, []) };
            let due = due(&schedule, Medium::Push, "leads", delay, "2026-11-20T10:00:00Z");
            assert_eq!(due.as_deref(), Some(expected), "{frequency} {quiet}");
        }
    }

    #[test]
    fn frequency_and_quiet_hours_decide_when_an_email_is_due() {
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
            let quiet_hours = quiet.parse().expect("quiet hours");
            // The zone is half an hour off, so that hours are those of the zone.
            let schedule = Schedule { frequency, quiet_hours, zone: Zone::new(5 * HOUR + HOUR / 2, []) };
            let due = due(&schedule, Medium::Email, "leads", 300, first);
            assert_eq!(due.as_deref(), expected, "{frequency} {quiet} {first}");
        }
    }

    #[test]
    fn morning_notification_waits_for_quiet_hours_only() {
        let morning = "2026-11-20T07:00:00.000Z";
        for (medium, frequency, quiet, expected) in [
            (Medium::Email, Frequency::Now, "off", Some(morning)),
            (Medium::Email, Frequency::Daily, "21:00-08:00", Some(morning)),
            (Medium::Email, Frequency::Hourly, "21:00-09:00", Some("2026-11-20T08:00:00.000Z")),
            (Medium::Email, Frequency::Never, "off", None),
            (Medium::Push, Frequency::Never, "off", Some(morning)),
        ] {
            let quiet_hours = quiet.parse().expect("quiet hours");
            let schedule = Schedule { frequency, quiet_hours, zone: Zone::new(HOUR, []) };
            let due = due(&schedule, medium, "summary:2026-11-20", 300, morning);
            assert_eq!(due.as_deref(), expected, "{medium} {frequency} {quiet}");
        }
    }
}
