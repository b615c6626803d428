//! What a morning brings. Days are local dates, so that a change of the clocks moves nothing.

use super::Recipient;
use crate::Date;

/// So many days after a deliverable entered review, its client is reminded.
const REMINDERS: &[i64] = &[3, 7];
/// The morning after the last reminder, the agency is told; then nobody is.
const LAST: &[i64] = &[8];
/// A client is reminded of a payment so many days before it is due.
const BEFORE_PAYMENT: i64 = 3;
/// So many mornings are made up for after a pause.
const MOST: i64 = 7;

/// One morning, or several of a time in which nothing was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mornings {
    pub first: Date,
    pub last: Date,
}

impl Mornings {
    /// Those after `past` until `last`.
    pub fn after(past: Date, last: Date) -> Self {
        Self { first: past.days_later(1).max(last.days_later(1 - MOST)), last }
    }

    /// The last of them on which somebody is reminded of a deliverable that entered review on `since`.
    pub fn of_review(self, recipient: &Recipient, since: Date) -> Option<Date> {
        days_of_review(recipient)
            .iter()
            .rev()
            .map(|days| since.days_later(*days))
            .find(|day| self.contains(*day))
    }

    /// The days of entering review that [`Self::of_review`] finds, as first and last day of each span.
    pub fn spans_of_review(self, recipient: &Recipient) -> impl Iterator<Item = (Date, Date)> + use<> {
        let span = move |days: &i64| (self.first.days_later(-days), self.last.days_later(-days));
        days_of_review(recipient).iter().map(span)
    }

    /// The first and the last day of entering review that [`Self::of_review`] can find.
    pub fn reviews(self) -> (Date, Date) {
        (self.first.days_later(-LAST[0]), self.last.days_later(-REMINDERS[0]))
    }

    /// The one on which a client is reminded of a payment due on `due_on`.
    pub fn of_payment(self, due_on: Date) -> Option<Date> {
        Some(due_on.days_later(-BEFORE_PAYMENT)).filter(|day| self.contains(*day))
    }

    /// The first and the last due date that [`Self::of_payment`] can find and that is not past.
    pub fn payments(self) -> (Date, Date) {
        (self.first.days_later(BEFORE_PAYMENT).max(self.last), self.last.days_later(BEFORE_PAYMENT))
    }

    fn contains(self, day: Date) -> bool {
        (self.first..=self.last).contains(&day)
    }
}

const fn days_of_review(recipient: &Recipient) -> &'static [i64] {
    match recipient {
        Recipient::Client(_) => REMINDERS,
        Recipient::Admin => LAST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::ClientId;

    fn day(day: u8) -> Date {
        format!("2026-11-{day:02}").parse().expect("a date")
    }

    #[test]
    fn client_is_reminded_twice_and_then_the_agency_once() {
        let client = Recipient::Client(ClientId::parse("rossi").expect("an id"));
        for today in 1..=30 {
            let mornings = Mornings::after(day(today.max(2) - 1), day(today.max(2)));
            let expected = matches!(today, 13 | 17).then(|| day(today));
            assert_eq!(mornings.of_review(&client, day(10)), expected, "{today}");
            let expected = (today == 18).then(|| day(today));
            assert_eq!(mornings.of_review(&Recipient::Admin, day(10)), expected, "{today}");
            let (first, last) = mornings.reviews();
            assert!(expected.is_none() || (first..=last).contains(&day(10)));
        }
    }

    #[test]
    fn spans_are_the_days_that_somebody_is_reminded_of() {
        for recipient in [Recipient::Admin, Recipient::Client(ClientId::parse("rossi").expect("an id"))] {
            for mornings in [Mornings::after(day(14), day(15)), Mornings::after(day(10), day(20))] {
                for since in (1..=30).map(day) {
                    let is_in = |(first, last): (Date, Date)| (first..=last).contains(&since);
                    let in_span = mornings.spans_of_review(&recipient).any(is_in);
                    assert_eq!(in_span, mornings.of_review(&recipient, since).is_some(), "{since}");
                }
            }
        }
    }

    #[test]
    fn after_a_pause_only_the_last_reminder_of_a_week_counts() {
        let client = Recipient::Client(ClientId::parse("rossi").expect("an id"));
        let mornings = Mornings::after(day(9), day(18));
        assert_eq!((mornings.first, mornings.last), (day(12), day(18)));
        assert_eq!(mornings.of_review(&client, day(10)), Some(day(17)));
        assert_eq!(mornings.of_review(&client, day(12)), Some(day(15)));
        assert_eq!(mornings.of_review(&client, day(4)), None);
        assert_eq!(mornings.of_review(&Recipient::Admin, day(10)), Some(day(18)));
        assert_eq!(mornings.reviews(), (day(4), day(15)));
    }

    #[test]
    fn payment_is_due_in_three_days_and_not_past() {
        let mornings = Mornings::after(day(19), day(20));
        assert_eq!((mornings.of_payment(day(23)), mornings.of_payment(day(22))), (Some(day(20)), None));
        assert_eq!(mornings.payments(), (day(23), day(23)));
        assert_eq!(Mornings::after(day(10), day(20)).payments(), (day(20), day(23)));
    }
}
