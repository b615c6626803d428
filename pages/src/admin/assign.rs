//! The form that assigns a client or a lead to members.

use domain::id::MemberId;
use domain::{Form, Member};
use store::Store;

use crate::admin::prelude::*;

/// Which members look after a client or a lead, the argument of `action`; nothing while there are none.
#[component]
pub fn AssignForm(
    action: &'static str,
    of: (&'static str, String),
    assigned: Vec<MemberId>,
    members: Vec<Member>,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    if members.is_empty() {
        return None;
    }
    let choice = |member: Member| {
        let id = format!("assigned-{}", member.id);
        let is_assigned = assigned.contains(&member.id);
        view! {
            <div class="field field--flag">
                <input id=id.clone() type="checkbox" name=format!("form[{}]", member.id) value="on" checked=is_assigned/>
                <label for=id dir="auto">{member.name}</label>
            </div>
        }
    };
    Some(view! {
        <section class="setting" id="assigned" aria-labelledby="assigned-heading">
            <h2 id="assigned-heading">{i18n.assigned()}</h2>
            <SectionOutcome section="assigned" flash=admin.flash i18n/>
            <form method="post" action=action class="form">
                <input type="hidden" name=of.0 value=of.1/>
                <input type="hidden" name="before" value=before_field(&assigned)/>
                {members.into_iter().map(choice).collect_view()}
                <p class="actions"><button class="button button--quiet">{i18n.save()}</button></p>
            </form>
        </section>
    })
}

/// The value of the field `before` of a form: who looked after the record when it was shown. It begins with a comma, because
/// nobody is not the same as no field.
pub fn before_field(assigned: &[MemberId]) -> String {
    assigned.iter().fold(",".to_owned(), |ids, id| format!("{ids}{id},"))
}

/// The members in such a field, if there is one.
pub fn members_before(field: Option<&str>) -> Option<Vec<MemberId>> {
    Some(field?.split(',').filter_map(|id| MemberId::parse(id).ok()).collect())
}

/// The members that an [`AssignForm`] was sent with: it has a field for each of them, named after their id.
pub async fn chosen_members(store: &Store, form: &Form) -> store::Result<Vec<MemberId>> {
    let members = store.members().await?.into_iter().map(|member| member.id);
    Ok(members.filter(|id| !form.get(id.as_str()).is_empty()).collect())
}
