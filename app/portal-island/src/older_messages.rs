//! Loads older messages, page by page, above those shown.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::LiveChat;
use crate::scrolling::ScrollAnchor;
use app::browser::fetch::FetchError;

impl LiveChat {
    /// Follows the link to older messages; without JavaScript it opens a page.
    pub(super) fn load_older(self) {
        if !self.state.read_untracked().is_loading_older {
            spawn_local(self.fetch_older_messages());
        }
    }

    async fn fetch_older_messages(self) {
        let request = {
            let state = self.state.read_untracked();
            let oldest = state.channel().and_then(|channel| channel.messages.first());
            oldest.map(|message| (state.open.clone(), message.created_at))
        };
        let Some((channel, before)) = request else { return };
        self.suppress_announcements();
        self.state.write().is_loading_older = true;
        let result = self.fetch_older(&channel, before).await;
        self.suppress_announcements();
        let has_older = self.change(ScrollAnchor::Current, |state| {
            let i18n = state.start.i18n;
            state.is_loading_older = false;
            state.older_error = match result {
                Ok(page) => {
                    state.conversation.prepend_older(&channel, page);
                    None
                }
                Err(FetchError::RateLimited(_)) => Some(i18n.slowed_down()),
                Err(FetchError::Gone) => Some(i18n.outdated()),
                Err(FetchError::Unavailable) => Some(i18n.older_failed()),
            };
            state.older_address().is_some()
        });
        if let Some(log) = self.log().filter(|_| !has_older) {
            // The focused link is hidden now.
            let _ = log.focus();
        }
    }
}
