//! The open items of a client in a project, shown first on its page.

use crate::id::DeliverableId;
use crate::portal::PortalProject;
use crate::{ChannelKey, Date, DeliverableStatus, PhaseStatus, ProjectStatus, TaskStatus};

/// The open items and the next dates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenItems {
    /// The deliverables in review, in the order of the plan.
    pub to_approve: Vec<ToApprove>,
    /// The channels with unread messages, in order.
    pub unread: Vec<UnreadChannel>,
    /// The next due date, today or later.
    pub next_due: Option<NextDue>,
    /// Whether anything unfinished was due before today.
    pub overdue: bool,
    /// The unpaid payment with the earliest date.
    pub next_payment: Option<PaymentDue>,
    /// How many more unpaid payments have a date.
    pub other_payments: usize,
}

/// A deliverable in review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToApprove {
    pub id: DeliverableId,
    pub title: String,
    pub phase_name: String,
}

/// A channel with unread messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadChannel {
    pub key: ChannelKey,
    /// The phase's name; none for General.
    pub phase_name: Option<String>,
    pub count: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextDue {
    /// The name of the project, the phase or the task.
    pub name: String,
    pub on: Date,
}

/// An unpaid payment with a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentDue {
    pub label: String,
    pub due_on: Date,
    pub overdue: bool,
}

impl OpenItems {
    /// Whether there are no open items. Due dates do not count.
    pub fn is_empty(&self) -> bool {
        self.to_approve.is_empty() && self.unread.is_empty() && self.next_payment.is_none()
    }
}

impl PortalProject {
    /// The open items on the day `today`.
    pub fn open_items(&self, today: Date) -> OpenItems {
        let dues = self.unfinished();
        let next = dues.iter().filter(|due| due.on >= today).min_by_key(|due| due.on).cloned();
        let mut payments = self.unpaid(today);
        payments.sort_by_key(|payment| payment.due_on);
        OpenItems {
            to_approve: self.in_review(),
            unread: self.unread(),
            overdue: dues.iter().any(|due| due.on < today),
            next_due: next,
            other_payments: payments.len().saturating_sub(1),
            next_payment: payments.into_iter().next(),
        }
    }

    fn in_review(&self) -> Vec<ToApprove> {
        let tasks = self.phases.iter().flat_map(|phase| phase.tasks.iter().map(move |task| (phase, task)));
        let all = tasks.flat_map(|(phase, task)| task.deliverables.iter().map(move |one| (phase, one)));
        all.filter(|(_, one)| one.status == DeliverableStatus::InReview)
            .map(|(phase, one)| ToApprove {
                id: one.id.clone(),
                title: one.title.clone(),
                phase_name: phase.name.clone(),
            })
            .collect()
    }

    fn unread(&self) -> Vec<UnreadChannel> {
        let channels = self.channels.iter().filter(|channel| channel.unread > 0);
        channels
            .map(|channel| UnreadChannel {
                key: channel.key.clone(),
                phase_name: channel.phase_name.clone(),
                count: channel.unread,
            })
            .collect()
    }

    /// Unfinished things with a due date: the project, then each phase before its tasks, so that of two with
    /// the same date the larger one is named. Empty if the project has ended.
    fn unfinished(&self) -> Vec<NextDue> {
        if matches!(self.status, ProjectStatus::Completed | ProjectStatus::Archived) {
            return Vec::new();
        }
        let due = |name: &str, on: Option<Date>| on.map(|on| NextDue { name: name.to_owned(), on });
        let mut dues = Vec::from_iter(due(&self.name, self.due_on));
        for phase in &self.phases {
            if phase.status != PhaseStatus::Completed {
                dues.extend(due(&phase.name, phase.due_on));
            }
            let tasks = phase.tasks.iter().filter(|task| task.status != TaskStatus::Done);
            dues.extend(tasks.filter_map(|task| due(&task.title, task.due_on)));
        }
        dues
    }

    fn unpaid(&self, today: Date) -> Vec<PaymentDue> {
        let unpaid = self.payments.iter().filter(|payment| !payment.paid);
        let due = unpaid.filter_map(|payment| {
            let due_on = payment.due_on?;
            Some(PaymentDue { label: payment.label.clone(), due_on, overdue: due_on < today })
        });
        due.collect()
    }
}

#[cfg(test)]
mod tests;
