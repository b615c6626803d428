//! The open items of a client over all their projects, shown first on the portal's page.

use std::collections::HashMap;

use crate::id::{DeliverableId, ProjectId};
use crate::portal::{PortalPayment, PortalPhase};
use crate::{Channel, ChannelKey, Date, DeliverableStatus, PhaseStatus, Project, ProjectStatus, TaskStatus};

/// The open items and the next dates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenItems {
    /// The deliverables in review, in the order of projects and plans.
    pub to_approve: Vec<ToApprove>,
    /// The channels with unread messages, General first.
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

/// The project an item belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemProject {
    pub id: ProjectId,
    pub name: String,
}

/// A deliverable in review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToApprove {
    pub project: ItemProject,
    pub id: DeliverableId,
    pub title: String,
    pub phase_name: String,
}

/// A channel with unread messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadChannel {
    pub key: ChannelKey,
    /// The phase's name with its project; none for General.
    pub phase: Option<(String, ItemProject)>,
    pub count: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextDue {
    pub project: ItemProject,
    /// The name of the project, the phase or the task.
    pub name: String,
    pub on: Date,
}

/// An unpaid payment with a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentDue {
    pub project: ItemProject,
    pub label: String,
    pub due_on: Date,
    pub overdue: bool,
}

/// A project with what its client may have to do in it.
#[derive(Debug, Clone, Copy)]
pub struct ProjectWork<'a> {
    pub project: &'a Project,
    pub phases: &'a [PortalPhase],
    pub payments: &'a [PortalPayment],
}

impl OpenItems {
    /// The open items of `projects` on the day `today`. `unread` has the unread messages of each channel, of
    /// General too, whose key is `general`.
    pub fn of(
        projects: &[ProjectWork<'_>],
        general: &ChannelKey,
        unread: &HashMap<ChannelKey, i64>,
        today: Date,
    ) -> Self {
        let dues: Vec<NextDue> = projects.iter().flat_map(ProjectWork::unfinished).collect();
        let next = dues.iter().filter(|due| due.on >= today).min_by_key(|due| due.on).cloned();
        let mut payments: Vec<_> = projects.iter().flat_map(|project| project.unpaid(today)).collect();
        payments.sort_by_key(|payment| payment.due_on);
        let phases = projects.iter().flat_map(ProjectWork::channels);
        let channels = std::iter::once((general.clone(), None)).chain(phases);
        let count = |key: &ChannelKey| unread.get(key).copied().unwrap_or(0);
        Self {
            to_approve: projects.iter().flat_map(ProjectWork::in_review).collect(),
            unread: channels
                .map(|(key, phase)| UnreadChannel { count: count(&key), key, phase })
                .filter(|channel| channel.count > 0)
                .collect(),
            overdue: dues.iter().any(|due| due.on < today),
            next_due: next,
            other_payments: payments.len().saturating_sub(1),
            next_payment: payments.into_iter().next(),
        }
    }

    /// Whether there are no open items. Due dates do not count.
    pub fn is_empty(&self) -> bool {
        self.to_approve.is_empty() && self.unread.is_empty() && self.next_payment.is_none()
    }
}

impl ProjectWork<'_> {
    fn item_project(&self) -> ItemProject {
        ItemProject { id: self.project.id.clone(), name: self.project.name.clone() }
    }

    fn in_review(&self) -> Vec<ToApprove> {
        let tasks = self.phases.iter().flat_map(|phase| phase.tasks.iter().map(move |task| (phase, task)));
        let all = tasks.flat_map(|(phase, task)| task.deliverables.iter().map(move |one| (phase, one)));
        all.filter(|(_, one)| one.status == DeliverableStatus::InReview)
            .map(|(phase, one)| ToApprove {
                project: self.item_project(),
                id: one.id.clone(),
                title: one.title.clone(),
                phase_name: phase.name.clone(),
            })
            .collect()
    }

    /// The channel of each phase.
    fn channels(&self) -> impl Iterator<Item = (ChannelKey, Option<(String, ItemProject)>)> {
        let channel = |phase: &PortalPhase| {
            (Channel::Phase(phase.id.clone()).key(), Some((phase.name.clone(), self.item_project())))
        };
        self.phases.iter().map(channel)
    }

    /// Unfinished things with a due date: the project, then each phase before its tasks, so that of two with
    /// the same date the larger one is named. Empty if the project has ended.
    fn unfinished(&self) -> Vec<NextDue> {
        let project = self.project;
        if matches!(project.status, ProjectStatus::Completed | ProjectStatus::Archived) {
            return Vec::new();
        }
        let due = |name: &str, on: Option<Date>| {
            on.map(|on| NextDue { project: self.item_project(), name: name.to_owned(), on })
        };
        let mut dues = Vec::from_iter(due(&project.name, project.due_on));
        for phase in self.phases {
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
            let (project, label) = (self.item_project(), payment.label.clone());
            Some(PaymentDue { project, label, due_on, overdue: due_on < today })
        });
        due.collect()
    }
}

#[cfg(test)]
mod tests;
