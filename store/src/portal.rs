//! What a client sees of their projects.

use std::collections::HashMap;

use domain::id::{ClientId, ProjectId};
use domain::portal::{Portal, PortalProject, ProjectTab};
use domain::{Channel, Date, DomainError, ProjectStatus};
use sqlx::FromRow;

use crate::agency::agency;
use crate::channels::{Channels, waiting};
use crate::db::Tx;
use crate::plan::{self, documents, payments};
use crate::rows::{maybe, stored, word};
use crate::{ClientScope, Fault, Result, Store};

impl Store {
    /// What the client sees, opened on `project`, else on the first project, in one snapshot.
    ///
    /// # Errors
    /// [`DomainError::UnknownProject`](domain::DomainError) when `project` is not one of theirs, or a fault.
    pub async fn portal(&self, scope: &ClientScope, project: Option<&str>) -> Result<Portal> {
        let mut tx = self.db.snapshot().await?;
        let projects = projects(&mut tx, scope.id()).await?;
        let waiting = waiting(&mut tx, scope.id()).await?;
        let tabs: Vec<ProjectTab> =
            projects.iter().filter(|project| project.is_tab()).map(|project| project.tab(&waiting)).collect();
        let chosen = match project {
            Some(id) => {
                Some(projects.into_iter().find(|p| p.id.as_str() == id).ok_or(DomainError::UnknownProject)?)
            }
            None => projects.into_iter().find(Row::is_tab),
        };
        let project = match chosen {
            Some(row) => Some(row.opened(&mut tx, scope.id()).await?),
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

/// A project, and the order of tabs.
struct Row {
    id: ProjectId,
    name: String,
    description: Option<String>,
    status: ProjectStatus,
    starts_on: Option<Date>,
    due_on: Option<Date>,
    created_at: i64,
}

impl Row {
    fn is_tab(&self) -> bool {
        self.status != ProjectStatus::Archived
    }

    fn tab(&self, waiting: &HashMap<String, i64>) -> ProjectTab {
        ProjectTab {
            id: self.id.clone(),
            name: self.name.clone(),
            waiting: waiting.get(self.id.as_str()).copied().unwrap_or(0),
        }
    }

    /// The project with all that belongs to it.
    async fn opened(self, tx: &mut Tx, client: &ClientId) -> Result<PortalProject> {
        let phases = plan::phases(tx, &self.id).await?;
        let mut found = Channels::load(tx, client, &self.id).await?;
        let mut channels = vec![found.take(&Channel::General(client.clone()), None)];
        for phase in &phases {
            channels.push(found.take(&Channel::Phase(phase.id.clone()), Some(phase.name.clone())));
        }
        let newest = channels.iter().filter_map(|channel| channel.messages.last());
        Ok(PortalProject {
            cursor: newest.map(|message| message.created_at).max(),
            documents: documents(tx, &self.id).await?,
            payments: payments(tx, &self.id).await?,
            phases,
            channels,
            id: self.id,
            name: self.name,
            description: self.description,
            status: self.status,
            starts_on: self.starts_on,
            due_on: self.due_on,
        })
    }
}

/// Every project of the client, oldest first.
async fn projects(tx: &mut Tx, client: &ClientId) -> Result<Vec<Row>, Fault> {
    #[derive(FromRow)]
    struct Raw {
        id: String,
        name: String,
        description: Option<String>,
        status: String,
        starts_on: Option<String>,
        due_on: Option<String>,
        created_at: i64,
    }
    let rows: Vec<Raw> = sqlx::query_as(
        "SELECT id, name, description, status, starts_on, due_on, created_at FROM project \
         WHERE client_id = $1",
    )
    .bind(client.as_str())
    .fetch_all(&mut **tx)
    .await?;
    let mut projects = rows
        .into_iter()
        .map(|row| {
            Ok(Row {
                id: stored(row.id)?,
                name: row.name,
                description: row.description,
                status: word(&row.status)?,
                starts_on: maybe(row.starts_on)?,
                due_on: maybe(row.due_on)?,
                created_at: row.created_at,
            })
        })
        .collect::<Result<Vec<_>, Fault>>()?;
    projects.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
    Ok(projects)
}
