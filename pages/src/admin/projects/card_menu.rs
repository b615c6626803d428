//! The actions of a card. With a mouse and by keyboard they appear on the card that is pointed at or has the focus; by
//! touch a button opens them at the foot of the screen (`style/tools.css`).

use domain::projects::board::BoardItem;

use crate::admin::prelude::*;

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
