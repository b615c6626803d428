//! The chat panel as the server renders it: the island, which works without JavaScript, and its data.

use domain::{ChannelView, Timestamp};
use leptos::prelude::*;

use crate::ChatIsland;
use app::chat::clock::offsets_at;
use app::chat::{ChatData, ChatStart, DATA_ID};
use app::dates;

/// The client's conversation: tabs, messages and the message form.
#[component]
pub fn Chat(
    start: ChatStart,
    channels: Vec<ChannelView>,
    cursor: Option<Timestamp>,
    /// Of the page, for the script with the data.
    nonce: Option<String>,
) -> impl IntoView {
    let utc_offsets = offsets_at(moments(&start, &channels), dates::utc_offset);
    let data = ChatData { start, channels, cursor, utc_offsets };
    // In HTML the text of a script ends at `</script>`; in JSON a `<` can only be in a string.
    let json = serde_json::to_string(&data).unwrap_or_default().replace('<', "\\u003c");
    provide_context(data);
    view! {
        <script type="application/json" id=DATA_ID nonce=nonce>{json}</script>
        <ChatIsland/>
    }
}

/// The moments that the page shows.
fn moments(start: &ChatStart, channels: &[ChannelView]) -> Vec<Timestamp> {
    let of_channel = |channel: &ChannelView| {
        let messages = channel.messages.iter().map(|message| message.created_at);
        let approvals = channel.deliverables.iter().filter_map(|one| one.approved_at);
        messages.chain(approvals).chain(channel.other_read_at).collect::<Vec<_>>()
    };
    channels.iter().flat_map(of_channel).chain([start.now]).collect()
}
