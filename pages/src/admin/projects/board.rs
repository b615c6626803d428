//! The board of a project: phases in their order, their tasks, what those deliver.

use app::dates;
use domain::{ProjectDraft, Unsaved};
use domain::board::{Board, BoardItem, BoardPhase, Progress};
use leptos::either::{Either, EitherOf3};
use leptos::prelude::*;
use std::sync::Arc;

use crate::address::Address;
use crate::admin::{AdminRequest, AdminView, NavItem, PageResult};
use crate::admin::projects::actions::OpenBoard;
use crate::extract::{Path, Query};
use crate::ui::{ErrorBanner, RefusedText};
use super::{ProjectNav, ProjectPart, ProjectTitle};
use super::buttons::{ActionForms, DeleteSection};
use super::add::AddPhaseForm;
use super::asked::{Asked, Here};
use super::edit::ProjectForm;
use super::list::ProgressBar;
use super::phase::PhaseSection;

/// `/admin/projects/{project}`.
#[component]
pub fn BoardPage() -> impl IntoView {
    let project = use_params_map().with_untracked(|params| params.get("project")).unwrap_or_default();
    let delete = use_query_map().with_untracked(|query| query.get("delete"));
    let asked = Asked::of_page();
    admin_page(NavItem::Projects, rpc::load_board(project, delete), move |open: OpenBoard, admin| {
        let OpenBoard { board, deletion } = open;
        let here = Here {
            project: board.project.id.to_string(),
            client: board.project.client_id.to_string(),
            phases: board.phases.iter().map(|one| (one.phase.id.clone(), one.phase.name.clone())).collect(),
            asked,
            deletion,
            admin,
        };
        (board.project.name.clone(), view! { <BoardView board here=Arc::new(here)/> })
    })
}

#[component]
fn BoardView(board: Board, here: Arc<Here>) -> impl IntoView {
    let i18n = here.admin.i18n;
    let homeless =
        here.admin.unsaved.clone().filter(|unsaved| !Here::has_form(&board, &unsaved.name)).map(|unsaved| {
            view! { <Homeless unsaved admin=here.admin.clone()/> }
        });
    let Board { project, version, client_name, phases, new_phase } = board;
    let template = Address::path("/admin/projects/new".to_owned()).with("template", &here.project).top();
    let title = (project.name.clone(), project.client_id.to_string());
    let progress = Progress::of(phases.iter().flat_map(|phase| &phase.tasks));
    let above = match here.deletes(&BoardItem::Project) {
        Some(deletion) => {
            let name = project.name.clone();
            EitherOf3::A(view! { <DeleteSection deletion name here=here.clone()/> })
        }
        None if here.edits(&BoardItem::Project) => {
            let draft = ProjectDraft::from(&project);
            EitherOf3::B(view! { <ProjectForm draft version here=here.clone()/> })
        }
        None => EitherOf3::C(view! { <Lede draft=ProjectDraft::from(&project) progress here=here.clone()/> }),
    };
    view! {
        <header class="page-head">
            <ProjectTitle name=title.0 client=title.1 client_name/>
            <p class="actions">
                <a href=here.edit(&BoardItem::Project)>{i18n.edit_project_link()}</a>
                <a href=template>{i18n.use_as_template()}</a>
            </p>
        </header>
        <ProjectNav project=here.project.clone() part=ProjectPart::Plan i18n/>
        {homeless}
        {above}
        <Phases phases here=here.clone()/>
        <AddPhaseForm id=new_phase here=here.clone()/>
        <ActionForms project=here.project.clone()/>
    }
}

/// How the project stands, in a line.
#[component]
fn Lede(draft: ProjectDraft, progress: Progress, here: Arc<Here>) -> impl IntoView {
    let i18n = here.admin.i18n;
    let written = |date| dates::day(date, i18n.0);
    let period = i18n.period(draft.starts_on.map(written).as_deref(), draft.due_on.map(written).as_deref());
    view! {
        <div class="board__lede">
            <p class="board__facts">
                <span class=format!("status status--{}", draft.status)>
                    {i18n.project_status(draft.status)}
                </span>
                <ProgressBar progress i18n/>
                {(!period.is_empty()).then(|| view! { <span>{period}</span> })}
            </p>
            {draft.description.map(|text| view! { <p class="prose" dir="auto">{text}</p> })}
        </div>
    }
}

#[component]
fn Phases(phases: Vec<BoardPhase>, here: Arc<Here>) -> impl IntoView {
    if phases.is_empty() {
        let said = here.admin.i18n.no_phases_yet();
        return Either::Left(view! { <p class="empty">{said}</p> });
    }
    let ids: Vec<_> = phases.iter().map(|one| one.phase.id.clone()).collect();
    let section = |(at, phase): (usize, BoardPhase)| {
        let places = super::buttons::Places::of_phase(&ids, at);
        view! { <PhaseSection phase places here=here.clone()/> }
    };
    Either::Right(view! {
        <ol class="board" data-drop=domain::board::Step::PHASES data-kind="phase">
            {phases.into_iter().enumerate().map(section).collect_view()}
        </ol>
    })
}

/// What somebody typed into a form whose place is gone meanwhile: said, and theirs to copy.
#[component]
fn Homeless(unsaved: Unsaved, admin: AdminView) -> impl IntoView {
    let written = |field| unsaved.form.get(field).to_owned();
    view! {
        <ErrorBanner error=admin.flash.error i18n=admin.i18n/>
        {["name", "title", "url", "description"]
            .map(|field| view! { <RefusedText text=written(field)/> })
            .collect_view()}
    }
}
