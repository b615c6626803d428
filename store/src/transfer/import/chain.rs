//! Ownership of records: every reference of the file must name a record of the file or of the database.

use std::collections::{HashMap, HashSet};

use sqlx::FromRow;

use super::lookup::Lookup;
use super::records::Records;
use super::references::{self, Target};
use super::{ImportError, ids, invalid};

/// The chains deliverable, task, phase, project, client, for all records that the file defines or refers to.
#[derive(Debug, Default)]
pub(super) struct Chain {
    clients: HashSet<String>,
    /// The client of a project.
    projects: HashMap<String, String>,
    /// The project of a phase.
    phases: HashMap<String, String>,
    /// The phase of a task.
    tasks: HashMap<String, String>,
    /// The task of a deliverable.
    deliverables: HashMap<String, String>,
    leads: HashSet<String>,
    sources: HashSet<String>,
}

impl Chain {
    /// Checks that the ids of the file are new, and that every reference names a record.
    pub(super) async fn of(records: &Records, lookup: &mut Lookup<'_>) -> Result<Self, ImportError> {
        ids::check(records, lookup).await?;
        let references = references::of(records);
        let mut chain = Self::defined(records);
        for (target, references) in &references {
            let ids = references.iter().map(|reference| reference.id);
            let unknown: Vec<&str> = ids.filter(|id| !chain.has(*target, id)).collect();
            chain.add_stored(*target, unknown, lookup).await?;
        }
        for (target, references) in references {
            if let Some(unresolved) = references.iter().find(|reference| !chain.has(target, reference.id)) {
                let problem = format!("names no {}", target.name());
                return Err(invalid(unresolved.member, unresolved.index, unresolved.field, &problem));
            }
        }
        Ok(chain)
    }

    /// The records that the file defines. A missing parent is found by the check of its reference.
    fn defined(records: &Records) -> Self {
        let mut chain = Self::default();
        for client in &records.clients {
            chain.clients.insert(client.id.0.clone());
        }
        for project in &records.projects {
            chain.projects.insert(project.id.0.clone(), project.client_id.0.clone());
        }
        for phase in &records.phases {
            chain.phases.insert(phase.id.0.clone(), phase.project_id.0.clone());
        }
        for task in &records.tasks {
            chain.tasks.insert(task.id.0.clone(), task.phase_id.0.clone());
        }
        for deliverable in &records.deliverables {
            chain.deliverables.insert(deliverable.id.0.clone(), deliverable.task_id.0.clone());
        }
        for lead in &records.leads {
            chain.leads.insert(lead.id.0.clone());
        }
        for source in &records.lead_sources {
            chain.sources.insert(source.id.0.clone());
        }
        chain
    }

    fn has(&self, target: Target, id: &str) -> bool {
        match target {
            Target::Client => self.clients.contains(id),
            Target::Project => self.projects.contains_key(id),
            Target::Phase => self.phases.contains_key(id),
            Target::Task => self.tasks.contains_key(id),
            Target::Deliverable => self.deliverables.contains_key(id),
            Target::Lead => self.leads.contains(id),
            Target::Source => self.sources.contains(id),
        }
    }

    /// Adds those of `ids` that are stored, with their parents.
    async fn add_stored(
        &mut self,
        target: Target,
        ids: Vec<&str>,
        lookup: &mut Lookup<'_>,
    ) -> Result<(), ImportError> {
        let rows: Vec<Stored> = lookup.find(target.select(), ids).await?;
        for row in rows {
            if let (Some(deliverable), Some(task)) = (row.deliverable, row.task.clone()) {
                self.deliverables.insert(deliverable, task);
            }
            if let (Some(task), Some(phase)) = (row.task, row.phase.clone()) {
                self.tasks.insert(task, phase);
            }
            if let (Some(phase), Some(project)) = (row.phase, row.project.clone()) {
                self.phases.insert(phase, project);
            }
            if let (Some(project), Some(client)) = (row.project, row.client.clone()) {
                self.projects.insert(project, client);
            }
            self.clients.extend(row.client);
            self.leads.extend(row.lead);
            self.sources.extend(row.source);
        }
        Ok(())
    }

    pub(super) fn client_of_phase(&self, phase: &str) -> Option<&str> {
        let project = self.phases.get(phase)?;
        self.projects.get(project).map(String::as_str)
    }

    pub(super) fn phase_of_task(&self, task: &str) -> Option<&str> {
        self.tasks.get(task).map(String::as_str)
    }

    pub(super) fn task_of_deliverable(&self, deliverable: &str) -> Option<&str> {
        self.deliverables.get(deliverable).map(String::as_str)
    }
}

/// A stored record and its parents.
#[derive(FromRow)]
struct Stored {
    client: Option<String>,
    project: Option<String>,
    phase: Option<String>,
    task: Option<String>,
    deliverable: Option<String>,
    lead: Option<String>,
    #[sqlx(default)]
    source: Option<String>,
}

impl Target {
    /// The SELECT of [`Stored`] rows, up to `IN`.
    fn select(self) -> &'static str {
        match self {
            Self::Client => {
                "SELECT client.id AS client, NULL AS project, NULL AS phase, NULL AS task, \
                 NULL AS deliverable, NULL AS lead FROM client WHERE client.id IN"
            }
            Self::Project => {
                "SELECT project.client_id AS client, project.id AS project, NULL AS phase, NULL AS task, \
                 NULL AS deliverable, NULL AS lead FROM project WHERE project.id IN"
            }
            Self::Phase => {
                "SELECT project.client_id AS client, project.id AS project, phase.id AS phase, \
                 NULL AS task, NULL AS deliverable, NULL AS lead \
                 FROM phase JOIN project ON project.id = phase.project_id WHERE phase.id IN"
            }
            Self::Task => {
                "SELECT project.client_id AS client, project.id AS project, phase.id AS phase, \
                 task.id AS task, NULL AS deliverable, NULL AS lead \
                 FROM task JOIN phase ON phase.id = task.phase_id \
                 JOIN project ON project.id = phase.project_id WHERE task.id IN"
            }
            Self::Deliverable => {
                "SELECT project.client_id AS client, project.id AS project, phase.id AS phase, \
                 task.id AS task, deliverable.id AS deliverable, NULL AS lead \
                 FROM deliverable JOIN task ON task.id = deliverable.task_id \
                 JOIN phase ON phase.id = task.phase_id \
                 JOIN project ON project.id = phase.project_id WHERE deliverable.id IN"
            }
            Self::Lead => {
                "SELECT NULL AS client, NULL AS project, NULL AS phase, NULL AS task, \
                 NULL AS deliverable, lead.id AS lead FROM lead WHERE lead.id IN"
            }
            Self::Source => {
                "SELECT NULL AS client, NULL AS project, NULL AS phase, NULL AS task, \
                 NULL AS deliverable, NULL AS lead, lead_source.id AS source \
                 FROM lead_source WHERE lead_source.id IN"
            }
        }
    }
}
