//! What the events of a row are read with, and what is found.

use std::time::Duration;

use domain::id::{DeliverableId, ProjectId};
use domain::notifications::{
    LinkTarget, Medium, NotificationEvent, NotificationTopic, Recipient, ReminderDays, Schedule, SkipReason,
    last_morning,
};
use domain::{Agency, Author, ChannelKey, Date, Person, Timestamp, Zone};

use crate::Fault;
use crate::portal::credential;

pub(super) struct ComposeContext<'a> {
    pub(super) recipient: &'a Recipient,
    pub(super) topic: &'a NotificationTopic,
    pub(super) agency: &'a Agency,
    pub(super) medium: Medium,
    pub(super) schedule: &'a Schedule,
    /// How long an event waits for others.
    pub(super) delay: Duration,
    /// Whether it may have arrived: then it is sent again as it was.
    pub(super) is_fixed: bool,
    pub(super) zone: &'a Zone,
    pub(super) now: Timestamp,
    pub(super) since: Timestamp,
    /// Later events have a row of their own.
    pub(super) until: Timestamp,
    /// The last morning whose reminders are queued.
    pub(super) queued_until: Option<Date>,
    /// What the agency has asked for since then is in this row or in another one that is sent today.
    pub(super) asked_since: Timestamp,
}

/// The events of a topic that its recipient has not seen.
pub(super) struct UnseenEvents {
    pub(super) project_name: Option<String>,
    pub(super) topic_name: Option<String>,
    pub(super) target: LinkTarget,
    pub(super) events: Vec<NotificationEvent>,
}

/// Why there are no [`UnseenEvents`].
pub(super) enum NotComposed {
    Skip(SkipReason),
    /// They are due at another time.
    Later(Timestamp),
    Fault(Fault),
}

impl From<SkipReason> for NotComposed {
    fn from(reason: SkipReason) -> Self {
        Self::Skip(reason)
    }
}

impl From<Fault> for NotComposed {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<sqlx::Error> for NotComposed {
    fn from(error: sqlx::Error) -> Self {
        Self::Fault(error.into())
    }
}

impl ComposeContext<'_> {
    /// Lets the events wait from the first that is unseen: what came before has been seen since.
    pub(super) fn check_due(&self, first: Timestamp) -> Result<(), NotComposed> {
        // Messages of one moment are some milliseconds apart, and so ahead of the clock.
        const NEGLIGIBLE: i64 = 1_000;
        let due = self.schedule.due(self.medium, self.topic, self.delay, first);
        match due.filter(|due| due.as_millis() - self.now.as_millis() > NEGLIGIBLE && !self.is_fixed) {
            Some(due) => Err(NotComposed::Later(due)),
            None => Ok(()),
        }
    }

    pub(super) fn today(&self) -> Date {
        self.zone.date(self.now)
    }

    /// The mornings from the first one since the row began until the last one before the next row. One that is not queued yet has
    /// a row of its own if this one, which the agency has asked for, is sent first.
    pub(super) fn reminder_days(&self) -> ReminderDays {
        let before = |at: Timestamp| last_morning(Timestamp::from_millis(at.as_millis() - 1), self.zone);
        let before_row = before(self.since);
        let last = self.queued_until.map_or(before_row, |queued| queued.min(before(self.until)));
        ReminderDays { first: before_row.days_later(1), last }
    }

    /// The page of the recipient's side; in the portal it may open a project, a channel of it and a deliverable.
    pub(super) fn target(
        &self,
        person: &Person,
        project: Option<ProjectId>,
        channel: Option<ChannelKey>,
        deliverable: Option<DeliverableId>,
    ) -> LinkTarget {
        match self.recipient.side() {
            Author::Admin => self.topic.agency_target(),
            Author::Client => LinkTarget::Portal {
                slug: person.contact.is_none().then(|| person.client.slug.clone()),
                link: credential::link::of(person),
                project,
                channel,
                deliverable,
            },
        }
    }
}

/// How many of `total` are not listed.
pub(super) fn unlisted_count(listed: usize, total: Option<i64>) -> i64 {
    total.map_or(0, |total| total - i64::try_from(listed).unwrap_or(i64::MAX))
}

pub(super) fn unlisted(messages: i64, deliverables: i64) -> Option<NotificationEvent> {
    (messages + deliverables > 0).then_some(NotificationEvent::Unlisted { messages, deliverables })
}
