//! What the agency does with its requests.

use domain::id::{MaterialId, MaterialTemplateId, ProjectId};
use domain::projects::material::read_reason;
use domain::{Form, FormParser, MaterialDraft, MaterialRequest};

use super::TEMPLATE_FORM;
use crate::address::material_place;
use crate::admin::prelude::*;
use crate::admin::project_records::record;
use crate::admin::projects::ProjectPart;

fn page(project: &str) -> Address {
    ProjectPart::Materials.address(project)
}

#[server(prefix = "/rpc/admin", endpoint = "ask_material")]
pub async fn ask_material(project: String, id: String, form: Form) -> Result<(), AppError> {
    let page = page(&project);
    submit(&record::form_name::<MaterialRequest>("new"), &form, page.clone(), async {
        let draft = MaterialDraft::read(&form)?;
        store().request_material(&parse_id(&project)?, vec![(parse_id(&id)?, draft)]).await?;
        Ok(page.done(Done::Created(Record::Material)).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_material")]
pub async fn save_material(project: String, id: String, version: String, form: Form) -> Result<(), AppError> {
    record::save::<MaterialRequest>(project, id, version, form).await
}

#[server(prefix = "/rpc/admin", endpoint = "delete_material")]
pub async fn delete_material(project: String, id: String) -> Result<(), AppError> {
    record::delete::<MaterialRequest>(project, id).await
}

/// Asks for everything that a template has. The requests have the id of the form with a number, so that one sent twice asks
/// once.
#[server(prefix = "/rpc/admin", endpoint = "ask_template")]
pub async fn ask_template(project: String, id: String, form: Form) -> Result<(), AppError> {
    let page = page(&project);
    submit(TEMPLATE_FORM, &form, page.clone(), async {
        let mut parser = FormParser::of(&form);
        let list = parser.optional_line("list", domain::projects::project_draft::NAME);
        let due_on = parser.optional_date("due_on");
        let (list, due_on) = parser.done(|| (list, due_on))?;
        let project: ProjectId = parse_id(&project)?;
        let template: MaterialTemplateId = parse_id(form.get("template"))?;
        let template = store().material_template(&template).await?;
        let list = list.unwrap_or_else(|| template.title.clone());
        let drafts = template.drafts(&list, due_on).into_iter().enumerate();
        let request = |(at, draft)| Ok((parse_id::<MaterialId>(&format!("{id}-{at:02}"))?, draft));
        let requests: Vec<_> = drafts.map(request).collect::<Result<_, AppError>>()?;
        store().request_material(&project, requests).await?;
        Ok(page.done(Done::Created(Record::Material)).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "accept_material")]
pub async fn accept_material(
    project: String,
    id: String,
    /// The answer that was looked at.
    #[server(default)]
    version: Option<i64>,
) -> Result<(), AppError> {
    let page = page(&project);
    act(page.clone(), async {
        let (project, id) = (parse_id(&project)?, parse_id::<MaterialId>(&id)?);
        store().accept_material(&actor(), &project, &id, version).await?;
        Ok(page.done(Done::Saved).with_fragment(&material_place(id.as_str())))
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "reopen_material")]
pub async fn reopen_material(
    project: String,
    id: String,
    /// As of [`accept_material`].
    #[server(default)]
    version: Option<i64>,
    form: Form,
) -> Result<(), AppError> {
    let page = page(&project);
    submit(&reopen_form(&id), &form, page.clone(), async {
        let reason = read_reason(&form)?;
        let (project, id) = (parse_id(&project)?, parse_id::<MaterialId>(&id)?);
        store().reopen_material(&actor(), &project, &id, version, &reason).await?;
        Ok(page.done(Done::Saved).with_fragment(&material_place(id.as_str())))
    })
    .await
}

/// Makes a template of a list. `id` is that of the template.
#[server(prefix = "/rpc/admin", endpoint = "save_list_as_template")]
pub async fn save_list_as_template(project: String, id: String, list: String) -> Result<(), AppError> {
    act(page(&project), async {
        store().template_of_list(&parse_id(&id)?, &parse_id(&project)?, &list).await?;
        Ok(address::material_templates().done(Done::Saved).into_string())
    })
    .await
}

/// The name of the form that opens a request again.
pub(super) fn reopen_form(id: &str) -> String {
    format!("reopen-{id}")
}
