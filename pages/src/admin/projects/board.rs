//! The board of a project: phases, tasks and deliverables, in order.

use std::sync::Arc;

use axum::extract::State;
use domain::id::ProjectId;
use domain::projects::board::{Board, BoardItem, BoardPhase, Progress, Timeline};
use domain::{ProjectDraft, Unsaved};

use super::add::AddPhaseForm;
use super::buttons::{ActionForms, DeleteSection};
use super::context::{BoardContext, BoardQuery};
use super::edit::ProjectForm;
use super::list::ProgressBar;
use super::phase::PhaseSection;
use super::timeline::ProjectTimeline;
use super::{ProjectNav, ProjectPart, ProjectTitle};
use crate::PagesState;
use crate::admin::prelude::*;

/// `GET /admin/projects/{project}`
pub async fn page(
    Path(project): Path<ProjectId>,
    Query(query): Query<BoardQuery>,
    State(state): State<PagesState>,
    request: AdminRequest,
) -> PageResult {
    let board = request.store.board(&project).await?;
    let deletion = match query.to_delete() {
        // An item that no longer exists needs no confirmation.
        Some(item) => match request.store.deletion(&project, &item).await {
            Err(store::Error::Domain(_)) => None,
            deletion => Some(deletion?),
        },
        None => None,
    };
    let show = move |admin: AdminView| {
        let context = BoardContext {
            project: board.project.id.to_string(),
            client: board.project.client_id.to_string(),
            client_name: board.client_name.clone(),
            portal: format!("{}{}", state.base_url, Address::portal(board.client_slug.as_str()).into_string()),
            unreached: board.unreached,
            phases: board.phases.iter().map(|one| (one.phase.id.clone(), one.phase.name.clone())).collect(),
            focus: query.into(),
            deletion,
            explained_at: BoardContext::to_explain_at(&board),
            admin,
        };
        let title = board.project.name.clone();
        (title, view! { <BoardView board context=Arc::new(context)/> }.into_any())
    };
    request.page(NavItem::Projects, show).await
}

#[component]
fn BoardView(board: Board, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let orphaned =
        context.admin.unsaved.clone().filter(|unsaved| !BoardContext::has_form(&board, &unsaved.name)).map(|unsaved| {
            view! { <OrphanedForm unsaved admin=context.admin.clone()/> }
        });
    let begins = board.project.starts_on.unwrap_or_else(|| dates::today(board.project.created_at));
    let timeline = Timeline::of(&board, begins, dates::today(context.admin.now));
    let Board { project, version, client_name, phases, new_phase, .. } = board;
    let template = Address::path("/admin/projects/new".to_owned()).with("template", &context.project).into_string();
    let title = (project.name.clone(), project.client_id.to_string());
    let timeline = (!phases.is_empty()).then(|| {
        view! { <ProjectTimeline timeline due_on=project.due_on context=context.clone()/> }
    });
    let progress = Progress::of(phases.iter().flat_map(|phase| &phase.tasks));
    let above = match context.deletion_of(&BoardItem::Project).filter(|_| is_for_owner()) {
        Some(deletion) => {
            let name = project.name.clone();
            EitherOf3::A(view! { <DeleteSection deletion name context=context.clone()/> })
        }
        None if context.is_editing(&BoardItem::Project) => {
            let draft = ProjectDraft::from(&project);
            EitherOf3::B(view! { <ProjectForm draft version context=context.clone()/> })
        }
        None => EitherOf3::C(view! { <Summary draft=ProjectDraft::from(&project) progress context=context.clone()/> }),
    };
    view! {
        <header class="page-head">
            <ProjectTitle name=title.0 client=title.1 client_name/>
            <p class="actions">
                <a href=context.edit(&BoardItem::Project)>{i18n.edit_project_link()}</a>
                <a href=template>{i18n.use_as_template()}</a>
            </p>
        </header>
        <ProjectNav project=context.project.clone() part=ProjectPart::Plan i18n/>
        {orphaned}
        {above}
        {timeline}
        <Phases phases context=context.clone()/>
        <AddPhaseForm id=new_phase context=context.clone()/>
        <ActionForms project=context.project.clone()/>
    }
}

/// Status, progress, period and description of the project.
#[component]
fn Summary(draft: ProjectDraft, progress: Progress, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let format_day = |date| dates::day(date, i18n.0);
    let period = i18n.period(draft.starts_on.map(format_day).as_deref(), draft.due_on.map(format_day).as_deref());
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
fn Phases(phases: Vec<BoardPhase>, context: Arc<BoardContext>) -> impl IntoView {
    if phases.is_empty() {
        let text = context.admin.i18n.no_phases_yet();
        return Either::Left(view! { <p class="empty">{text}</p> });
    }
    let ids: Vec<_> = phases.iter().map(|one| one.phase.id.clone()).collect();
    let section = |(index, phase): (usize, BoardPhase)| {
        let steps = super::buttons::MoveSteps::of_phase(&ids, index);
        view! { <PhaseSection phase steps context=context.clone()/> }
    };
    Either::Right(view! {
        <ol class="board" data-drop=domain::projects::board::Step::PHASES data-kind="phase">
            {phases.into_iter().enumerate().map(section).collect_view()}
        </ol>
    })
}

/// The typed values of a refused form whose item no longer exists, shown so that they can be copied.
#[component]
fn OrphanedForm(unsaved: Unsaved, admin: AdminView) -> impl IntoView {
    let typed = |field| unsaved.form.get(field).to_owned();
    view! {
        <ErrorBanner error=admin.flash.error i18n=admin.i18n/>
        {["name", "title", "url", "description"]
            .map(|field| view! { <RefusedText text=typed(field)/> })
            .collect_view()}
    }
}
