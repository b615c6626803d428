//! Actions about the running timer.

use app::error::AppError;
use domain::Form;
use domain::projects::project_records::TimerDraft;
use leptos::prelude::*;

use crate::admin::projects::ProjectPart;
use crate::form_action::{act, store, submit};
use crate::ui::Done;

/// Starts the timer on a project. A running timer is stopped and saved first.
#[server(prefix = "/rpc/admin", endpoint = "start_timer")]
pub async fn start_timer(project: String, id: String, form: Form) -> Result<(), AppError> {
    let (form, page) = (form.as_typed(), ProjectPart::Times.address(&project));
    submit("timer", &form, page.clone(), async {
        let draft = TimerDraft::read(&form)?;
        let stopped = store().start_timer(&project, &id, &draft).await?;
        // A truncated entry is corrected on the page of its own project.
        let done = match stopped {
            Some(stopped) if stopped.was_cut => {
                let other = ProjectPart::Times.address(stopped.project_id.as_str());
                other.with("edit", stopped.id.as_str()).done(Done::TimerCut)
            }
            Some(_) => page.done(Done::TimerChanged),
            None => page,
        };
        Ok(done.top())
    })
    .await
}

/// Stops a timer and saves the time, if there is a minute of it; an entry of more than a day is truncated and opened for correction.
#[server(prefix = "/rpc/admin", endpoint = "stop_timer")]
pub async fn stop_timer(project: String, id: String) -> Result<(), AppError> {
    act(ProjectPart::Times.address(&project), async {
        let stopped = store().stop_timer(&id).await?;
        let Some(stopped) = stopped else {
            return Ok(ProjectPart::Times.address(&project).done(Done::TimerTooShort).top());
        };
        let page = ProjectPart::Times.address(stopped.project_id.as_str());
        let page = if stopped.was_cut {
            page.with("edit", stopped.id.as_str()).done(Done::TimerCut)
        } else {
            page.done(Done::Saved)
        };
        Ok(page.top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "discard_timer")]
pub async fn discard_timer(project: String, id: String) -> Result<(), AppError> {
    let page = ProjectPart::Times.address(&project);
    act(page.clone(), async {
        store().discard_timer(&id).await?;
        Ok(page.done(Done::Deleted).top())
    })
    .await
}
