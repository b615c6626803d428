//! Ownership of records: every reference of the file must name a record of the file or of the database.

use std::collections::{HashMap, HashSet};

use super::lookup::Lookup;
use super::records::Records;
use super::references::{self, Target};
use super::{ImportError, ids, invalid};

/// The chains deliverable, task, phase, project, client, for all records that the file defines or refers to.
#[derive(Debug, Default)]
pub(super) struct Chain {
    clients: HashSet<String>,
    /// The client of a contact.
    contacts: HashMap<String, String>,
    /// The client of a project.
    projects: HashMap<String, String>,
    /// The project of a phase.
    phases: HashMap<String, String>,
    /// The phase of a task.
    tasks: HashMap<String, String>,
    /// The task of a deliverable.
    deliverables: HashMap<String, String>,
    members: HashSet<String>,
    leads: HashSet<String>,
    sources: HashSet<String>,
    files: HashSet<String>,
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
        // Phases or General; which, follows from the client of the contact.
        let channels = records.contact_channel_reads.iter().map(|read| read.channel_key.0.as_str());
        let unknown = channels.filter(|key| !chain.has(Target::Phase, key)).collect();
        chain.add_stored(Target::Phase, unknown, lookup).await?;
        Ok(chain)
    }

    /// The records that the file defines. A missing parent is found by the check of its reference.
    fn defined(records: &Records) -> Self {
        let mut chain = Self::default();
        for member in &records.members {
            chain.members.insert(member.id.0.clone());
        }
        for client in &records.clients {
            chain.clients.insert(client.id.0.clone());
        }
        for contact in &records.contacts {
            chain.contacts.insert(contact.id.0.clone(), contact.client_id.0.clone());
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
        for file in &records.files {
            chain.files.insert(file.id.0.clone());
        }
        chain
    }

    fn has(&self, target: Target, id: &str) -> bool {
        match target {
            Target::Member => self.members.contains(id),
            Target::Client => self.clients.contains(id),
            Target::Contact => self.contacts.contains_key(id),
            Target::Project => self.projects.contains_key(id),
            Target::Phase => self.phases.contains_key(id),
            Target::Task => self.tasks.contains_key(id),
            Target::Deliverable => self.deliverables.contains_key(id),
            Target::Lead => self.leads.contains(id),
            Target::Source => self.sources.contains(id),
            Target::File => self.files.contains(id),
        }
    }

    /// Adds those of `ids` that are stored, with their parents.
    async fn add_stored(&mut self, target: Target, ids: Vec<&str>, lookup: &mut Lookup<'_>) -> Result<(), ImportError> {
        for (root, project, phase, task, deliverable) in lookup.find::<Stored>(target.select(), ids).await? {
            self.deliverables.extend(deliverable.zip(task.clone()));
            self.tasks.extend(task.zip(phase.clone()));
            self.phases.extend(phase.zip(project.clone()));
            match target {
                Target::Member => drop(self.members.insert(root)),
                Target::Lead => drop(self.leads.insert(root)),
                Target::Source => drop(self.sources.insert(root)),
                Target::File => drop(self.files.insert(root)),
                Target::Contact => self.contacts.extend(project.map(|contact| (contact, root))),
                _ => {
                    self.projects.extend(project.map(|project| (project, root.clone())));
                    self.clients.insert(root);
                }
            }
        }
        Ok(())
    }

    pub(super) fn client_of_contact(&self, contact: &str) -> Option<&str> {
        self.contacts.get(contact).map(String::as_str)
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

/// A member, a client, a lead, a source or a file; a client and their contact; or the chain from a client to a stored record.
type Stored = (String, Option<String>, Option<String>, Option<String>, Option<String>);

impl Target {
    /// The SELECT of [`Stored`] rows, up to `IN`.
    fn select(self) -> &'static str {
        match self {
            Self::Member => "SELECT id, NULL, NULL, NULL, NULL FROM member WHERE id IN",
            Self::File => "SELECT id, NULL, NULL, NULL, NULL FROM file WHERE id IN",
            Self::Client => "SELECT id, NULL, NULL, NULL, NULL FROM client WHERE id IN",
            Self::Contact => "SELECT client_id, id, NULL, NULL, NULL FROM contact WHERE id IN",
            Self::Project => "SELECT client_id, id, NULL, NULL, NULL FROM project WHERE id IN",
            Self::Phase => {
                "SELECT project.client_id, project.id, phase.id, NULL, NULL \
                 FROM phase JOIN project ON project.id = phase.project_id WHERE phase.id IN"
            }
            Self::Task => {
                "SELECT project.client_id, project.id, phase.id, task.id, NULL \
                 FROM task JOIN phase ON phase.id = task.phase_id \
                 JOIN project ON project.id = phase.project_id WHERE task.id IN"
            }
            Self::Deliverable => {
                "SELECT project.client_id, project.id, phase.id, task.id, deliverable.id \
                 FROM deliverable JOIN task ON task.id = deliverable.task_id \
                 JOIN phase ON phase.id = task.phase_id \
                 JOIN project ON project.id = phase.project_id WHERE deliverable.id IN"
            }
            Self::Lead => "SELECT id, NULL, NULL, NULL, NULL FROM lead WHERE id IN",
            Self::Source => "SELECT id, NULL, NULL, NULL, NULL FROM lead_source WHERE id IN",
        }
    }
}
