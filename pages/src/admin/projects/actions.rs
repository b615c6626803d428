//! Actions that create and save projects, phases, tasks and deliverables.

mod steps;

use domain::Form;

use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;

pub use steps::*;

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
        Ok(ProjectPart::Plan.address(&id).done(Done::Created(Record::Project)).into_string())
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
        Ok(plan.done(Done::Saved).into_string())
    })
    .await
}

/// Adds a phase and redirects to the board, with the focus on the form for the next one.
#[server(prefix = "/rpc/admin", endpoint = "add_phase")]
pub async fn add_phase(project: String, id: String, form: Form) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    submit("add-phase", &form, plan.clone(), async {
        let draft = domain::PhaseDraft::read(&form)?;
        let store = store();
        store.add_phase(&parse_id(&project)?, &parse_id(&id)?, &draft).await?;
        Ok(plan.with("added", "phases").into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "add_task")]
pub async fn add_task(project: String, phase: String, id: String, form: Form) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    submit(&format!("add-task-{phase}"), &form, plan.clone(), async {
        let draft = domain::TaskDraft::read(&form)?;
        let store = store();
        store.add_task(&parse_id(&project)?, &parse_id(&phase)?, &parse_id(&id)?, &draft).await?;
        Ok(plan.with("added", &format!("phase-{phase}")).into_string())
    })
    .await
}

/// Adds a deliverable and redirects to it, or to the line that added it, for the next one.
#[server(prefix = "/rpc/admin", endpoint = "add_deliverable")]
pub async fn add_deliverable(
    project: String,
    task: String,
    id: String,
    /// Sent by the line with the title only.
    line: Option<String>,
    form: Form,
) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    let (name, open) = (format!("add-deliverable-{task}"), plan.clone().with("add", &format!("task-{task}")));
    let back = if line.is_some() { open.clone() } else { open.clone().with("full", "1") };
    submit(&name, &form, back, async {
        let draft = domain::DeliverableDraft::read(&form)?;
        let store = store();
        store.add_deliverable(&parse_id(&project)?, &parse_id(&task)?, &parse_id(&id)?, &draft).await?;
        let item = format!("deliverable-{id}");
        Ok(if line.is_some() {
            open.with_fragment(&field_id(&name, "title"))
        } else {
            plan.with("shown", &item).with_fragment(&item)
        })
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_phase")]
pub async fn save_phase(project: String, id: String, version: String, form: Form) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    let item = format!("phase-{id}");
    submit(&format!("edit-{item}"), &form, plan.clone().with("edit", &item), async {
        let draft = domain::PhaseDraft::read(&form)?;
        let store = store();
        store.save_phase(&parse_id(&project)?, &parse_id(&id)?, &version, &draft).await?;
        Ok(plan.with("shown", &item).with_fragment(&item))
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_task")]
pub async fn save_task(project: String, id: String, version: String, form: Form) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    let item = format!("task-{id}");
    submit(&format!("edit-{item}"), &form, plan.clone().with("edit", &item), async {
        let draft = domain::TaskDraft::read(&form)?;
        let store = store();
        store.save_task(&parse_id(&project)?, &parse_id(&id)?, &version, &draft).await?;
        Ok(plan.with("shown", &item).with_fragment(&item))
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_deliverable")]
pub async fn save_deliverable(project: String, id: String, version: String, form: Form) -> Result<(), AppError> {
    let plan = ProjectPart::Plan.address(&project);
    let item = format!("deliverable-{id}");
    submit(&format!("edit-{item}"), &form, plan.clone().with("edit", &item), async {
        let draft = domain::DeliverableDraft::read(&form)?;
        let store = store();
        store.save_deliverable(&actor(), &parse_id(&project)?, &parse_id(&id)?, &version, &draft).await?;
        Ok(plan.with("shown", &item).with_fragment(&item))
    })
    .await
}
