//! Actions that move, switch and delete what is on the board of a project.

use app::error::AppError;
use domain::DeliverableStatus::{Approved, ChangesRequested, InReview, Pending};
use domain::Form;
use domain::projects::board::{BoardItem, Step, Switch, Way};
use leptos::prelude::*;

use crate::address::Address;
use crate::admin::projects::ProjectPart;
use crate::form_action::{act, actor, parse_id, store};
use crate::ui::Done;

/// Takes a phase or a task to another place, and brings a browser back to the board with its button in
/// focus. What is dragged says `id`, `to` and `before`; a button says all of them in its `step`.
#[server(prefix = "/rpc/admin", endpoint = "take_step")]
pub async fn take_step(
    project: String,
    /// What is moved: `phase-…` or `task-…`.
    id: Option<String>,
    /// Where to: `phases`, or `phase-…` for a task.
    to: Option<String>,
    before: Option<String>,
    step: Option<String>,
) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    act(plan.clone(), async {
        let form = Form::default().with("id", id).with("to", to).with("before", before).with("step", step);
        let (step, direction) = Step::read(&form).map_err(|_| AppError::Missing)?;
        store().take_step(&parse_id(&project)?, &step).await?;
        let direction = direction.map_or("", Way::as_str);
        Ok(plan.with("moved", &step.item().to_string()).with("way", direction).top())
    })
    .await
}

/// Sets how far a task is, and brings a browser back to it.
#[server(prefix = "/rpc/admin", endpoint = "set_task_status")]
pub async fn set_task_status(
    project: String,
    /// The task, how far it was seen to be, and how far it is: `id~todo~done`.
    set: String,
) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    act(plan.clone(), async {
        let Switch { id, seen, to } = set.parse().map_err(|_| AppError::Garbled)?;
        let store = store();
        store.set_task_status(&parse_id(&project)?, &parse_id(&id)?, seen, to).await?;
        Ok(plan.with("switched", &format!("task-{id}")).top())
    })
    .await
}

/// Sends a deliverable to its client for approval, or takes it back, and brings a browser back to it.
#[server(prefix = "/rpc/admin", endpoint = "set_deliverable_status")]
pub async fn set_deliverable_status(
    project: String,
    /// The deliverable, where it was seen to stand, and where it goes: `id~pending~in_review`.
    set: String,
) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    act(plan.clone(), async {
        let Switch { id, seen, to } = set.parse().map_err(|_| AppError::Garbled)?;
        let (project_id, deliverable) = (parse_id(&project)?, parse_id(&id)?);
        let store = store();
        match to {
            InReview => store.send_for_approval(&project_id, &deliverable, seen).await?,
            Pending => store.take_back(&project_id, &deliverable, seen).await?,
            Approved | ChangesRequested => return Err(AppError::Garbled.into()),
        }
        let item = format!("deliverable-{id}");
        Ok(plan.with("shown", &item).at(&item))
    })
    .await
}

/// Deletes a project, or something on its board, and brings a browser back to what is left.
#[server(prefix = "/rpc/admin", endpoint = "delete_item")]
pub async fn delete_item(
    project: String,
    /// `project`, or what of it: `phase-…` and the like.
    item: String,
    version: String,
) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    act(plan.clone().with("delete", &item), async {
        let item: BoardItem = item.parse().map_err(|_| AppError::Missing)?;
        let store = store();
        store.delete_item(&actor(), &parse_id(&project)?, &item, &version).await?;
        let left =
            if item == BoardItem::Project { Address::path("/admin/projects".to_owned()) } else { plan };
        Ok(left.done(Done::Deleted).top())
    })
    .await
}
