//! What stands under a deliverable before it is sent for approval, if its client would not hear of it or would find nothing
//! to look at: why, how to mend it, and how to send it anyway.

use std::sync::Arc;

use domain::Deliverable;
use domain::DeliverableStatus::InReview;
use domain::notifications::SkipReason;
use domain::projects::board::{BoardItem, Switch};

use super::buttons::DELIVERABLE_FORM;
use super::context::BoardContext;
use crate::admin::prelude::*;
use crate::admin::settings::Section;

#[component]
pub fn Warning(
    deliverable: Deliverable,
    /// Whether it has neither a link nor a file.
    is_empty: bool,
    context: Arc<BoardContext>,
) -> impl IntoView {
    let i18n = context.admin.i18n;
    let Deliverable { id, title, status, .. } = deliverable;
    let item = BoardItem::Deliverable(id.clone());
    let client = address::client(&context.client).with("edit", "client");
    let unreached = context.unreached.map(|reason| {
        let (text, mend, href) = match reason {
            SkipReason::NoAddress => {
                (i18n.warn_no_address(), i18n.mend_address(), client.with_fragment("client-email"))
            }
            SkipReason::Never => (i18n.warn_never(), i18n.mend_frequency(), client.with_fragment("client-notify")),
            _ => (i18n.warn_no_sending(), i18n.mend_sending(), Section::Notifications.address().into_string()),
        };
        let is_shown = reason == SkipReason::NoAddress || reason == SkipReason::Never || is_for_owner();
        let mend = is_shown.then(|| view! { <p><a class="button button--quiet button--small" href=href>{mend}</a></p> });
        let message = i18n.approval_message(&context.client_name, &title, &context.portal);
        let copy = format!("text-{id}");
        view! {
            <p><strong dir="auto">{i18n.nobody_tells(&context.client_name)}</strong> " " {text}</p>
            {mend}
            <details>
                <summary>{i18n.whatsapp_text()}</summary>
                <div class="copy">
                    <textarea id=copy.clone() readonly rows="3" dir="auto" aria-label=i18n.whatsapp_text()>{message.clone()}</textarea>
                    <button type="button" class="button button--quiet button--small" data-copy=message>{i18n.copy()}</button>
                </div>
            </details>
        }
    });
    let no_link = is_empty.then(|| {
        view! {
            <p><strong>{i18n.warn_no_link()}</strong> " " {i18n.warn_no_link_hint()}</p>
            <p><a class="button button--quiet button--small" href=context.edit(&item)>{i18n.mend_link()}</a></p>
        }
    });
    view! {
        <div class="notice notice--waiting" role="alert" id=format!("warn-{item}") tabindex="-1">
            {no_link} {unreached}
            <p class="actions">
                <button
                    class="link-button"
                    form=DELIVERABLE_FORM
                    name="anyway"
                    value=Switch::of(&id, status, InReview).to_string()
                >
                    {i18n.send_anyway()} <span class="sr-only" dir="auto">" " {title}</span>
                </button>
                <a href=context.back_to(&item)>{i18n.cancel()}</a>
            </p>
        </div>
    }
}
