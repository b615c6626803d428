//! The running timer, and the form that starts one.

use domain::Form;
use domain::projects::project_records::{TaskChoice, Timer, TimerDraft};

use super::record::short_label;
use super::time_charts::WorkFields;
use crate::admin::prelude::*;
use crate::admin::projects::ProjectPart;

/// The running timer, of this or another project, and the form that starts one on this project.
#[component]
pub fn TimerPanel(
    timer: Option<Timer>,
    project: String,
    tasks: Vec<TaskChoice>,
    confirm_discard: bool,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let is_here = timer.as_ref().is_some_and(|timer| timer.project_id.as_str() == project);
    let fields = Fields::new(&admin, "timer", Form::default());
    let start = (!is_here).then(|| {
        let form_id = fields.id();
        view! {
            <form method="post" action=StartTimer::PATH class="form" id=form_id>
                <FormHead fields=fields.clone()/>
                <input type="hidden" name="project" value=project.clone()/>
                <input type="hidden" name="id" value=store::new_id()/>
                <WorkFields fields tasks i18n/>
                <button class="button">{i18n.timer_start()}</button>
            </form>
        }
    });
    let running = timer.map(|timer| {
        view! { <RunningTimer timer project is_here confirm_discard admin/> }
    });
    view! {
        <section class="panel" aria-labelledby="timer-heading">
            <h3 id="timer-heading">{i18n.timer_heading()}</h3>
            {running}
            {start}
        </section>
    }
}

/// A button that starts the timer on a task of a project, or on a project that is chosen.
#[component]
pub fn StartTimerForm(
    project: String,
    task: Option<String>,
    #[prop(optional)] children: Option<Children>,
    i18n: I18n,
) -> impl IntoView {
    let project = (!project.is_empty()).then(|| view! { <input type="hidden" name="project" value=project/> });
    view! {
        <form method="post" action=StartTimer::PATH class="start-timer">
            {project}
            {children.map(|children| children())}
            <input type="hidden" name="id" value=store::new_id()/>
            <input type="hidden" name="form[task]" value=task/>
            <button class="button button--quiet">{i18n.timer_start()}</button>
        </form>
    }
}

#[component]
fn RunningTimer(
    timer: Timer,
    project: String,
    is_here: bool,
    confirm_discard: bool,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let about = [timer.description.as_deref().map(short_label), timer.task_title.clone()];
    let about = about.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let forgotten = timer.is_forgotten(admin.now).then(|| view! { <p class="notice">{i18n.timer_forgotten()}</p> });
    let names = || {
        view! {
            <input type="hidden" name="project" value=project.clone()/>
            <input type="hidden" name="id" value=timer.id.to_string()/>
        }
    };
    let there = ProjectPart::Times.path(timer.project_id.as_str());
    let end = if confirm_discard {
        Either::Left(view! {
            <form method="post" action=DiscardTimer::PATH>
                {names()}
                <p>{i18n.timer_discard_question()}</p>
                <p class="actions">
                    <button class="button button--danger">{i18n.timer_discard()}</button>
                    <a class="button button--quiet" href=ProjectPart::Times.path(&project)>{i18n.cancel()}</a>
                </p>
            </form>
        })
    } else {
        let discard = Address::path(ProjectPart::Times.path(&project)).with("discard", "1").into_string();
        Either::Right(view! {
            <form method="post" action=StopTimer::PATH class="actions">
                {names()}
                <button class="button">{i18n.timer_stop()}</button>
                <a class="button button--quiet" href=discard>{i18n.timer_discard()}</a>
            </form>
        })
    };
    view! {
        <p class="timer__time" data-live="timer">{timer.written(admin.now)}</p>
        <p>
            <a href=there dir="auto">{i18n.timer_runs_on(&timer.project_name)}</a>
            ". " {i18n.timer_started()} " " <Moment at=timer.started_at language=i18n.0/>
            {timer.member_name.clone().map(|name| view! { " · " <span dir="auto">{name}</span> })}
        </p>
        {(!about.is_empty()).then(|| view! { <p dir="auto">{about}</p> })}
        {forgotten}
        {end}
        {(!is_here).then(|| view! { <p class="muted">{i18n.timer_elsewhere()}</p> })}
    }
}

/// Starts the timer on a project. A running timer is stopped and saved first.
#[server(prefix = "/rpc/admin", endpoint = "start_timer")]
pub async fn start_timer(project: String, id: String, form: Form) -> Result<(), AppError> {
    let page = ProjectPart::Times.address(&project);
    submit("timer", &form, page.clone(), async {
        let draft = TimerDraft::read(&form)?;
        let stopped = store().start_timer(&actor(), &parse_id(&project)?, &parse_id(&id)?, &draft).await?;
        // A truncated entry is corrected on the page of its own project.
        let done = match stopped {
            Some(stopped) if stopped.was_cut => {
                let other = ProjectPart::Times.address(stopped.project_id.as_str());
                other.with("edit", stopped.id.as_str()).done(Done::TimerCut)
            }
            Some(_) => page.done(Done::TimerChanged),
            None => page,
        };
        Ok(done.into_string())
    })
    .await
}

/// Stops a timer and saves the time, if there is a minute of it; an entry of more than a day is truncated and opened for correction.
#[server(prefix = "/rpc/admin", endpoint = "stop_timer")]
pub async fn stop_timer(project: String, id: String) -> Result<(), AppError> {
    act(ProjectPart::Times.address(&project), async {
        let stopped = store().stop_timer(&parse_id(&id)?).await?;
        let Some(stopped) = stopped else {
            return Ok(ProjectPart::Times.address(&project).done(Done::TimerTooShort).into_string());
        };
        let page = ProjectPart::Times.address(stopped.project_id.as_str());
        let page = if stopped.was_cut {
            page.with("edit", stopped.id.as_str()).done(Done::TimerCut)
        } else {
            page.done(Done::Saved)
        };
        Ok(page.into_string())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "discard_timer")]
pub async fn discard_timer(project: String, id: String) -> Result<(), AppError> {
    let page = ProjectPart::Times.address(&project);
    act(page.clone(), async {
        store().discard_timer(&parse_id(&id)?).await?;
        Ok(page.done(Done::Deleted).into_string())
    })
    .await
}
