//! The open items of a client over all their projects, shown first on the portal's page.

use std::collections::HashMap;

use serde::Serialize;

use crate::id::{DeliverableId, MaterialId, ProjectId};
use crate::portal::PortalPhase;
use crate::{Channel, ChannelKey, Checklist, Date, DeliverableStatus, MaterialRequest, Project, ShownMaterial};

/// What only the client can do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct OpenItems {
    /// The deliverables in review, in the order of projects and plans.
    pub to_approve: Vec<ToApprove>,
    /// The checklists in which something is missing, in the order of projects.
    pub material: Vec<OpenMaterial>,
    /// The channels with unread messages, General first.
    pub unread: Vec<UnreadChannel>,
}

/// The project an item belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ItemProject {
    pub id: ProjectId,
    pub name: String,
}

/// A deliverable in review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ToApprove {
    pub project: ItemProject,
    pub id: DeliverableId,
    pub title: String,
    pub phase_name: String,
}

/// A checklist in which something is missing, or one request on its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpenMaterial {
    pub project: ItemProject,
    /// Of one of its requests.
    pub id: MaterialId,
    pub title: String,
    /// How many of how many requests are answered.
    pub arrived: usize,
    pub all: usize,
    /// When the first of the rest is due.
    pub due_on: Option<Date>,
    /// The agency has opened one of them again.
    pub is_reopened: bool,
}

/// A channel with unread messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
    /// Of all projects of the client.
    pub material: &'a [MaterialRequest],
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
            material: projects.iter().flat_map(ProjectWork::open_material).collect(),
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

    /// Those of somebody who may not write: others send what is missing.
    #[must_use]
    pub fn without_material(self) -> Self {
        Self { material: Vec::new(), ..self }
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

    fn open_material(&self) -> Vec<OpenMaterial> {
        let own = self.material.iter().filter(|request| request.project_id == self.project.id);
        let shown = own.map(|request| ShownMaterial { request: request.clone(), files: Vec::new() });
        let lists = Checklist::of(shown.collect()).into_iter().filter(Checklist::is_open);
        let item = |list: Checklist| {
            Some(OpenMaterial {
                project: self.item_project(),
                id: list.id()?.clone(),
                title: list.title().to_owned(),
                arrived: list.arrived(),
                all: list.items.len(),
                due_on: list.due_on(),
                is_reopened: list.items.iter().any(|item| item.is_open() && item.request.reason.is_some()),
            })
        };
        lists.filter_map(item).collect()
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
