//! The data of the client's portal.

pub(crate) mod approvals;
pub(crate) mod client_scope;
pub(crate) mod credential;
mod plan;

use std::collections::HashMap;

use domain::id::ClientId;
use domain::portal::{Portal, PortalProject, ProjectTab};
use domain::{Channel, DomainError, Project, ProjectStatus};

use crate::conversation::channels::{Channels, attention_counts};
use crate::db::Tx;
use crate::settings::agency::agency;
use crate::tables::select;
use crate::{ClientScope, Fault, Result, Store};

impl Store {
    /// The data of the portal, opened on `project`, else on the first project, in one snapshot.
    pub async fn portal(&self, scope: &ClientScope, project: Option<&str>) -> Result<Portal> {
        let mut tx = self.db.snapshot().await?;
        let projects = projects(&mut tx, scope.id()).await?;
        let waiting = attention_counts(&mut tx, scope.id()).await?;
        let tabs: Vec<ProjectTab> =
            projects.iter().filter(|project| is_tab(project)).map(|project| tab(project, &waiting)).collect();
        let chosen = match project {
            Some(id) => {
                Some(projects.into_iter().find(|p| p.id.as_str() == id).ok_or(DomainError::UnknownProject)?)
            }
            None => projects.into_iter().find(is_tab),
        };
        let project = match chosen {
            Some(project) => Some(load_project(&mut tx, scope.id(), project).await?),
            None => None,
        };
        let agency = agency(&mut tx).await?;
        tx.commit().await?;
        let client = scope.client();
        Ok(Portal {
            client_id: client.id.clone(),
            client_name: client.name.clone(),
            language: client.language,
            projects: tabs,
            project,
            agency,
            now: self.clock.now(),
        })
    }
}

fn is_tab(project: &Project) -> bool {
    project.status != ProjectStatus::Archived
}

fn tab(project: &Project, waiting: &HashMap<String, i64>) -> ProjectTab {
    ProjectTab {
        id: project.id.clone(),
        name: project.name.clone(),
        waiting: waiting.get(project.id.as_str()).copied().unwrap_or(0),
    }
}

/// Loads a project with its plan, channels, documents and payments.
async fn load_project(tx: &mut Tx, client: &ClientId, project: Project) -> Result<PortalProject> {
    let phases = plan::phases(tx, &project.id).await?;
    let mut loaded = Channels::load(tx, client, &project.id).await?;
    let mut channels = vec![loaded.take(&Channel::General(client.clone()), None)];
    for phase in &phases {
        channels.push(loaded.take(&Channel::Phase(phase.id.clone()), Some(phase.name.clone())));
    }
    let newest = channels.iter().filter_map(|channel| channel.messages.last());
    Ok(PortalProject {
        cursor: newest.map(|message| message.created_at).max(),
        documents: plan::documents(tx, &project.id).await?,
        payments: plan::payments(tx, &project.id).await?,
        phases,
        channels,
        id: project.id,
        name: project.name,
        description: project.description,
        status: project.status,
        starts_on: project.starts_on,
        due_on: project.due_on,
    })
}

/// Every project of the client, oldest first.
async fn projects(tx: &mut Tx, client: &ClientId) -> Result<Vec<Project>, Fault> {
    let mut projects: Vec<Project> =
        select(tx, "project WHERE project.client_id = $1", &[client.as_str()]).await?;
    projects.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
    Ok(projects)
}
