//! The board of a project: what is moved, switched and deleted on it.

use leptos::prelude::*;

use crate::error::AppError;

/// Takes a phase or a task to another place, and brings a browser back to the board with its button in
/// focus. What is dragged says `id`, `to` and `before`; a button says all of them in its `step`.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Stale`] when the place is not there any more;
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "take_step")]
pub async fn take_step(
    /// The project.
    project: String,
    /// What is moved: `phase-…` or `task-…`.
    id: Option<String>,
    /// Where to: `phases`, or `phase-…` for a task.
    to: Option<String>,
    /// What it is to stand before; none: at the end.
    before: Option<String>,
    /// What a button says.
    step: Option<String>,
) -> Result<(), AppError> {
    use crate::admin::projects::ProjectPart;
    use domain::Form;
    use domain::board::{Step, Way};

    let plan = ProjectPart::Plan.address(&project);
    super::act(plan.clone(), async {
        let form = Form::default().with("id", id).with("to", to).with("before", before).with("step", step);
        let (step, way) = Step::read(&form).map_err(|_| AppError::Missing)?;
        expect_context::<store::Store>().take_step(&super::known(&project)?, &step).await?;
        let way = way.map_or("", Way::as_str);
        Ok(plan.with("moved", &step.item().to_string()).with("way", way).top())
    })
    .await
}

/// Sets how far a task is, and brings a browser back to it.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Stale`] when it was moved on meanwhile;
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "set_task_status")]
pub async fn set_task_status(
    /// The project.
    project: String,
    /// The task, how far it was seen to be, and how far it is: `id~todo~done`.
    set: String,
) -> Result<(), AppError> {
    use crate::admin::projects::ProjectPart;
    use domain::board::Switch;

    let plan = ProjectPart::Plan.address(&project);
    super::act(plan.clone(), async {
        let Switch { id, seen, to } = set.parse().map_err(|_| AppError::Garbled)?;
        let store = expect_context::<store::Store>();
        store.set_task_status(&super::known(&project)?, &super::known(&id)?, seen, to).await?;
        Ok(plan.with("switched", &format!("task-{id}")).top())
    })
    .await
}

/// Sends a deliverable to its client for approval, or takes it back, and brings a browser back to it.
///
/// # Errors
/// As [`set_task_status`]; [`AppError::AlreadyApproved`]; [`AppError::Garbled`] for what only the client
/// does.
#[server(prefix = "/rpc", endpoint = "set_deliverable_status")]
pub async fn set_deliverable_status(
    /// The project.
    project: String,
    /// The deliverable, where it was seen to stand, and where it goes: `id~pending~in_review`.
    set: String,
) -> Result<(), AppError> {
    use crate::admin::projects::ProjectPart;
    use domain::DeliverableStatus::{Approved, ChangesRequested, InReview, Pending};
    use domain::board::Switch;

    let plan = ProjectPart::Plan.address(&project);
    super::act(plan.clone(), async {
        let Switch { id, seen, to } = set.parse().map_err(|_| AppError::Garbled)?;
        let (project_id, deliverable) = (super::known(&project)?, super::known(&id)?);
        let store = expect_context::<store::Store>();
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
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Stale`] when more goes with it than was said;
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "delete_item")]
pub async fn delete_item(
    /// The project.
    project: String,
    /// `project`, or what of it: `phase-…` and the like.
    item: String,
    /// The version of the counts that were seen.
    version: String,
) -> Result<(), AppError> {
    use crate::admin::projects::ProjectPart;
    use crate::{address::Address, ui::Done, viewer::Admin};
    use domain::board::BoardItem;

    let plan = ProjectPart::Plan.address(&project);
    super::act(plan.clone().with("delete", &item), async {
        let item: BoardItem = item.parse().map_err(|_| AppError::Missing)?;
        let store = expect_context::<store::Store>();
        store.delete_item(&Admin::actor()?, &super::known(&project)?, &item, &version).await?;
        let left =
            if item == BoardItem::Project { Address::path("/admin/projects".to_owned()) } else { plan };
        Ok(left.done(Done::Deleted).top())
    })
    .await
}
