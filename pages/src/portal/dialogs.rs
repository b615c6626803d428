//! The dialogs to approve a deliverable and to request changes: modal, opened by the `command` of their buttons.

use app::portal_actions::{Approve, RequestChanges};
use domain::DeliverableStatus;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use super::PortalContext;
use super::picture::is_picture;
use super::tile::{Picture, link_kind};
use crate::i18n::I18n;

/// Asks for confirmation to approve.
#[component]
pub fn ApproveDialog(
    dialog: String,
    id: String,
    title: String,
    url: Option<String>,
    /// The number of the version shown.
    version: i64,
    i18n: I18n,
) -> impl IntoView {
    let kind = url.as_deref().map(link_kind).filter(|kind| !kind.is_empty());
    let facts = kind.into_iter().fold(i18n.version_number(version), |facts, kind| format!("{facts} · {kind}"));
    let picture = url.filter(|url| is_picture(url)).map(|url| view! { <Picture url sizes="7rem" size=(112, 70)/> });
    view! {
        <Dialog id=dialog.clone() heading=i18n.approve_question() is_focused=true>
            <p class="dialog__thing">{picture} <span><b dir="auto">{title}</b> <br/> <span class="muted">{facts}</span></span></p>
            <p>{i18n.approval_is_final()}</p>
            <p class="muted">{i18n.approval_leaves_receipt()}</p>
            <form method="post" action=Approve::PATH class="dialog__answers">
                <DeliverableFields id version/>
                <input type="hidden" name="status" value=DeliverableStatus::InReview.as_str()/>
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
    version: i64,
    phase: String,
    i18n: I18n,
) -> impl IntoView {
    view! {
        <Dialog id=dialog.clone() heading=i18n.changes_to(&title) is_focused=false>
            <ChangesForm id version phase draft=String::new() in_dialog=Some(dialog) i18n/>
        </Dialog>
    }
}

/// Opens and closes dialogs in browsers that do not know `command` yet (Safari before 26.2, Firefox before 144).
#[component]
pub fn CommandFallback() -> impl IntoView {
    const SCRIPT: &str = "if(!('command'in HTMLButtonElement.prototype))addEventListener('click',({target})=>{\
        const button=target.closest('[commandfor]');\
        const dialog=button&&document.getElementById(button.getAttribute('commandfor'));\
        if(dialog)button.getAttribute('command')==='close'?dialog.close():dialog.showModal()})";
    view! { <script nonce=use_nonce()>{SCRIPT}</script> }
}

/// Labelled by its heading, which takes the focus when it opens, unless a field does: never a button that decides.
#[component]
fn Dialog(id: String, #[prop(into)] heading: String, is_focused: bool, children: Children) -> impl IntoView {
    let heading_id = format!("{id}-heading");
    let named_by = heading_id.clone();
    view! {
        <dialog id=id class="dialog" closedby="any" aria-labelledby=named_by>
            <h2 id=heading_id class="dialog__heading" tabindex="-1" autofocus=is_focused>{heading}</h2>
            {children()}
        </dialog>
    }
}

/// The form with the reason of a change request.
#[component]
pub fn ChangesForm(
    id: String,
    version: i64,
    phase: String,
    draft: String,
    in_dialog: Option<String>,
    i18n: I18n,
) -> impl IntoView {
    let label = if in_dialog.is_some() { format!("reason-{id}") } else { format!("refused-reason-{id}") };
    let kept = format!("changes-{id}");
    let (of_form, placed) = (kept.clone(), label.clone());
    let cancel = in_dialog.map(|dialog| view! { <CancelButton dialog i18n/> });
    view! {
        <form method="post" action=RequestChanges::PATH class="dialog__form" data-draft=of_form>
            <DeliverableFields id version/>
            <p class="field">
                <label for=placed>{i18n.what_to_change()}</label>
                <textarea id=label name="reason" rows="4" required autofocus dir="auto" data-draft=kept>
                    {draft}
                </textarea>
            </p>
            <p class="muted">{i18n.changes_arrive_in(&phase)}</p>
            <p class="dialog__answers">
                <button class="button">{i18n.send_request()}</button>
                {cancel}
            </p>
        </form>
    }
}

#[component]
fn DeliverableFields(
    id: String,
    /// The number of the version shown.
    version: i64,
) -> impl IntoView {
    let target = expect_context::<PortalContext>().target;
    view! {
        <input type="hidden" name="key" value=target.key/>
        <input type="hidden" name="pass" value=target.pass/>
        <input type="hidden" name="project" value=target.project/>
        <input type="hidden" name="channel" value=target.channel/>
        <input type="hidden" name="deliverable" value=id/>
        <input type="hidden" name="version" value=version.to_string()/>
    }
}

#[component]
fn CancelButton(dialog: String, i18n: I18n) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button button--quiet"
            commandfor=dialog
            command="close"
        >
            {i18n.cancel()}
        </button>
    }
}
