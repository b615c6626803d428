//! What the client of a project is asked for, and what they have sent.

pub mod actions;
pub mod list;

use domain::projects::material::MaterialPage;
use domain::projects::project_draft::{DESCRIPTION, NAME};
use domain::{Form, MaterialDraft, MaterialKind, MaterialRequest, MaterialTemplate};

use self::actions::{AskMaterial, AskTemplate, DeleteMaterial, SaveListAsTemplate, SaveMaterial};
use self::list::ChecklistPanel;
use super::open_record::{OpenRecord, RecordsQuery};
use super::record::{RecordKind, records_page};
use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;

impl RecordKind for MaterialRequest {
    const PART: ProjectPart = ProjectPart::Materials;
    const FORM: &'static str = "material";
    const FIRST_FIELD: &'static str = "title";
    const CREATED: Record = Record::Material;
    const ADD: &'static str = AskMaterial::PATH;
    const SAVE: &'static str = SaveMaterial::PATH;
    const DELETE: &'static str = DeleteMaterial::PATH;
}

/// The name of the form that asks for all of a template.
pub(super) const TEMPLATE_FORM: &str = "material-template";

/// The form that makes a template of a list. The buttons of the lists name theirs.
const SAVE_LIST_FORM: &str = "save-list";

/// `GET /admin/projects/{project}/materials`
pub async fn page(
    Path(project): Path<domain::id::ProjectId>,
    Query(query): Query<RecordsQuery>,
    request: AdminRequest,
) -> PageResult {
    let opened = OpenRecord::new(project, query);
    let MaterialPage { folder, lists, requests, templates } = request.store.material_page(&opened.project).await?;
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let names: Vec<String> = lists.iter().filter_map(|list| list.name.clone()).collect();
        let initial = requests.last().map(|last| MaterialDraft::from(&last.record));
        // The next thing to ask for is often of the same list.
        let initial = initial
            .map_or_else(Form::default, |last| Form::default().with("list", last.list).with("due_on", last.due_on));
        let inputs = |fields| view! { <MaterialFields fields i18n/> };
        let is_empty = lists.is_empty();
        let adder = opened.add_form(&admin, &requests, (i18n.material_new(), is_empty), initial, inputs);
        let from_template = (!templates.is_empty()).then(|| {
            view! { <TemplateForm templates project=opened.project.to_string() id=opened.new_id.clone() admin=admin.clone()/> }
        });
        let list =
            |list| view! { <ChecklistPanel list requests=requests.clone() opened=opened.clone() admin=admin.clone()/> };
        let lists = or_empty(is_empty, i18n.material_empty(), || lists.into_iter().map(list).collect_view());
        let option = |name: String| view! { <option value=name></option> };
        view! {
            <div class="adders">
                {adder}
                {from_template}
                <a class="button button--quiet" href=address::material_templates().into_string()>
                    {i18n.material_templates_manage()}
                </a>
            </div>
            <datalist id="lists">{names.into_iter().map(option).collect_view()}</datalist>
            // Outside the live part, because its id is another one in every response.
            <form id=SAVE_LIST_FORM method="post" action=SaveListAsTemplate::PATH hidden>
                <input type="hidden" name="project" value=opened.project.to_string()/>
                <input type="hidden" name="id" value=store::new_id()/>
            </form>
            <div class="materials" data-live="materials">{lists}</div>
        }
    };
    records_page::<MaterialRequest, _>(request, folder, show).await
}

#[component]
pub fn MaterialFields(fields: Fields, i18n: I18n) -> impl IntoView {
    let kinds = options(MaterialKind::ALL, |kind| i18n.material_kind_name(kind));
    view! {
        <TextField
            fields=fields.clone()
            name="title"
            label=i18n.material_title()
            hint=i18n.material_title_hint()
            required=true
            most=NAME
        />
        <ProseField
            fields=fields.clone()
            name="description"
            label=i18n.material_description()
            hint=i18n.material_description_hint()
            rows=2
            most=DESCRIPTION
        />
        <SelectField fields=fields.clone() name="kind" label=i18n.material_kind() options=kinds/>
        <TextField
            fields=fields.clone()
            name="list"
            label=i18n.material_list()
            hint=i18n.material_list_hint()
            list="lists"
            most=NAME
        />
        <TextField fields name="due_on" label=i18n.material_due() kind="date"/>
    }
}

/// Asks for everything that a template has.
#[component]
fn TemplateForm(templates: Vec<MaterialTemplate>, project: String, id: String, admin: AdminView) -> impl IntoView {
    let fields = Fields::of_new(&admin, TEMPLATE_FORM, Form::default());
    let (i18n, form_id, is_open) = (fields.i18n, fields.id(), fields.is_open());
    let options = templates.into_iter().map(|one| (one.id.to_string(), one.title)).collect::<Vec<_>>();
    view! {
        <details class="adder" open=is_open>
            <summary class="button button--quiet">{i18n.material_from_template()}</summary>
            <form id=form_id class="form" method="post" action=AskTemplate::PATH>
                <FormHead fields=fields.clone()/>
                <input type="hidden" name="project" value=project/>
                <input type="hidden" name="id" value=id/>
                <SelectField fields=fields.clone() name="template" label=i18n.material_template() options/>
                <TextField
                    fields=fields.clone()
                    name="list"
                    label=i18n.material_list_name()
                    hint=i18n.material_list_name_hint()
                    most=NAME
                />
                <TextField fields name="due_on" label=i18n.material_due() kind="date"/>
                <p class="actions"><button class="button">{i18n.material_ask()}</button></p>
            </form>
        </details>
    }
}
