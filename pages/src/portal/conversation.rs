//! The conversation beside the project: the chat, or an earlier page of a channel.

use app::chat::ChatStart;
use domain::portal::ChannelView;
use domain::{Timestamp, id::ProjectId};
use leptos::either::Either;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use portal_island::Chat;

use super::PortalContext;
use super::archive::Archive;
use super::read_form::MarkReadForm;
use crate::address::CONVERSATION;
use crate::i18n::I18n;

#[component]
pub fn ConversationView(
    channels: Vec<ChannelView>,
    cursor: Option<Timestamp>,
    context: PortalContext,
    i18n: I18n,
) -> impl IntoView {
    let PortalContext { client_id, agency, now, target, open, flash, earlier, .. } = context;
    let chat = open.map(|open| {
        if let Some(page) = earlier {
            let channel = channels.into_iter().find(|channel| channel.key == open);
            return Either::Left(view! { <Archive page channel target agency=agency.name now i18n/> });
        }
        let refused = flash.error.filter(|_| flash.is_about_message());
        let start = ChatStart {
            i18n: *i18n,
            client_id,
            credential: target.pass.clone(),
            is_preview: target.is_preview,
            slug: target.slug.to_string(),
            project: ProjectId::parse(&target.project).ok(),
            open,
            draft: if flash.about.is_none() { flash.draft.clone() } else { String::new() },
            error: refused.map(|error| error.i18n(*i18n).to_owned()).unwrap_or_default(),
            agency: agency.name,
            now,
        };
        let mark_read =
            (!target.is_preview).then(|| view! { <MarkReadForm channels=channels.clone() target i18n/> });
        Either::Right(view! {
            {mark_read}
            <Chat start channels cursor nonce=use_nonce().map(|nonce| nonce.to_string())/>
        })
    });
    view! {
        <section class="project__chat" aria-labelledby=CONVERSATION>
            <h2 id=CONVERSATION>{i18n.conversation()}</h2>
            {chat}
        </section>
    }
}
