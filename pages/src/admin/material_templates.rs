//! The checklists that the agency asks with again.

use domain::projects::project_draft::{DESCRIPTION, NAME};
use domain::{Form, MaterialKind, MaterialTemplate, MaterialTemplateDraft, Versioned};

use crate::admin::prelude::*;

/// So many empty lines for further things.
const EMPTY_LINES: usize = 3;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TemplatesQuery {
    edit: String,
    delete: String,
}

/// `GET /admin/material-templates?edit=…&delete=…`
pub async fn page(Query(query): Query<TemplatesQuery>, request: AdminRequest) -> PageResult {
    let templates = request.store.material_templates().await?;
    let new_id = store::new_id();
    let show = move |admin: AdminView| {
        let i18n = admin.i18n;
        let is_empty = templates.is_empty();
        let new = Fields::of_new(&admin, form_name("new"), Form::default());
        let is_open = is_empty || new.is_open();
        let item =
            |one| view! { <TemplateItem one edit=query.edit.clone() delete=query.delete.clone() admin=admin.clone()/> };
        let list = or_empty(
            is_empty,
            i18n.material_templates_empty(),
            || view! { <ul class="rows">{templates.into_iter().map(item).collect_view()}</ul> },
        );
        let body = view! {
            <header class="page-head">
                <h1>{i18n.material_templates()}</h1>
                <p class="muted">{i18n.material_templates_hint()}</p>
            </header>
            <details class="adder" open=is_open>
                <summary class="button button--quiet">{i18n.material_template_new()}</summary>
                <TemplateForm fields=new id=new_id version=None lines=EMPTY_LINES i18n/>
            </details>
            {list}
        };
        (i18n.material_templates().to_owned(), body.into_any())
    };
    request.page(NavItem::Projects, show).await
}

/// The name of the form of the template `id`, or of the one that adds a template: `new`.
fn form_name(id: &str) -> String {
    format!("template-{id}")
}

#[component]
fn TemplateItem(one: Versioned<MaterialTemplate>, edit: String, delete: String, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let Versioned { record, version } = one;
    let id = record.id.to_string();
    let titles: Vec<&str> = record.items.iter().map(|item| item.title.as_str()).collect();
    let titles = titles.join(", ");
    let below = if edit == id {
        let fields = Fields::new(&admin, form_name(&id), Form::from(&MaterialTemplateDraft::from(&record)));
        let lines = record.items.len() + EMPTY_LINES;
        view! { <TemplateForm fields id=id.clone() version=Some(version) lines i18n/> }.into_any()
    } else if delete == id {
        let (question, back) = (i18n.delete_named(&record.title), address::material_templates().into_string());
        let arguments = vec![("id", id.clone())];
        view! { <DeleteForm question impact=Vec::new() action=DeleteMaterialTemplate::PATH arguments back i18n/> }
            .into_any()
    } else {
        let href = |what: &str, place: &str| address::material_templates().with(what, &id).with_fragment(place);
        let (edit, delete) = (href("edit", &form_name(&id)), href("delete", "delete"));
        let title = record.title.clone();
        let of = move || view! { <span class="sr-only" dir="auto">" " {title.clone()}</span> };
        view! {
            <p class="actions paper__actions">
                <a href=edit>{i18n.edit()} {of()}</a>
                <a href=delete>{i18n.delete()} {of()}</a>
            </p>
        }
        .into_any()
    };
    view! {
        <li class="paper">
            <p><strong dir="auto">{record.title.clone()}</strong></p>
            <p class="paper__facts" dir="auto">{titles}</p>
            {below}
        </li>
    }
}

#[component]
fn TemplateForm(fields: Fields, id: String, version: Option<String>, lines: usize, i18n: I18n) -> impl IntoView {
    let back = address::material_templates().into_string();
    let lines = lines.min(MaterialTemplateDraft::MAX_ITEMS);
    let line = {
        let fields = fields.clone();
        move |at: usize| {
            let name = |name| MaterialTemplateDraft::field(name, at);
            let kinds = options(MaterialKind::ALL, |kind| i18n.material_kind_name(kind));
            view! {
                <fieldset class="template-line">
                    <legend class="sr-only">{at + 1}</legend>
                    <TextField fields=fields.clone() name=name("title") label=i18n.material_title() most=NAME/>
                    <TextField fields=fields.clone() name=name("description") label=i18n.material_description() most=DESCRIPTION/>
                    <SelectField fields=fields.clone() name=name("kind") label=i18n.material_kind() options=kinds/>
                </fieldset>
            }
        }
    };
    let form_id = fields.id();
    view! {
        <form id=form_id class="form" method="post" action=SaveMaterialTemplate::PATH>
            <FormHead fields=fields.clone()/>
            <input type="hidden" name="id" value=id/>
            <input type="hidden" name="version" value=version.unwrap_or_default()/>
            <TextField fields=fields name="title" label=i18n.material_template_name() required=true most=NAME/>
            {(0..lines).map(line).collect_view()}
            <p class="muted">{i18n.material_template_more()}</p>
            <p class="actions">
                <button class="button">{i18n.save()}</button>
                <a class="button button--quiet" href=back>{i18n.cancel()}</a>
            </p>
        </form>
    }
}

/// Adds a template, or saves it: then `version` is that of its form.
#[server(prefix = "/rpc/admin", endpoint = "save_material_template")]
pub async fn save_material_template(id: String, version: String, form: Form) -> Result<(), AppError> {
    let seen = Some(version).filter(|version| !version.is_empty());
    let page = address::material_templates();
    let (name, back) = match &seen {
        Some(_) => (form_name(&id), page.clone().with("edit", &id)),
        None => (form_name("new"), page.clone()),
    };
    submit(&name, &form, back, async {
        let draft = MaterialTemplateDraft::read(&form)?;
        store().save_material_template(&parse_id(&id)?, seen.as_deref(), draft).await?;
        Ok(page.done(Done::Saved).into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "delete_material_template")]
pub async fn delete_material_template(id: String) -> Result<(), AppError> {
    let page = address::material_templates();
    act(page.clone(), async {
        store().delete_material_template(&actor(), &parse_id(&id)?).await?;
        Ok(page.done(Done::Deleted).into_string())
    })
    .await
}
