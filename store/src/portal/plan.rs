//! The data of a project in the portal: plan, documents and payments.

use std::collections::HashMap;

use domain::id::{PhaseId, ProjectId, TaskId};
use domain::portal::{PortalDocument, PortalPayment, PortalPhase, PortalTask};
use domain::{Deliverable, Document, Payment};

use crate::Fault;
use crate::db::Tx;
use crate::projects::plan;
use crate::projects::project_records;

/// The phases of `project` in order, with their tasks in order, with their deliverables.
pub(super) async fn phases(tx: &mut Tx, project: &ProjectId) -> Result<Vec<PortalPhase>, Fault> {
    let phases = plan::phases(tx, project).await?;
    let mut tasks = tasks(tx, project).await?;
    let portal_phase = |phase: domain::Phase| PortalPhase {
        tasks: tasks.remove(&phase.id).unwrap_or_default(),
        id: phase.id,
        name: phase.name,
        description: phase.description,
        status: phase.status,
        due_on: phase.due_on,
    };
    Ok(phases.into_iter().map(portal_phase).collect())
}

/// The tasks of every phase of `project`, by phase.
async fn tasks(tx: &mut Tx, project: &ProjectId) -> Result<HashMap<PhaseId, Vec<PortalTask>>, Fault> {
    let mut deliverables = HashMap::<TaskId, Vec<Deliverable>>::new();
    for deliverable in plan::deliverables(tx, project).await? {
        deliverables.entry(deliverable.task_id.clone()).or_default().push(deliverable);
    }
    let mut phases = HashMap::<_, Vec<_>>::new();
    for task in plan::tasks(tx, project).await? {
        phases.entry(task.phase_id).or_default().push(PortalTask {
            deliverables: deliverables.remove(&task.id).unwrap_or_default(),
            id: task.id,
            title: task.title,
            description: task.description,
            status: task.status,
            due_on: task.due_on,
        });
    }
    Ok(phases)
}

/// The documents of `project`, newest first.
pub(super) async fn documents(tx: &mut Tx, project: &ProjectId) -> Result<Vec<PortalDocument>, Fault> {
    let documents = project_records::documents(tx, project).await?;
    Ok(documents.into_iter().map(|Document { name, url, .. }| PortalDocument { name, url }).collect())
}

/// The payments of `project` by due date, those without one last; amounts are left out.
pub(super) async fn payments(tx: &mut Tx, project: &ProjectId) -> Result<Vec<PortalPayment>, Fault> {
    let payments = project_records::payments(tx, project).await?;
    let portal_payment =
        |Payment { label, due_on, paid_at, .. }| PortalPayment { label, due_on, paid: paid_at.is_some() };
    Ok(payments.into_iter().map(portal_payment).collect())
}
