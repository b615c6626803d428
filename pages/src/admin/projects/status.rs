//! What is late and what waits, on the cards of a board.

use std::sync::Arc;

use domain::{Date, Timestamp};

use super::context::BoardContext;
use crate::admin::prelude::*;
use crate::ui::relative::days_until;

/// When something open is due, and how late it is.
#[component]
pub fn Due(due: Date, context: Arc<BoardContext>) -> impl IntoView {
    let i18n = context.admin.i18n;
    let day = i18n.due(&dates::day(due, i18n.0));
    if context.is_late(due) {
        let late = i18n.late_by(-days_until(due, context.admin.now));
        return Either::Left(view! { <span class="status status--late">{day} " · " {late}</span> });
    }
    Either::Right(view! { <span>{day}</span> })
}

/// What waits for the client, and since when, if known.
#[component]
pub fn Waiting(text: String, since: Option<Timestamp>, context: Arc<BoardContext>) -> impl IntoView {
    let since = since.map(|at| view! { " " <Since at admin=context.admin.clone()/> });
    view! { <span class="status status--waiting"><span>{text} {since}</span></span> }
}
