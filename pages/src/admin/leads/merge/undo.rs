//! The merges of a lead, and the confirmation to undo one.

use domain::leads::MergeLine;

use crate::admin::leads::actions::SeparateLeads;
use crate::admin::prelude::*;

#[component]
pub fn Merges(lead: String, merges: Vec<MergeLine>, i18n: I18n) -> impl IntoView {
    let line = |merge: MergeLine| {
        let href = address::lead(&lead).with("separate", merge.id.as_str()).with_fragment("separate");
        let name = merge.name.clone();
        let undo = merge.can_undo.then(|| {
            view! {
                " · "
                <a href=href>{i18n.merge_undo()} <span class="sr-only">": "{name}</span></a>
            }
        });
        let other = view! {
            <span dir="auto">{merge.name}</span>
            " "
            <span class="muted"><Moment at=merge.merged_at language=i18n.0/></span>
            {undo}
        };
        fact(i18n.merge_with(), other)
    };
    merges.into_iter().map(line).collect_view()
}

/// After a merge was undone, a link to the primary lead (`?other=…`).
#[component]
pub fn OtherLead(done: Option<Done>, other: String, i18n: I18n) -> impl IntoView {
    (done == Some(Done::Separated) && !other.is_empty()).then(|| {
        view! { <p><a href=address::lead(&other).into_string()>{i18n.merge_undone_other()}</a></p> }
    })
}

/// Asks for confirmation to undo a merge.
#[component]
pub fn UndoForm(lead: String, merge: MergeLine, i18n: I18n) -> impl IntoView {
    let back = address::lead(&lead).into_string();
    view! {
        <section class="danger" aria-labelledby="separate" tabindex="-1">
            <h2 id="separate" dir="auto">{i18n.merge_undo_question(&merge.name)}</h2>
            <p>{i18n.merge_undo_hint()}</p>
            <form method="post" action=SeparateLeads::PATH class="actions">
                <input type="hidden" name="lead" value=lead/>
                <input type="hidden" name="merge" value=merge.id.to_string()/>
                <input type="hidden" name="gone" value=merge.duplicate_id.to_string()/>
                <button class="button">{i18n.merge_undo_do()}</button>
                <a class="button button--quiet" href=back>{i18n.cancel()}</a>
            </form>
        </section>
    }
}
