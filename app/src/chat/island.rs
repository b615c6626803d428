//! The chat island.

use domain::Timestamp;
use domain::portal::ChannelView;
use leptos::prelude::*;

use super::ChatStart;
use super::live;

/// An island without a view: it updates the panel that the server rendered before it, row by row. Server
/// and browser render messages with the same functions ([`super::message_list`]), so the wasm has no
/// second implementation.
#[island]
pub fn ChatIsland(start: ChatStart, channels: Vec<ChannelView>, cursor: Option<Timestamp>) -> impl IntoView {
    if cfg!(target_arch = "wasm32") {
        live::start(start, channels, cursor);
    }
}
