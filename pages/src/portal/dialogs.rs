//! The dialogs to approve a deliverable and to request changes: HTML popovers, which work without scripts.

use app::portal_actions::{Approve, RequestChanges};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::FormTarget;
use crate::i18n::I18n;

/// Asks for confirmation to approve.
#[component]
pub fn ApproveDialog(dialog: String, id: String, title: String, target: FormTarget, i18n: I18n) -> impl IntoView {
    view! {
        <Dialog id=dialog.clone() heading=i18n.approve_question(&title)>
            <p class="dialog__text">{i18n.approval_is_final()}</p>
            <form method="post" action=Approve::PATH class="dialog__answers">
                <DeliverableFields id target/>
                <button class="button">{i18n.confirm()}</button>
                <CancelButton dialog i18n/>
            </form>
        </Dialog>
    }
}

#[component]
pub fn ChangesDialog(
    dialog: String,
    id: String,
    title: String,
    phase: String,
    target: FormTarget,
    i18n: I18n,
) -> impl IntoView {
    view! {
        <Dialog id=dialog.clone() heading=i18n.changes_to(&title)>
            <ChangesForm id target phase draft=String::new() in_dialog=Some(dialog) i18n/>
        </Dialog>
    }
}

/// A popover labelled by its heading. It takes the focus when it opens, for keyboard use.
#[component]
fn Dialog(id: String, heading: String, children: Children) -> impl IntoView {
    let heading_id = format!("{id}-heading");
    let named_by = heading_id.clone();
    view! {
        <div id=id class="dialog" popover role="dialog" aria-labelledby=named_by tabindex="-1" autofocus>
            <p id=heading_id class="dialog__heading">{heading}</p>
            {children()}
        </div>
    }
}

/// The form with the reason of a change request.
#[component]
pub fn ChangesForm(
    id: String,
    target: FormTarget,
    phase: String,
    draft: String,
    in_dialog: Option<String>,
    i18n: I18n,
) -> impl IntoView {
    let label = if in_dialog.is_some() { format!("reason-{id}") } else { format!("refused-reason-{id}") };
    let cancel = in_dialog.map(|dialog| view! { <CancelButton dialog i18n/> });
    view! {
        <form method="post" action=RequestChanges::PATH class="dialog__form">
            <DeliverableFields id target/>
            <p class="field">
                <label for=label.clone()>{i18n.what_to_change()}</label>
                <textarea id=label name="reason" rows="4" required dir="auto">{draft}</textarea>
            </p>
            <p class="dialog__text">{i18n.changes_arrive_in(&phase)}</p>
            <p class="dialog__answers">
                <button class="button">{i18n.send_request()}</button>
                {cancel}
            </p>
        </form>
    }
}

#[component]
fn DeliverableFields(id: String, target: FormTarget) -> impl IntoView {
    view! {
        <input type="hidden" name="key" value=target.slug.to_string()/>
        <input type="hidden" name="pass" value=target.pass/>
        <input type="hidden" name="project" value=target.project/>
        <input type="hidden" name="channel" value=target.channel/>
        <input type="hidden" name="deliverable" value=id/>
    }
}

#[component]
fn CancelButton(dialog: String, i18n: I18n) -> impl IntoView {
    view! {
        <button type="button" class="button button--quiet" popovertarget=dialog popovertargetaction="hide">
            {i18n.cancel()}
        </button>
    }
}
