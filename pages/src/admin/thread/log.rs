//! The message log of the open channel, rendered by the same code as the portal's.

use app::chat::Side;
use app::chat::clock::Clock;
use app::chat::message_list::{Facts, MessageList, READ, Row};
use app::chat::row::MessageRow;
use domain::conversation::inbox::ThreadChannel;
use domain::{Author, ChannelView, Timestamp};
use leptos::prelude::*;

use super::ThreadLocation;
use crate::address::{CONVERSATION, FOUND};
use crate::admin::AdminView;

/// The log: the newest messages, refreshed live, or older ones, which are not refreshed.
#[component]
pub fn ThreadLog(
    shown: ThreadChannel,
    client_name: String,
    /// The timestamp before which these messages are, if they are older ones.
    before: Option<Timestamp>,
    location: ThreadLocation,
    admin: AdminView,
) -> impl IntoView {
    let i18n = admin.i18n;
    let ThreadChannel { channel, read_by, .. } = shown;
    let oldest = channel.messages.first().filter(|_| channel.has_older).map(|oldest| oldest.created_at);
    let earlier = oldest.map(|oldest| {
        let href = location.address().with("before", &oldest.to_string()).with_fragment(CONVERSATION);
        view! { <a href=href>{i18n.show_earlier()}</a> }
    });
    let later = before.map(|_| {
        let href = location.address().with_fragment(CONVERSATION);
        view! { <p class="log__later"><a href=href>{i18n.to_newest()}</a></p> }
    });
    let is_live = before.is_none();
    let region = |name: &'static str| is_live.then_some(name);
    let empty = if is_live { i18n.empty_thread() } else { i18n.nothing_earlier() };
    let (is_whole, is_empty) = (earlier.is_none(), channel.newest().is_none());
    let row = |row: Row| {
        let is_found = location.found.as_ref().is_some_and(|found| found.as_str() == row.key);
        view! { <MessageRow row i18n=*i18n id=is_found.then_some(FOUND)/> }
    };
    let rows = rows(channel, &client_name, read_by.as_deref(), &location, &admin).into_iter().map(row).collect_view();
    view! {
        <div class="log" role="log" aria-label=i18n.messages() tabindex="0" data-keep-place="">
            <div class="log__inner">
                <p class="log__older" hidden=is_whole data-live=region("older")>{earlier}</p>
                <p class="empty" hidden=!is_empty data-live=region("empty")>{empty}</p>
                <ol class="messages" data-live=region("messages")>{rows}</ol>
                <ol class="messages messages--unsent" data-unsent=""></ol>
                {later}
            </div>
        </div>
    }
}

/// `read_by` is who of the client has read.
fn rows(
    mut channel: ChannelView,
    client_name: &str,
    read_by: Option<&str>,
    location: &ThreadLocation,
    admin: &AdminView,
) -> Vec<Row> {
    for message in channel.messages.iter_mut().filter(|message| message.author == Author::Admin) {
        message.author_name = message.author_name.take().or_else(|| admin.account_name());
    }
    let list = MessageList {
        clock: Clock::of_server(admin.language.into(), admin.now),
        side: &Side::Agency(client_name.to_owned()),
        new_since: Some(location.since),
        other_read_at: channel.other_read_at,
    };
    let mut rows = list.rows(&channel, std::iter::empty());
    if let (Some(name), Some(row)) = (read_by, rows.iter_mut().find(|row| row.key == READ))
        && let Facts::Time { shown, .. } = &mut row.facts
    {
        *shown = admin.i18n.read_by(name);
    }
    rows
}
