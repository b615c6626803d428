//! The reply form of the open channel.

use app::chat::files_field::FilesField;
use domain::Form;

use super::ThreadLocation;
use super::colleagues::{AnswerNotice, Colleagues, Seen, TypingNotice};
use crate::admin::inbox::actions::{SetTyping, WriteReply};
use crate::admin::prelude::*;

/// The reply form; after an error it shows the typed text.
#[component]
pub fn ReplyForm(
    location: ThreadLocation,
    reply_id: String,
    seen: Seen,
    colleagues: Colleagues,
    /// What the open page fetches again.
    live_address: String,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let fields = Fields::new(&admin, "reply", Form::default());
    let is_refused = fields.is_refused();
    let place = format!("{}/{}", location.client, location.channel);
    let form = fields.id();
    let (id, text, files) = (form.clone(), fields.value("text"), fields.value("files"));
    view! {
        <form id=id class="composer" method="post" action=WriteReply::PATH enctype="multipart/form-data" novalidate data-reply=place data-typing=SetTyping::PATH>
            <input type="hidden" name="client" value=location.client.to_string()/>
            <input type="hidden" name="channel" value=location.channel.clone()/>
            <input type="hidden" name="since" value=location.since.to_string()/>
            <input type="hidden" name="was_unread" value=location.was_unread()/>
            <input type="hidden" name="q" value=location.list.q.clone()/>
            <input type="hidden" name="unread" value=if location.list.is_unread { "1" } else { "" }/>
            <input type="hidden" name="form[mine]" value=if location.list.is_mine { "1" } else { "" }/>
            <input type="hidden" name="form[id]" value=reply_id/>
            <div class="composer__label">
                <FormHead fields/>
                <AnswerNotice colleagues=colleagues.clone() seen live_address admin=admin.clone()/>
            </div>
            <div class="composer__label composer__head">
                <label for="reply-text">{i18n.write_reply()}</label>
                <TypingNotice colleagues admin/>
            </div>
            <textarea
                id="reply-text"
                class="composer__box"
                name="form[text]"
                rows="2"
                dir="auto"
                autofocus=is_refused
                aria-invalid=is_refused.then_some("true")
                data-hotkey="r"
                data-enter-sends=""
            >
                {text}
            </textarea>
            <KeptFiles form name="form[files]" kept=files i18n/>
            <div class="composer__foot">
                <FilesField i18n=*i18n/>
                <p class="composer__hint">{i18n.enter_hint()}</p>
                <button class="button">{i18n.submit_reply()}</button>
            </div>
        </form>
    }
}
