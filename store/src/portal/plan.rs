//! The plans of a client's projects in the portal, and the documents and payments of one.

use std::collections::HashMap;

use domain::id::{ClientId, PhaseId, ProjectId, TaskId};
use domain::portal::{PortalDeliverable, PortalDocument, PortalPayment, PortalPhase, PortalTask};
use domain::{Deliverable, Document, Payment, Phase, Task};

use crate::db::Tx;
use crate::projects::project_records;
use crate::projects::{board, requests, versions};
use crate::tables::select;
use crate::{Fault, files};

/// The projects of the client `$1` that are not archived, and the project `$2`.
macro_rules! of_projects {
    ($($joins:literal)?) => {
        concat!(
            "project ",
            $($joins,)?
            " WHERE project.client_id = $1 AND (project.status <> 'archived' OR project.id = $2)"
        )
    };
}

const PHASES: &str = of_projects!("JOIN phase ON phase.project_id = project.id");
const TASKS: &str = of_projects!("JOIN phase ON phase.project_id = project.id JOIN task ON task.phase_id = phase.id");
const DELIVERABLES: &str = of_projects!(
    "JOIN phase ON phase.project_id = project.id JOIN task ON task.phase_id = phase.id \
     JOIN deliverable ON deliverable.task_id = task.id"
);

/// The phases of the client's projects that are not archived, and of `shown`, in order. Projects without any are absent. Only that
/// of `shown` has what its cards say of deliverables.
pub(super) async fn plans(
    tx: &mut Tx,
    client: &ClientId,
    shown: Option<&ProjectId>,
) -> Result<HashMap<ProjectId, Vec<PortalPhase>>, Fault> {
    let projects = [client.as_str(), shown.map_or("", ProjectId::as_str)];
    let mut tasks = tasks(tx, projects, shown).await?;
    let mut phases: Vec<Phase> = select(tx, PHASES, projects).await?;
    phases.sort_by(|a, b| (a.position, &a.id).cmp(&(b.position, &b.id)));
    let mut plans = HashMap::<ProjectId, Vec<_>>::new();
    for phase in phases {
        plans.entry(phase.project_id).or_default().push(PortalPhase {
            tasks: tasks.remove(&phase.id).unwrap_or_default(),
            id: phase.id,
            name: phase.name,
            description: phase.description,
            status: phase.status,
            due_on: phase.due_on,
        });
    }
    Ok(plans)
}

/// The tasks of the projects, by phase, in order.
async fn tasks(
    tx: &mut Tx,
    projects: [&str; 2],
    shown: Option<&ProjectId>,
) -> Result<HashMap<PhaseId, Vec<PortalTask>>, Fault> {
    let mut all: Vec<Deliverable> = select(tx, DELIVERABLES, projects).await?;
    all.sort_by(|a, b| a.id.cmp(&b.id));
    let (in_review, mut requests, mut versions) = match shown {
        Some(shown) => {
            let versions = versions::of_project(tx, shown).await?;
            (board::in_review(tx, shown).await?, requests::newest(tx, shown).await?, versions)
        }
        None => Default::default(),
    };
    let with_receipt = versions::with_receipt(tx, projects[0]).await?;
    let mut deliverables = HashMap::<TaskId, Vec<PortalDeliverable>>::new();
    for deliverable in all {
        let in_review_since = in_review.get(&deliverable.id).copied();
        let request = requests.remove(&deliverable.id);
        let versions = versions.remove(&deliverable.id).unwrap_or_default();
        let task = deliverable.task_id.clone();
        let has_receipt = with_receipt.contains(&deliverable.id);
        let one = PortalDeliverable { deliverable, in_review_since, request, versions, has_receipt };
        deliverables.entry(task).or_default().push(one);
    }
    let mut tasks: Vec<Task> = select(tx, TASKS, projects).await?;
    tasks.sort_by(|a, b| (a.position, &a.id).cmp(&(b.position, &b.id)));
    let mut phases = HashMap::<_, Vec<_>>::new();
    for task in tasks {
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
    let documents: Vec<Document> = project_records::all(tx, project).await?;
    let have_files = documents.iter().any(|document| document.file_id.is_some());
    let files = if have_files { files::of_documents(tx, project).await? } else { HashMap::new() };
    let shown = |Document { name, url, file_id, .. }| PortalDocument {
        name,
        content: files::content(url, file_id.as_ref(), &files),
    };
    Ok(documents.into_iter().map(shown).collect())
}

/// The payments of `project` without their amounts, by due date, those without one last.
pub(super) async fn payments(tx: &mut Tx, project: &ProjectId) -> Result<Vec<PortalPayment>, Fault> {
    let payments: Vec<Payment> = project_records::all(tx, project).await?;
    let shown = |Payment { label, due_on, paid_at, .. }| PortalPayment { label, due_on, paid: paid_at.is_some() };
    Ok(payments.into_iter().map(shown).collect())
}
