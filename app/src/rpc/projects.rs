//! Projects: the list, new ones, and what their form says.

use domain::board::{ClientChoice, ProjectLine, Template};
use domain::id::ProjectId;
use domain::{Form, Page, ProjectStatus};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::desk::FormError;
use crate::error::AppError;

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
/// [`AppError::SignedOut`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "projects")]
pub async fn load_projects(
    /// I18n of the project or its client.
    #[server(default)]
    q: String,
    /// Only those of this status.
    status: Option<ProjectStatus>,
    /// The end of the page before.
    after: Option<String>,
) -> Result<Page<ProjectLine>, AppError> {
    crate::viewer::Admin::signed_in()?;
    let after = after.and_then(|after| after.parse().ok());
    Ok(expect_context::<store::Store>().project_list(&q, status, after.as_ref()).await?)
}

/// What a new project begins with: its client, then its form.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`] for a client that is not there; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "new_project")]
pub async fn load_new_project(
    /// Whose it will be, if that is chosen.
    client: Option<String>,
    /// I18n of the client's name.
    #[server(default)]
    q: String,
    /// The project it is to be made from.
    template: Option<String>,
) -> Result<NewProject, AppError> {
    crate::viewer::Admin::signed_in()?;
    let store = expect_context::<store::Store>();
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
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Missing`]; [`AppError::Stale`] for an id that
/// is taken; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "create_project")]
pub async fn create_project(
    /// The id the page made for it.
    id: String,
    /// Whose it will be.
    client: String,
    /// What it is, and `template`.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;

    let form = form.as_typed();
    let back = Address::path("/admin/projects/new".to_owned()).with("client", &client);
    let back = back.with("template", form.get("template"));
    super::submit("new-project", &form, back, async {
        let draft = domain::ProjectDraft::read(&form)?;
        let template = Some(form.get("template")).filter(|id| !id.is_empty()).map(known).transpose()?;
        let store = expect_context::<store::Store>();
        store.create_project(&known(&id)?, &known(&client)?, &draft, template.as_ref()).await?;
        Ok(ProjectPart::Plan.address(&id).done(Done::Created).top())
    })
    .await
}

/// Saves what the form of a project says, and brings a browser back to its board.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Missing`]; [`AppError::Stale`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "save_project")]
pub async fn save_project(
    /// The project.
    project: String,
    /// The version the form was filled from.
    version: String,
    /// What it says.
    form: Form,
) -> Result<(), AppError> {
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;

    let (form, plan) = (form.as_typed(), ProjectPart::Plan.address(&project));
    super::submit("edit-project", &form, plan.clone().with("edit", "project"), async {
        let draft = domain::ProjectDraft::read(&form)?;
        let store = expect_context::<store::Store>();
        store.save_project(&known(&project)?, &version, &draft).await?;
        Ok(plan.done(Done::Saved).top())
    })
    .await
}
