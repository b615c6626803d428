//! On which days somebody is reminded. Days are local dates, so that a change of the clocks moves nothing.

use crate::{Author, Date};

/// A client is reminded so many days after a deliverable entered review.
const CLIENT_REMINDER_DAYS: &[i64] = &[3, 7];
/// The morning after the last reminder, the agency is told; then nobody is.
const AGENCY_REMINDER_DAYS: &[i64] = &[8];
/// A client is reminded of a payment so many days before it is due.
const DAYS_BEFORE_PAYMENT: i64 = 3;
/// A client is reminded of material so many days before it is due, and on the day.
const DAYS_BEFORE_MATERIAL: i64 = 3;
/// After a pause, the reminders of this many days are still sent.
const MAX_DAYS: i64 = 7;

/// The day of one morning, or the days of several on which nothing was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReminderDays {
    pub first: Date,
    pub last: Date,
}

impl ReminderDays {
    /// The days after `past` until `last`.
    pub fn after(past: Date, last: Date) -> Self {
        Self { first: past.days_later(1).max(last.days_later(1 - MAX_DAYS)), last }
    }

    /// The last of them on which somebody is reminded of a deliverable that entered review on `since`.
    pub fn review_reminder_day(self, side: Author, since: Date) -> Option<Date> {
        review_days(side).iter().rev().map(|days| since.days_later(*days)).find(|day| self.contains(*day))
    }

    /// The days of entering review that [`Self::review_reminder_day`] finds, as first and last day of each span.
    pub fn review_spans(self, side: Author) -> impl Iterator<Item = (Date, Date)> + use<> {
        let span = move |days: &i64| (self.first.days_later(-days), self.last.days_later(-days));
        review_days(side).iter().map(span)
    }

    /// The first and the last day of entering review that [`Self::review_reminder_day`] can find.
    pub fn review_range(self) -> (Date, Date) {
        (self.first.days_later(-AGENCY_REMINDER_DAYS[0]), self.last.days_later(-CLIENT_REMINDER_DAYS[0]))
    }

    /// The day on which a client is reminded of a payment due on `due_on`.
    pub fn payment_reminder_day(self, due_on: Date) -> Option<Date> {
        Some(due_on.days_later(-DAYS_BEFORE_PAYMENT)).filter(|day| self.contains(*day))
    }

    /// The last day on which a client is reminded of material due on `due_on`.
    pub fn material_reminder_day(self, due_on: Date) -> Option<Date> {
        [0, DAYS_BEFORE_MATERIAL].map(|days| due_on.days_later(-days)).into_iter().find(|day| self.contains(*day))
    }

    /// The first and the last due date that [`Self::material_reminder_day`] can find and that is not past.
    pub fn material_range(self) -> (Date, Date) {
        (self.last, self.last.days_later(DAYS_BEFORE_MATERIAL))
    }

    /// The first and the last due date that [`Self::payment_reminder_day`] can find and that is not past.
    pub fn payment_range(self) -> (Date, Date) {
        (self.first.days_later(DAYS_BEFORE_PAYMENT).max(self.last), self.last.days_later(DAYS_BEFORE_PAYMENT))
    }

    fn contains(self, day: Date) -> bool {
        (self.first..=self.last).contains(&day)
    }
}

const fn review_days(side: Author) -> &'static [i64] {
    match side {
        Author::Client => CLIENT_REMINDER_DAYS,
        Author::Admin => AGENCY_REMINDER_DAYS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: u8) -> Date {
        format!("2026-11-{day:02}").parse().expect("a date")
    }

    #[test]
    fn client_is_reminded_twice_and_then_the_agency_once() {
        for today in 1..=30 {
            let days = ReminderDays::after(day(today.max(2) - 1), day(today.max(2)));
            let expected = matches!(today, 13 | 17).then(|| day(today));
            assert_eq!(days.review_reminder_day(Author::Client, day(10)), expected, "{today}");
            let expected = (today == 18).then(|| day(today));
            assert_eq!(days.review_reminder_day(Author::Admin, day(10)), expected, "{today}");
            let (first, last) = days.review_range();
            assert!(expected.is_none() || (first..=last).contains(&day(10)));
        }
    }

    #[test]
    fn review_spans_are_the_days_with_a_reminder() {
        for side in [Author::Admin, Author::Client] {
            for days in [ReminderDays::after(day(14), day(15)), ReminderDays::after(day(10), day(20))] {
                for since in (1..=30).map(day) {
                    let is_in = |(first, last): (Date, Date)| (first..=last).contains(&since);
                    let in_span = days.review_spans(side).any(is_in);
                    assert_eq!(in_span, days.review_reminder_day(side, since).is_some(), "{since}");
                }
            }
        }
    }

    #[test]
    fn after_a_pause_only_the_last_reminder_of_a_week_counts() {
        let days = ReminderDays::after(day(9), day(18));
        assert_eq!((days.first, days.last), (day(12), day(18)));
        assert_eq!(days.review_reminder_day(Author::Client, day(10)), Some(day(17)));
        assert_eq!(days.review_reminder_day(Author::Client, day(12)), Some(day(15)));
        assert_eq!(days.review_reminder_day(Author::Client, day(4)), None);
        assert_eq!(days.review_reminder_day(Author::Admin, day(10)), Some(day(18)));
        assert_eq!(days.review_range(), (day(4), day(15)));
    }

    #[test]
    fn payment_is_due_in_three_days_and_not_past() {
        let days = ReminderDays::after(day(19), day(20));
        assert_eq!((days.payment_reminder_day(day(23)), days.payment_reminder_day(day(22))), (Some(day(20)), None));
        assert_eq!(days.payment_range(), (day(23), day(23)));
        assert_eq!(ReminderDays::after(day(10), day(20)).payment_range(), (day(20), day(23)));
    }

    #[test]
    fn material_is_asked_for_three_days_before_and_on_the_day() {
        for today in 2..=30 {
            let days = ReminderDays::after(day(today - 1), day(today));
            let expected = matches!(today, 17 | 20).then(|| day(today));
            assert_eq!(days.material_reminder_day(day(20)), expected, "{today}");
            let (first, last) = days.material_range();
            assert!(expected.is_none() || (first..=last).contains(&day(20)));
        }
        assert_eq!(ReminderDays::after(day(16), day(20)).material_reminder_day(day(20)), Some(day(20)));
    }
}
