//! The data of the client's portal.

pub(crate) mod approvals;
pub(crate) mod cached;
pub(crate) mod credential;
mod plan;
pub(crate) mod visits;

use std::collections::HashMap;
use std::sync::Arc;

use domain::id::ClientId;
use domain::portal::open_items::ProjectWork;
use domain::portal::{Portal, PortalDeliverable, PortalPhase, PortalProject, ProjectTab};
use domain::{Channel, ChannelDeliverable, ChannelView, Checklist, DomainError, OpenItems, Project, ProjectStatus};

use self::cached::CachedPortal;
use crate::conversation::channels::{Channels, unread_by_project};
use crate::db::Tx;
use crate::projects::project_records::materials::shown;
use crate::settings::agency::agency;
use crate::tables::select;
use crate::{ClientScope, Fault, Result, Store};

impl Store {
    /// The data of the portal, opened on `project`, else on the first project: of one moment, and from memory while
    /// nothing of the client has changed.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`], or a fault.
    pub async fn portal(&self, scope: &ClientScope, project: Option<&str>) -> Result<Portal> {
        let cached = self.cached_portal(scope, project).await?;
        Ok(cached.portal_at(self.clock.now()))
    }

    /// What [`Store::portal`] returns, and the page that was rendered from it.
    ///
    /// # Errors
    /// As [`Store::portal`].
    pub async fn cached_portal(&self, scope: &ClientScope, project: Option<&str>) -> Result<Arc<CachedPortal>> {
        let is_current = self.db.is_cache_current().await;
        let versions = self.db.cache_versions();
        let (version, messages) = (versions.version(scope.id()), versions.messages_version(scope.id()));
        let key = (scope.person().id(), project.map(str::to_owned));
        let known = self.caches.portals.get(version, &key).filter(|known| is_current && known.is_for(scope));
        let with_messages = match known {
            Some(known) if known.has_messages(messages) => return Ok(known),
            Some(known) => known.with_messages(&*self.recent_comments(scope.id()).await?, messages),
            None => None,
        };
        let cached = Arc::new(match with_messages {
            Some(cached) => cached,
            None => CachedPortal::new(scope.clone(), messages, self.read_portal(scope, project).await?),
        });
        self.caches.portals.insert(version, key, cached.clone());
        Ok(cached)
    }

    async fn read_portal(&self, scope: &ClientScope, project: Option<&str>) -> Result<Portal> {
        let mut tx = self.db.snapshot().await?;
        let projects = projects(&mut tx, scope.id()).await?;
        let unread = unread_by_project(&mut tx, scope.person()).await?;
        let chosen = match project {
            Some(id) => Some(projects.iter().find(|p| p.id.as_str() == id).ok_or(DomainError::UnknownProject)?),
            None => projects.iter().find(|project| is_tab(project)),
        };
        let general = Channel::General(scope.id().clone());
        let mut plans = plan::plans(&mut tx, scope.id(), chosen.map(|project| &project.id)).await?;
        let mut loaded = Channels::load(&mut tx, scope.person(), chosen.map(|project| &project.id)).await?;
        let material = shown::of_client(&mut tx, scope.id()).await?;
        let phases_of = |project: &Project| plans.get(&project.id).map(Vec::as_slice).unwrap_or_default();
        let works: Vec<_> = projects
            .iter()
            .map(|project| ProjectWork { project, phases: phases_of(project), material: &material })
            .collect();
        let open_items = OpenItems::of(&works, &general.key(), loaded.unread());
        let open_items = if scope.person().can_approve() { open_items } else { open_items.without_approvals() };
        let open_items = if scope.person().can_write() { open_items } else { open_items.without_material() };
        let tabs: Vec<ProjectTab> =
            projects.iter().filter(|one| is_tab(one)).map(|one| tab(one, &unread, &open_items)).collect();
        let phases = chosen.and_then(|project| plans.remove(&project.id)).unwrap_or_default();
        let channels = channels(&mut loaded, &general, &scope.client().name, &phases);
        let newest = channels.iter().filter_map(|channel| channel.messages.last());
        let cursor = newest.map(|message| message.created_at).max();
        let project = match chosen.cloned() {
            Some(project) => Some(load_project(&mut tx, project, phases).await?),
            None => None,
        };
        let agency = agency(&mut tx).await?;
        tx.commit().await?;
        let client = scope.client();
        Ok(Portal {
            client_id: client.id.clone(),
            client_name: client.name.clone(),
            company: client.company.clone(),
            language: scope.person().language(),
            projects: tabs,
            project,
            open_items,
            channels,
            cursor,
            agency,
            now: self.clock.now(),
        })
    }
}

fn is_tab(project: &Project) -> bool {
    project.status != ProjectStatus::Archived
}

fn tab(project: &Project, unread: &HashMap<String, i64>, open_items: &OpenItems) -> ProjectTab {
    let approvals = open_items.to_approve.iter().map(|item| &item.project);
    let of_project = approvals.chain(open_items.material.iter().map(|item| &item.project));
    let others = of_project.filter(|item| item.id == project.id).count();
    ProjectTab {
        id: project.id.clone(),
        name: project.name.clone(),
        waiting: unread.get(project.id.as_str()).copied().unwrap_or(0) + i64::try_from(others).unwrap_or_default(),
    }
}

/// General and the channels of `phases`.
fn channels(loaded: &mut Channels, general: &Channel, client_name: &str, phases: &[PortalPhase]) -> Vec<ChannelView> {
    let mut channels = vec![loaded.take(general, None, Vec::new())];
    for phase in phases {
        let channel = Channel::Phase(phase.id.clone());
        channels.push(loaded.take(&channel, Some(phase.name.clone()), channel_deliverables(phase, client_name)));
    }
    channels
}

fn channel_deliverables(phase: &PortalPhase, client_name: &str) -> Vec<ChannelDeliverable> {
    let deliverables = phase.tasks.iter().flat_map(|task| &task.deliverables);
    let shown = |PortalDeliverable { deliverable: one, .. }: &PortalDeliverable| ChannelDeliverable {
        id: one.id.clone(),
        title: one.title.clone(),
        approved_at: one.approved_at,
        approved_by: one.approved_by.clone().filter(|name| name != client_name),
    };
    deliverables.map(shown).collect()
}

/// The project shown, with its documents and payments.
async fn load_project(tx: &mut Tx, project: Project, phases: Vec<PortalPhase>) -> Result<PortalProject> {
    Ok(PortalProject {
        documents: plan::documents(tx, &project.id).await?,
        material: Checklist::of(shown::of_project(tx, &project.id).await?),
        payments: plan::payments(tx, &project.id).await?,
        phases,
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
    let mut projects: Vec<Project> = select(tx, "project WHERE project.client_id = $1", [client.as_str()]).await?;
    projects.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
    Ok(projects)
}
