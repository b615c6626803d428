//! A checklist, and what was sent for each thing on it.

use domain::projects::material::MAX_REASON;
use domain::{Checklist, Form, MaterialRequest, MaterialStatus, ShownMaterial, Versioned};

use super::actions::{AcceptMaterial, ReopenMaterial, reopen_form};
use super::{MaterialFields, SAVE_LIST_FORM};
use crate::address::material_place;
use crate::admin::prelude::*;
use crate::admin::project_records::open_record::OpenRecord;
use crate::portal::sent_files::SentFiles;

#[component]
pub fn ChecklistPanel(
    list: Checklist,
    /// With the versions of their forms.
    requests: Vec<Versioned<MaterialRequest>>,
    opened: OpenRecord,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let (arrived, all) = (list.arrived(), list.items.len());
    let heading = list.name.clone().map(|name| {
        view! {
            <div class="page-head">
                <h3 dir="auto">{name.clone()}</h3>
                <p class="muted">{i18n.material_arrived(arrived, all)}</p>
                <button class="act" form=SAVE_LIST_FORM name="list" value=name.clone()>
                    {i18n.material_save_template()} <span class="sr-only" dir="auto">" " {name.clone()}</span>
                </button>
            </div>
        }
    });
    let item = |item: ShownMaterial| {
        let version = requests.iter().find(|one| one.record.id == item.request.id).cloned();
        version.map(|versioned| {
            view! { <MaterialItem item versioned opened=opened.clone() admin=admin.clone()/> }
        })
    };
    view! {
        <section>
            {heading}
            <ul class="rows">{list.items.into_iter().map(item).collect_view()}</ul>
        </section>
    }
}

#[component]
fn MaterialItem(
    item: ShownMaterial,
    versioned: Versioned<MaterialRequest>,
    opened: OpenRecord,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let ShownMaterial { request, files } = item;
    let answer = request.answer_version();
    let MaterialRequest { id, title, description, due_on, status, text, answered_by, answered_at, reason, .. } =
        request;
    let class = match status {
        MaterialStatus::Open => "pill pill--waiting",
        MaterialStatus::Received => "pill",
        MaterialStatus::Accepted => "pill pill--done",
    };
    let due = due_on.filter(|_| status == MaterialStatus::Open).map(|date| {
        view! { " " <DueDay date admin=admin.clone()/> }
    });
    let reason = reason.map(|reason| view! { <p class="muted" dir="auto">{i18n.material_asked_because(&reason)}</p> });
    let answered = answered_by.zip(answered_at).map(|(by, at)| {
        let day = i18n.recent_day(dates::today(at), dates::today(admin.now));
        view! { <p class="paper__facts" dir="auto">{i18n.material_sent_by(&by, &day)}</p> }
    });
    let text = text.map(|text| view! { <blockquote class="prose" dir="auto">{text}</blockquote> });
    let files = (!files.is_empty()).then(|| {
        view! { <SentFiles files i18n/> }
    });
    let decide = (status != MaterialStatus::Open).then(|| {
        let (project, id) = (opened.project.to_string(), id.to_string());
        view! { <Decide project id answer title=title.clone() status admin=admin.clone()/> }
    });
    let below = opened.below(&admin, versioned, &title, |fields| view! { <MaterialFields fields i18n/> });
    view! {
        <li class="paper" id=material_place(id.as_str())>
            <p>
                <strong dir="auto">{title}</strong>
                " "
                <span class=class>{i18n.material_status(status)}</span>
                {due}
            </p>
            {description.map(|text| view! { <p class="muted prose" dir="auto">{text}</p> })}
            {reason}
            {answered}
            {text}
            {files}
            {decide}
            {below}
        </li>
    }
}

/// Accepts what was sent, or asks again.
#[component]
fn Decide(
    project: String,
    id: String,
    /// The version of what was sent.
    answer: i64,
    title: String,
    status: MaterialStatus,
    admin: AdminView,
) -> impl IntoView {
    let fields = Fields::new(&admin, reopen_form(&id), Form::default());
    let (i18n, form_id, is_open) = (fields.i18n, fields.id(), fields.is_open());
    let of = move || view! { <span class="sr-only" dir="auto">" " {title.clone()}</span> };
    let (of_accept, of_reopen) = (of(), of());
    let accept = (status == MaterialStatus::Received).then(|| {
        view! {
            <form method="post" action=AcceptMaterial::PATH>
                <input type="hidden" name="project" value=project.clone()/>
                <input type="hidden" name="id" value=id.clone()/>
                <input type="hidden" name="version" value=answer.to_string()/>
                <button class="button button--small">{i18n.material_accept()} {of_accept}</button>
            </form>
        }
    });
    view! {
        <div class="adders">
            {accept}
            <details class="adder" open=is_open>
                <summary class="button button--quiet button--small">{i18n.material_reopen()} {of_reopen}</summary>
                <form id=form_id class="form" method="post" action=ReopenMaterial::PATH>
                    <FormHead fields=fields.clone()/>
                    <input type="hidden" name="project" value=project/>
                    <input type="hidden" name="id" value=id/>
                    <input type="hidden" name="version" value=answer.to_string()/>
                    <ProseField
                        fields
                        name="reason"
                        label=i18n.material_reason()
                        hint=i18n.material_reason_hint()
                        rows=2
                        required=true
                        most=MAX_REASON
                    />
                    <p class="actions"><button class="button">{i18n.material_reopen()}</button></p>
                </form>
            </details>
        </div>
    }
}
