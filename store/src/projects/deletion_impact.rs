//! Counting the records that a deletion would delete.

use domain::id::ProjectId;
use domain::projects::board::{BoardItem, Deletion, DeletionImpact};

use crate::db::Tx;
use crate::db::query::row;
use crate::projects::plan;
use crate::{Fault, Result, Store, form_version};

impl Store {
    /// The counts of records that are deleted with `item`, for the confirmation page.
    pub async fn deletion(&self, project: &ProjectId, item: &BoardItem) -> Result<Deletion> {
        let mut tx = self.db.snapshot().await?;
        name(&mut tx, project, item).await?;
        let deletion_impact = deletion_impact(&mut tx, project, item).await?;
        tx.commit().await?;
        Ok(Deletion { item: item.clone(), version: form_version::of(&deletion_impact)?, deletion_impact })
    }
}

pub(super) async fn name(tx: &mut Tx, project: &ProjectId, item: &BoardItem) -> Result<String> {
    Ok(match item {
        BoardItem::Project => plan::project(tx, project).await?.name,
        BoardItem::Phase(id) => plan::phase(tx, project, id).await?.name,
        BoardItem::Task(id) => plan::task(tx, project, id).await?.title,
        BoardItem::Deliverable(id) => plan::deliverable(tx, project, id).await?.title,
    })
}

/// Counts the records that are deleted with `item`.
pub(super) async fn deletion_impact(
    tx: &mut Tx,
    project: &ProjectId,
    item: &BoardItem,
) -> Result<DeletionImpact, Fault> {
    let (select, id) = match item {
        BoardItem::Project => (OF_PROJECT, project.as_str()),
        BoardItem::Phase(id) => (OF_PHASE, id.as_str()),
        BoardItem::Task(id) => (OF_TASK, id.as_str()),
        BoardItem::Deliverable(id) => (OF_DELIVERABLE, id.as_str()),
    };
    tx.fetch_one(select, [id]).await
}

row! {
    DeletionImpact {
        projects, phases, tasks, deliverables, approved, messages, payments, documents, material_requests, notes,
        time_entries, quote_items, receipts
    }
}

macro_rules! count {
    ($from:literal) => {
        concat!("(SELECT COUNT(*) FROM ", $from, ")")
    };
}

/// The counts of project records, which only a project has.
macro_rules! no_project_records {
    () => {
        ", 0 AS payments, 0 AS documents, 0 AS material_requests, 0 AS notes, 0 AS time_entries, 0 AS quote_items"
    };
}

macro_rules! tasks_of_project {
    () => {
        "phase JOIN task ON task.phase_id = phase.id "
    };
}

const OF_PROJECT: &str = concat!(
    "SELECT 0 AS projects, 0 AS receipts, ",
    count!("phase WHERE phase.project_id = $1"),
    " AS phases, (SELECT COUNT(*) FROM ",
    tasks_of_project!(),
    "WHERE phase.project_id = $1) AS tasks, (SELECT COUNT(*) FROM ",
    tasks_of_project!(),
    "JOIN deliverable ON deliverable.task_id = task.id WHERE phase.project_id = $1) AS deliverables, \
     (SELECT COUNT(deliverable.approved_at) FROM ",
    tasks_of_project!(),
    "JOIN deliverable ON deliverable.task_id = task.id WHERE phase.project_id = $1) AS approved, ",
    count!("phase JOIN comment ON comment.phase_id = phase.id WHERE phase.project_id = $1"),
    " AS messages, ",
    count!("payment WHERE project_id = $1"),
    " AS payments, ",
    count!("document WHERE project_id = $1"),
    " AS documents, ",
    count!("material_request WHERE project_id = $1"),
    " AS material_requests, ",
    count!("note WHERE project_id = $1"),
    " AS notes, ",
    count!("time_entry WHERE project_id = $1"),
    " AS time_entries, ",
    count!("quote_item WHERE project_id = $1"),
    " AS quote_items"
);

const OF_PHASE: &str = concat!(
    "SELECT 0 AS projects, 0 AS receipts, 0 AS phases, ",
    count!("task WHERE phase_id = $1"),
    " AS tasks, ",
    count!("task JOIN deliverable ON deliverable.task_id = task.id WHERE task.phase_id = $1"),
    " AS deliverables, (SELECT COUNT(deliverable.approved_at) FROM task \
       JOIN deliverable ON deliverable.task_id = task.id WHERE task.phase_id = $1) AS approved, ",
    count!("comment WHERE phase_id = $1"),
    " AS messages",
    no_project_records!()
);

const OF_TASK: &str = concat!(
    "SELECT 0 AS projects, 0 AS receipts, 0 AS phases, 0 AS tasks, ",
    count!("deliverable WHERE task_id = $1"),
    " AS deliverables, (SELECT COUNT(approved_at) FROM deliverable WHERE task_id = $1) AS approved, ",
    count!("comment WHERE task_id = $1"),
    " AS messages",
    no_project_records!()
);

const OF_DELIVERABLE: &str = concat!(
    "SELECT 0 AS projects, 0 AS receipts, 0 AS phases, 0 AS tasks, 0 AS deliverables, \
     (SELECT COUNT(approved_at) FROM deliverable WHERE id = $1) AS approved, ",
    count!("comment WHERE deliverable_id = $1"),
    " AS messages",
    no_project_records!()
);
