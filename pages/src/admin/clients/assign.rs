//! Assigning many clients at once from their list.

use domain::Member;
use domain::line::initials;
use domain::overview::{ClientFilter, ClientsShown, Sort};

use super::actions::AssignClients;
use crate::admin::prelude::*;

/// The form that the boxes in the rows belong to.
const FORM: &str = "assign-chosen";

/// To whom the chosen clients are given; nothing while there are no members. It follows the list, because a style sheet
/// counts the boxes before it.
#[component]
pub fn AssignBar(members: Vec<Member>, filter: ClientFilter, i18n: I18n) -> impl IntoView {
    let sort = filter.sort;
    let sort = if sort == Sort::default() { String::new() } else { sort.written(sort.by.as_str()) };
    let fields =
        [("q", filter.search), ("show", filter.shown.map_or("", ClientsShown::as_str).to_owned()), ("sort", sort)];
    let hidden = fields.map(|(name, value)| view! { <input type="hidden" name=name value=value/> });
    let choice = |member: Member| {
        let mark = initials(&member.name);
        view! {
            <button class="act act--framed" name="member" value=member.id.to_string()>
                <span class="avatar avatar--small" aria-hidden="true">{mark}</span>
                <span dir="auto">{member.name}</span>
            </button>
        }
    };
    let choices: Vec<_> = members.into_iter().filter(|one| one.disabled_at.is_none()).map(choice).collect();
    (!choices.is_empty()).then(|| {
        view! {
            <form method="post" action=AssignClients::PATH id=FORM class="acts pick-bar">
                // The button that Enter in a box would press.
                <button disabled hidden></button>
                {hidden.into_iter().collect_view()} <strong class="pick-bar__count">{i18n.chosen_count()}</strong>
                <span class="muted">{i18n.assign_chosen()}</span> {choices}
                <button class="act" name="member" value="">{i18n.assign_nobody()}</button>
                <button class="act" type="reset">{i18n.choose_none()}</button>
            </form>
        }
    })
}

/// The box that chooses a client.
#[component]
pub fn PickClient(id: String, name: String) -> impl IntoView {
    view! { <input class="table__pick" type="checkbox" form=FORM name=format!("form[{id}]") value="on" aria-label=name/> }
}
