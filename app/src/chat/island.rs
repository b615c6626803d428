//! What makes the panel live.

use domain::Timestamp;
use domain::portal::ChannelView;
use leptos::prelude::*;

use super::ChatStart;
use super::live;

/// An island without a view of its own: it takes over the panel that the server rendered before it, and
/// works on it row by row. Messages are put into the page by the functions the server wrote them with
/// ([`super::sheet`]), so the browser needs to bring no second way of making the same elements.
#[island]
pub fn Live(start: ChatStart, channels: Vec<ChannelView>, cursor: Option<Timestamp>) -> impl IntoView {
    if cfg!(target_arch = "wasm32") {
        live::begin(start, channels, cursor);
    }
}
