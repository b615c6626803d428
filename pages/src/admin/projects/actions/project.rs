//! Actions that create and save projects.

use domain::Form;

use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;

/// Creates a project and redirects to its board.
#[server(prefix = "/rpc/admin", endpoint = "create_project")]
pub async fn create_project(
    id: String,
    client: String,
    /// The project's fields, and `template`, the id of a project to copy the plan of.
    form: Form,
) -> Result<(), AppError> {
    let back = Address::path("/admin/projects/new".to_owned()).with("client", &client);
    let back = back.with("template", form.get("template"));
    submit("new-project", &form, back, async {
        let draft = domain::ProjectDraft::read(&form)?;
        let template = Some(form.get("template")).filter(|id| !id.is_empty()).map(parse_id).transpose()?;
        let store = store();
        store.create_project(&parse_id(&id)?, &parse_id(&client)?, &draft, template.as_ref()).await?;
        Ok(ProjectPart::Plan.address(&id).done(Done::Created(Record::Project)).top())
    })
    .await
}

/// Saves a project and redirects to its board.
#[server(prefix = "/rpc/admin", endpoint = "save_project")]
pub async fn save_project(project: String, version: String, form: Form) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    submit("edit-project", &form, plan.clone().with("edit", "project"), async {
        let draft = domain::ProjectDraft::read(&form)?;
        let store = store();
        store.save_project(&parse_id(&project)?, &version, &draft).await?;
        Ok(plan.done(Done::Saved).top())
    })
    .await
}
