//! What the events of a row are read with, and what is found.

use domain::id::{DeliverableId, ProjectId};
use domain::notifications::{
    LinkTarget, NotificationEvent, NotificationTopic, Recipient, ReminderDays, SkipReason, last_morning,
};
use domain::{Agency, Author, ChannelKey, Date, Person, Timestamp, Zone};

use crate::Fault;
use crate::portal::credential;

pub(super) struct ComposeContext<'a> {
    pub(super) recipient: &'a Recipient,
    pub(super) topic: &'a NotificationTopic,
    pub(super) agency: &'a Agency,
    pub(super) zone: &'a Zone,
    pub(super) now: Timestamp,
    pub(super) since: Timestamp,
    /// Later events have a row of their own.
    pub(super) until: Timestamp,
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
    pub(super) fn today(&self) -> Date {
        self.zone.date(self.now)
    }

    /// The mornings from the one that the row begins with until the last one before the next row.
    pub(super) fn reminder_days(&self) -> ReminderDays {
        let last = last_morning(self.now, self.zone);
        let before_next = last_morning(Timestamp::from_millis(self.until.as_millis() - 1), self.zone);
        ReminderDays { first: self.zone.date(self.since), last: last.min(before_next) }
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
