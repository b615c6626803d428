//! What every card of a board has: its menu, and what is late or waits.

use std::sync::Arc;

use domain::projects::board::BoardItem;
use domain::{Date, Timestamp};

use super::context::BoardContext;
use crate::admin::prelude::*;
use crate::ui::relative::days_until;

#[component]
pub fn CardMenu(
    item: BoardItem,
    name: String,
    /// Whether the item was just moved: the focus stays in its actions.
    #[prop(optional)]
    is_moved: bool,
    /// Whether it can be dragged.
    #[prop(optional)]
    has_handle: bool,
    i18n: I18n,
    children: Children,
) -> impl IntoView {
    let id = format!("actions-{item}");
    view! {
        <span class="card-tools">
            // Hidden where the actions are on the card; then the focus goes to the next `autofocus`.
            <button type="button" class="card-menu__open" popovertarget=id.clone() autofocus=is_moved>
                {i18n.card_actions()} <span class="sr-only">" "{name.clone()}</span>
            </button>
            <span id=id class="card-menu" popover>
                <strong class="card-menu__name" dir="auto">{name}</strong>
                {children()}
            </span>
            {has_handle.then(|| view! { <span class="handle" data-handle="" aria-hidden="true"></span> })}
        </span>
    }
}

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
