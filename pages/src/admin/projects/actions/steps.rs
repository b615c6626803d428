//! Actions that move and delete the items of a board and set their status.

use domain::DeliverableStatus::{Approved, ChangesRequested, InReview, Pending};
use domain::Form;
use domain::projects::board::{BoardItem, Direction, Step, Switch};

use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;
use crate::admin::row_actions::Back;

/// Moves a phase or a task and redirects to the board with its button in focus. Drag and drop sends `id`, `to`
/// and `before`; a button sends all of them in `step`.
#[server(prefix = "/rpc/admin", endpoint = "take_step")]
pub async fn take_step(
    project: String,
    /// The item to move: `phase-…` or `task-…`.
    id: Option<String>,
    /// The target list: `phases`, or `phase-…` for a task.
    to: Option<String>,
    before: Option<String>,
    step: Option<String>,
) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    act(plan.clone(), async {
        let form = Form::default().with("id", id).with("to", to).with("before", before).with("step", step);
        let (step, direction) = Step::read(&form).map_err(|_| AppError::Missing)?;
        store().apply_step(&parse_id(&project)?, &step).await?;
        let direction = direction.map_or("", Direction::as_str);
        Ok(plan.with("moved", &step.item().to_string()).with("way", direction).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "set_task_status")]
pub async fn set_task_status(
    project: String,
    /// The task's id, its status when the page was loaded, and the new one: `id~todo~done`.
    set: String,
    /// The list with the button, if it is not the plan.
    back: Option<String>,
) -> Result<(), AppError> {
    let plan = Back::address(back.as_deref(), ProjectPart::Plan.address(&project));
    act(plan.clone(), async {
        let Switch { id, seen, to } = set.parse().map_err(|_| AppError::Garbled)?;
        let store = store();
        store.set_task_status(&parse_id(&project)?, &parse_id(&id)?, seen, to).await?;
        Ok(plan.with("switched", &format!("task-{id}")).into_string())
    })
    .await
}

/// Sends a deliverable to its client for approval, or takes it back, and redirects to it. One that the client would not
/// hear of, or without a link, is sent only `anyway`: the page warns first.
#[server(prefix = "/rpc/admin", endpoint = "set_deliverable_status")]
pub async fn set_deliverable_status(
    project: String,
    /// The deliverable's id, its status when the page was loaded, and the new one: `id~pending~in_review`.
    set: Option<String>,
    anyway: Option<String>,
) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    act(plan.clone(), async {
        let is_asked = anyway.is_none();
        let Switch { id, seen, to } = set.or(anyway).unwrap_or_default().parse().map_err(|_| AppError::Garbled)?;
        let (project_id, deliverable) = (parse_id(&project)?, parse_id(&id)?);
        let store = store();
        match to {
            InReview if is_asked && store.needs_warning(&project_id, &deliverable).await? => {
                let item = format!("deliverable-{id}");
                return Ok(plan.with("warn", &item).with_fragment(&format!("warn-{item}")));
            }
            InReview => store.send_for_approval(&project_id, &deliverable, seen).await?,
            Pending => store.take_back(&project_id, &deliverable, seen).await?,
            Approved | ChangesRequested => return Err(AppError::Garbled.into()),
        }
        let item = format!("deliverable-{id}");
        Ok(plan.with("shown", &item).with_fragment(&item))
    })
    .await
}

/// Deletes a project or an item of its board, and redirects to the list or the board.
#[server(prefix = "/rpc/admin", endpoint = "delete_item")]
pub async fn delete_item(
    project: String,
    /// `phase-…`, `task-…` or `deliverable-…`.
    item: String,
    version: String,
) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    act(plan.clone().with("delete", &item), async {
        let item: BoardItem = item.parse().map_err(|_| AppError::Missing)?;
        if item == BoardItem::Project {
            return Err(AppError::Missing.into());
        }
        store().delete_item(&actor(), &parse_id(&project)?, &item, &version).await?;
        Ok(plan.done(Done::Deleted).into_string())
    })
    .await
}

/// Deletes a project with everything in it.
#[server(prefix = "/rpc/admin", endpoint = "delete_project")]
pub async fn delete_project(project: String, version: String) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    act(plan.with("delete", "project"), async {
        store().delete_item(&actor(), &parse_id(&project)?, &BoardItem::Project, &version).await?;
        Ok(Address::path("/admin/projects".to_owned()).done(Done::Deleted).into_string())
    })
    .await
}
