//! The open items of a client over all their projects, shown first on the portal's page.

use std::collections::HashMap;

use crate::id::{DeliverableId, ProjectId};
use crate::portal::PortalPhase;
use crate::{Channel, ChannelKey, DeliverableStatus, Project};

/// What only the client can do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenItems {
    /// The deliverables in review, in the order of projects and plans.
    pub to_approve: Vec<ToApprove>,
    /// The channels with unread messages, General first.
    pub unread: Vec<UnreadChannel>,
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

impl UnreadChannel {
    /// Whether it is shown with this project: General is with every one.
    pub fn is_with(&self, project: &str) -> bool {
        self.phase.as_ref().is_none_or(|(_, own)| own.id.as_str() == project)
    }
}

/// A project with what its client may have to do in it.
#[derive(Debug, Clone, Copy)]
pub struct ProjectWork<'a> {
    pub project: &'a Project,
    pub phases: &'a [PortalPhase],
}

impl OpenItems {
    /// The open items of `projects`. `unread` has the unread messages of each channel, of General too, whose key is
    /// `general`.
    pub fn of(projects: &[ProjectWork<'_>], general: &ChannelKey, unread: &HashMap<ChannelKey, i64>) -> Self {
        let phases = projects.iter().flat_map(ProjectWork::channels);
        let channels = std::iter::once((general.clone(), None)).chain(phases);
        let count = |key: &ChannelKey| unread.get(key).copied().unwrap_or(0);
        Self {
            to_approve: projects.iter().flat_map(ProjectWork::in_review).collect(),
            unread: channels
                .map(|(key, phase)| UnreadChannel { count: count(&key), key, phase })
                .filter(|channel| channel.count > 0)
                .collect(),
        }
    }

    /// Those of somebody who may not approve: nothing waits for them to.
    #[must_use]
    pub fn without_approvals(self) -> Self {
        Self { to_approve: Vec::new(), ..self }
    }
}

impl ProjectWork<'_> {
    fn item_project(&self) -> ItemProject {
        ItemProject { id: self.project.id.clone(), name: self.project.name.clone() }
    }

    fn in_review(&self) -> Vec<ToApprove> {
        let tasks = self.phases.iter().flat_map(|phase| phase.tasks.iter().map(move |task| (phase, task)));
        let all = tasks.flat_map(|(phase, task)| task.deliverables.iter().map(move |one| (phase, &one.deliverable)));
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
}

#[cfg(test)]
mod tests;
