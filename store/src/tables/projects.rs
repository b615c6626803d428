//! Projects, their phases, tasks and deliverables.

use domain::{
    Date, Deliverable, DeliverableStatus, DeliverableVersion, Phase, PhaseStatus, Project, ProjectStatus, Receipt,
    Task, TaskStatus, Timestamp,
};

use super::values::{Count, Id, Later, Minutes, Name, Positive, Prose, Text, Url};

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

/// Without the link of one that has versions: theirs counts.
pub(super) const DELIVERABLES: &str = "(SELECT id, task_id, title, description, CASE WHEN EXISTS (\
       SELECT 1 FROM deliverable_version v WHERE v.deliverable_id = d.id) THEN NULL ELSE url END AS url, \
     status, approved_at, approved_by FROM deliverable d) deliverable";

table! {
    deliverable_version, member deliverable_versions, import VersionImport, record DeliverableVersion,
    |now| {
        id: Id,
        deliverable_id: Id,
        number: Positive,
        url: Option<Url>,
        file_id: Option<Id>,
        note: Option<Prose>,
        created_at: Option<Timestamp> = now,
        author_name: Option<Name>,
    }
}

table! {
    receipt, member receipts, import ReceiptImport, record Receipt,
    |_| {
        id: Id,
        deliverable_id: Id,
        deliverable_title: Name,
        version: Positive,
        sha256: Option<Text<64, 64>>,
        url: Option<Url>,
        client_id: Id,
        approved_by: Name,
        approved_at: Timestamp,
        address: Text<0, 100>,
        user_agent: Text<0, 500>,
        previous: Text<0, 64>,
        digest: Text<64, 64>,
    }
}
