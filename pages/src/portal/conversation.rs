//! The conversation beside the project: the chat, or an earlier page of a channel.

use app::chat::clock::Clock;
use app::chat::files_field::COMPOSER;
use app::chat::message_list::stored_rows;
use app::chat::row::MessageRow;
use app::chat::{ChatStart, Side, channel_name};
use app::portal_actions::MarkRead;
use domain::id::ProjectId;
use domain::{ChannelView, MessagePage, Timestamp};
use leptos::either::Either;
use leptos::nonce::use_nonce;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use portal_island::Chat;

use super::{FormTarget, PortalContext};
use crate::address::{Address, CONVERSATION};
use crate::i18n::I18n;
use crate::ui::{KeptFiles, RefusedText};

#[component]
pub fn ConversationView(
    channels: Vec<ChannelView>,
    cursor: Option<Timestamp>,
    unread_elsewhere: i64,
    /// The name of the project shown, unless tabs name it.
    project: Option<String>,
    i18n: I18n,
) -> impl IntoView {
    let PortalContext { client_id, person, agency, now, target, open, flash, earlier, .. } = expect_context();
    let contact = person.author_name().map(|own| (own.to_owned(), person.client.name.clone()));
    let chat = open.map(|open| {
        if let Some(page) = earlier {
            let channel = channels.into_iter().find(|channel| channel.key == open);
            let side = Side::Client { agency: agency.name, contact };
            return Either::Left(view! { <Archive page channel target side now i18n/> });
        }
        let refused = flash.error.filter(|_| flash.is_about_message());
        // The island has no form that would show them.
        let draft = if flash.about.is_none() { flash.draft.clone() } else { String::new() };
        let lost = refused.filter(|_| !person.can_write()).map(|error| {
            let error = error.i18n(*i18n);
            view! { <div class="chat__notice"><p role="alert">{error}</p> <RefusedText text=draft.clone()/></div> }
        });
        let start = ChatStart {
            i18n: *i18n,
            client_id,
            credential: target.pass.clone(),
            is_preview: target.is_preview,
            key: target.key.clone(),
            no_writing: if person.can_write() {
                String::new()
            } else {
                i18n.others_write(&i18n.site_name(&agency), person.client.company_or_name())
            },
            project: ProjectId::parse(&target.project).ok(),
            open,
            draft,
            error: refused.map(|error| error.i18n(*i18n).to_owned()).unwrap_or_default(),
            closed: closed(agency.name.as_deref(), i18n),
            agency: agency.name,
            contact,
            unread_elsewhere,
            now,
        };
        let unread = channels.iter().find(|channel| channel.key.as_str() == target.channel && channel.unread > 0);
        let newest = unread.and_then(|channel| channel.messages.last()).map(|message| message.created_at);
        let mark_read = (!target.is_preview).then(|| view! { <MarkReadForm newest target i18n/> });
        Either::Right(view! {
            {mark_read}
            <Chat start channels cursor nonce=use_nonce().map(|nonce| nonce.to_string())/>
            {lost}
            <KeptFiles form=COMPOSER name="files" kept=flash.files i18n/>
        })
    });
    view! {
        <section class="project__chat" id=CONVERSATION aria-labelledby="conversation-heading">
            <h2 id="conversation-heading">
                {i18n.to_conversation()}
                {project.map(|name| view! { <span class="project__name" dir="auto">" · " {name}</span> })}
            </h2>
            {chat}
        </section>
    }
}

/// What an open page says once its link no longer works: in both languages, as the page that the link then leads to.
fn closed(agency: Option<&str>, i18n: I18n) -> (String, String) {
    let sentence = |i18n: I18n| i18n.link_closed(agency.unwrap_or(i18n.agency()));
    (sentence(i18n), sentence(I18n(i18n.0.other(), i18n.1)))
}

/// One page of messages, with links to the newest and to the next earlier page.
#[component]
pub fn Archive(
    page: MessagePage,
    channel: Option<ChannelView>,
    target: FormTarget,
    side: Side,
    now: Timestamp,
    i18n: I18n,
) -> impl IntoView {
    let address = || Address::here().project(&target.project, &target.channel);
    let newest = address().with_fragment(CONVERSATION);
    let MessagePage { messages, has_older } = page;
    let earlier = messages.first().filter(|_| has_older).map(|oldest| {
        let href = address().with("before", &oldest.created_at.to_string()).with_fragment(CONVERSATION);
        view! { <p class="log__older"><a href=href>{i18n.show_earlier()}</a></p> }
    });
    let name = channel.as_ref().map(|channel| channel_name(channel, *i18n));
    let shown = channel.filter(|_| !messages.is_empty());
    let list = match shown.map(|channel| ChannelView { messages, has_older, unread: 0, ..channel }) {
        None => Either::Left(view! { <p class="empty">{i18n.nothing_earlier()}</p> }),
        Some(channel) => {
            let rows = stored_rows(&channel, Clock::of_server(*i18n, now), &side);
            let row = |row| view! { <MessageRow row i18n=*i18n/> };
            let rows = rows.into_iter().map(row).collect_view();
            Either::Right(view! { <ol class="messages">{rows}</ol> })
        }
    };
    view! {
        <p class="archive__head">
            <span dir="auto">{name}</span>
            <a href=newest>{i18n.to_newest()}</a>
        </p>
        <div class="log" role="log" aria-label=i18n.messages() tabindex="0">
            <div class="log__inner">{earlier} {list}</div>
        </div>
    }
}

/// A button in `<noscript>`, shown while the open channel has unread messages.
#[component]
pub fn MarkReadForm(
    /// When the newest of them was written.
    newest: Option<Timestamp>,
    target: FormTarget,
    i18n: I18n,
) -> impl IntoView {
    newest.map(|up_to| {
        view! {
            <noscript>
                <form method="post" action=MarkRead::PATH class="read-form">
                    <input type="hidden" name="key" value=target.key/>
                    <input type="hidden" name="pass" value=target.pass/>
                    <input type="hidden" name="project" value=target.project/>
                    <input type="hidden" name="channel" value=target.channel/>
                    <input type="hidden" name="up_to" value=up_to.to_string()/>
                    <button class="button button--quiet">{i18n.mark_read()}</button>
                </form>
            </noscript>
        }
    })
}

#[cfg(test)]
mod tests {
    use domain::Language;

    use super::*;

    #[test]
    fn closed_link_is_explained_in_both_languages() {
        let (own, other) = closed(None, Language::En.into());
        assert!(own.starts_with("The studio has changed"), "{own}");
        assert!(other.starts_with("Lo studio ha cambiato"), "{other}");
        assert!(closed(Some("Calanco"), Language::It.into()).0.starts_with("Calanco ha cambiato"));
    }
}
