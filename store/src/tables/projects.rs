//! Projects, their phases, tasks and deliverables.

use domain::{
    Date, Deliverable, DeliverableStatus, Phase, PhaseStatus, Project, ProjectStatus, Task, TaskStatus, Timestamp,
};

use super::values::{Count, Id, Later, Minutes, Name, Prose, Url};

table! {
    project, member projects, import ProjectImport, record Project,
    |now| {
        id: Id,
        client_id: Id,
        name: Name,
        description: Option<Prose>,
        status: Option<ProjectStatus> = ProjectStatus::Active,
        starts_on: Option<Date>,
        due_on: Option<Date>,
        created_at: Option<Timestamp> = now,
        estimate_minutes: Option<Later<Minutes>>,
    }
}

table! {
    phase, member phases, import PhaseImport, record Phase,
    |_| {
        id: Id,
        project_id: Id,
        name: Name,
        description: Option<Prose>,
        status: Option<PhaseStatus> = PhaseStatus::Pending,
        position: Option<Count>,
        due_on: Option<Date>,
    }
}

table! {
    task, member tasks, import TaskImport, record Task,
    |_| {
        id: Id,
        phase_id: Id,
        title: Name,
        description: Option<Prose>,
        status: Option<TaskStatus> = TaskStatus::Todo,
        position: Option<Count>,
        due_on: Option<Date>,
        estimate_minutes: Option<Later<Minutes>>,
    }
}

table! {
    deliverable, member deliverables, import DeliverableImport, record Deliverable,
    |_| {
        id: Id,
        task_id: Id,
        title: Name,
        description: Option<Prose>,
        url: Option<Url>,
        status: Option<DeliverableStatus> = DeliverableStatus::Pending,
        approved_at: Option<Timestamp>,
        approved_by: Option<Name>,
    }
}
