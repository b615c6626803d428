//! The board of a project: what is written on it.

use domain::Form;
use domain::board::{Board, Deletion};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::desk::submit;
use super::projects::{board, known};
use crate::error::Mishap;

/// A board as its page shows it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OpenBoard {
    /// The project with its plan.
    pub board: Board,
    /// What is about to be deleted, if somebody asked for that.
    pub deletion: Option<Deletion>,
}

/// The board of a project.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Missing`]; [`Mishap::Fault`].
#[server(prefix = "/rpc", endpoint = "board")]
pub async fn load_board(
    /// The project.
    project: String,
    /// What is to be deleted, as `phase-…` and the like.
    delete: Option<String>,
) -> Result<OpenBoard, Mishap> {
    crate::viewer::Admin::signed_in()?;
    let store = expect_context::<store::Store>();
    let board = store.board(&project).await?;
    let deletion = match delete.and_then(|item| item.parse().ok()) {
        // What is gone already needs no question.
        Some(item) => match store.deletion(&project, &item).await {
            Err(store::Error::Refused(_)) => None,
            asked => Some(asked?),
        },
        None => None,
    };
    Ok(OpenBoard { board, deletion })
}

/// Adds a phase, and brings a browser back to the board, ready for the next.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Invalid`]; [`Mishap::Missing`]; [`Mishap::Stale`] for an id that is
/// taken; [`Mishap::Fault`]. So with those below.
#[server(prefix = "/rpc", endpoint = "add_phase")]
pub async fn add_phase(
    /// The project.
    project: String,
    /// The id the page made for it.
    id: String,
    /// What it is.
    form: Form,
) -> Result<(), Mishap> {
    let form = form.as_typed();
    submit("add-phase", &form, board(&project), async {
        let draft = domain::PhaseDraft::read(&form)?;
        let store = expect_context::<store::Store>();
        store.add_phase(&known(&project)?, &known(&id)?, &draft).await?;
        Ok(board(&project).with("added", "phases").top())
    })
    .await
}

/// Adds a task to a phase.
///
/// # Errors
/// As [`add_phase`].
#[server(prefix = "/rpc", endpoint = "add_task")]
pub async fn add_task(
    /// The project.
    project: String,
    /// The phase.
    phase: String,
    /// The id the page made for it.
    id: String,
    /// What it is.
    form: Form,
) -> Result<(), Mishap> {
    let form = form.as_typed();
    submit(&format!("add-task-{phase}"), &form, board(&project), async {
        let draft = domain::TaskDraft::read(&form)?;
        let store = expect_context::<store::Store>();
        store.add_task(&known(&project)?, &known(&phase)?, &known(&id)?, &draft).await?;
        Ok(board(&project).with("added", &format!("phase-{phase}")).top())
    })
    .await
}

/// Adds a deliverable to a task.
///
/// # Errors
/// As [`add_phase`].
#[server(prefix = "/rpc", endpoint = "add_deliverable")]
pub async fn add_deliverable(
    /// The project.
    project: String,
    /// The task.
    task: String,
    /// The id the page made for it.
    id: String,
    /// What it is.
    form: Form,
) -> Result<(), Mishap> {
    let form = form.as_typed();
    let back = board(&project).with("add", &format!("task-{task}"));
    submit(&format!("add-deliverable-{task}"), &form, back, async {
        let draft = domain::DeliverableDraft::read(&form)?;
        let store = expect_context::<store::Store>();
        store.add_deliverable(&known(&project)?, &known(&task)?, &known(&id)?, &draft).await?;
        Ok(board(&project).at(&format!("deliverable-{id}")))
    })
    .await
}

/// Saves what the form of a phase says, and brings a browser back to where it stands.
///
/// # Errors
/// [`Mishap::SignedOut`]; [`Mishap::Invalid`]; [`Mishap::Missing`]; [`Mishap::Stale`];
/// [`Mishap::Fault`]. So with those below.
#[server(prefix = "/rpc", endpoint = "save_phase")]
pub async fn save_phase(
    /// The project.
    project: String,
    /// The phase.
    id: String,
    /// The version the form was filled from.
    version: String,
    /// What it says.
    form: Form,
) -> Result<(), Mishap> {
    let (form, item) = (form.as_typed(), format!("phase-{id}"));
    submit(&format!("edit-{item}"), &form, board(&project).with("edit", &item), async {
        let draft = domain::PhaseDraft::read(&form)?;
        let store = expect_context::<store::Store>();
        store.save_phase(&known(&project)?, &known(&id)?, &version, &draft).await?;
        Ok(board(&project).at(&item))
    })
    .await
}

/// Saves what the form of a task says.
///
/// # Errors
/// As [`save_phase`].
#[server(prefix = "/rpc", endpoint = "save_task")]
pub async fn save_task(
    /// The project.
    project: String,
    /// The task.
    id: String,
    /// The version the form was filled from.
    version: String,
    /// What it says.
    form: Form,
) -> Result<(), Mishap> {
    let (form, item) = (form.as_typed(), format!("task-{id}"));
    submit(&format!("edit-{item}"), &form, board(&project).with("edit", &item), async {
        let draft = domain::TaskDraft::read(&form)?;
        let store = expect_context::<store::Store>();
        store.save_task(&known(&project)?, &known(&id)?, &version, &draft).await?;
        Ok(board(&project).at(&item))
    })
    .await
}

/// Saves what the form of a deliverable says.
///
/// # Errors
/// As [`save_phase`]; [`Mishap::AlreadyApproved`].
#[server(prefix = "/rpc", endpoint = "save_deliverable")]
pub async fn save_deliverable(
    /// The project.
    project: String,
    /// The deliverable.
    id: String,
    /// The version the form was filled from.
    version: String,
    /// What it says.
    form: Form,
) -> Result<(), Mishap> {
    let (form, item) = (form.as_typed(), format!("deliverable-{id}"));
    submit(&format!("edit-{item}"), &form, board(&project).with("edit", &item), async {
        let draft = domain::DeliverableDraft::read(&form)?;
        let store = expect_context::<store::Store>();
        store.save_deliverable(&known(&project)?, &known(&id)?, &version, &draft).await?;
        Ok(board(&project).at(&item))
    })
    .await
}
