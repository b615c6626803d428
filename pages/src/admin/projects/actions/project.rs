//! Projects: the list, new ones, and what their form says.

use app::error::AppError;
use domain::{Form, Page, ProjectStatus};
use domain::board::{ClientChoice, ProjectLine, Template};
use domain::id::ProjectId;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use store::Store;

use crate::PageError;
use crate::address::Address;
use crate::admin::FormError;
use crate::admin::projects::ProjectPart;
use crate::form_action::{parse_id, store, submit};
use crate::ui::Done;

/// What a new project begins with.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum NewProject {
    /// First, whose it will be.
    For {
        /// Clients to choose from.
        clients: Vec<ClientChoice>,
    },
    /// Then, what it is.
    With {
        /// The id it gets.
        id: ProjectId,
        /// Whose it will be.
        client: ClientChoice,
        /// Projects it can be made from.
        templates: Vec<Template>,
    },
}

/// An id that a form sent back.
///
/// # Errors
/// [`AppError::Missing`] when it can name nothing.
pub fn known<T: TryFrom<String>>(id: &str) -> Result<T, FormError> {
    T::try_from(id.to_owned()).map_err(|_| AppError::Missing.into())
}

/// A page of projects, newest first.
///
/// # Errors
/// [`AppError::Fault`].
async fn load_projects(store: &Store, q: String, status: Option<ProjectStatus>, after: Option<String>) -> Result<Page<ProjectLine>, PageError> {
    let after = after.and_then(|after| after.parse().ok());
    Ok(store.project_list(&q, status, after.as_ref()).await?)
}

/// What a new project begins with: its client, then its form.
///
/// # Errors
/// [`AppError::Missing`] for a client that is not there; [`AppError::Fault`].
async fn load_new_project(store: &Store, client: Option<String>, q: String, template: Option<String>) -> Result<NewProject, PageError> {
    let Some(client) = client.filter(|client| !client.is_empty()) else {
        return Ok(NewProject::For { clients: store.client_choices(&q).await? });
    };
    Ok(NewProject::With {
        id: ProjectId::parse(store::new_id()).map_err(|_| AppError::Fault)?,
        client: store.client_choice(&client).await?,
        templates: store.templates(template.as_deref()).await?,
    })
}

/// Makes a project, and brings a browser to its board.
///
/// # Errors
/// [`AppError::Invalid`]; [`AppError::Missing`]; [`AppError::Stale`] for an id that
/// is taken; [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "create_project")]
pub async fn create_project(
    /// The id the page made for it.
    id: String,
    /// Whose it will be.
    client: String,
    /// What it is, and `template`.
    form: Form,
) -> Result<(), AppError> {
    let form = form.as_typed();
    let back = Address::path("/admin/projects/new".to_owned()).with("client", &client);
    let back = back.with("template", form.get("template"));
    submit("new-project", &form, back, async {
        let draft = domain::ProjectDraft::read(&form)?;
        let template = Some(form.get("template")).filter(|id| !id.is_empty()).map(parse_id).transpose()?;
        let store = store();
        store.create_project(&parse_id(&id)?, &parse_id(&client)?, &draft, template.as_ref()).await?;
        Ok(ProjectPart::Plan.address(&id).done(Done::Created).top())
    })
    .await
}

/// Saves what the form of a project says, and brings a browser back to its board.
///
/// # Errors
/// [`AppError::Invalid`]; [`AppError::Missing`]; [`AppError::Stale`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc/admin", endpoint = "save_project")]
pub async fn save_project(
    /// The project.
    project: String,
    /// The version the form was filled from.
    version: String,
    /// What it says.
    form: Form,
) -> Result<(), AppError> {
    let (form, plan) = (form.as_typed(), ProjectPart::Plan.address(&project));
    submit("edit-project", &form, plan.clone().with("edit", "project"), async {
        let draft = domain::ProjectDraft::read(&form)?;
        let store = store();
        store.save_project(&parse_id(&project)?, &version, &draft).await?;
        Ok(plan.done(Done::Saved).top())
    })
    .await
}
