//! Loads older messages, page by page, above those shown.

use leptos::task::spawn_local;

use super::ChatPanel;
use super::api;
use super::rows::ScrollAnchor;
use crate::browser::dom::{is_plain_click, listen};
use crate::browser::fetch::FetchError;

impl ChatPanel {
    /// Handles the link to older messages; without JavaScript it opens a page.
    pub(super) fn add_older_listener(&'static self) {
        listen(&self.elements.older_link, "click", move |event| {
            if is_plain_click(&event) {
                event.prevent_default();
                spawn_local(self.load_older());
            }
        });
    }

    async fn load_older(&'static self) {
        let request = {
            let state = self.state.borrow();
            let oldest = state.conversation.channel(&state.open).and_then(|channel| channel.messages.first());
            oldest.map(|message| (state.open.clone(), message.created_at))
        };
        let Some((channel, before)) = request.filter(|_| !self.is_loading_older.replace(true)) else {
            return;
        };
        self.suppress_announcements();
        self.refresh_controls();
        let result = api::older(&self.start, &channel, before).await;
        self.is_loading_older.set(false);
        {
            let mut state = self.state.borrow_mut();
            state.older_error = match result {
                Ok(page) => {
                    state.conversation.prepend_older(&channel, page);
                    None
                }
                Err(FetchError::RateLimited(_)) => Some(self.i18n.slowed_down()),
                Err(FetchError::Gone) => Some(self.i18n.outdated()),
                Err(FetchError::Unavailable) => Some(self.i18n.older_failed()),
            };
        }
        self.suppress_announcements();
        self.refresh(ScrollAnchor::Current);
        if self.elements.older.hidden() {
            // The focused link is hidden now.
            let _ = self.elements.log.focus();
        }
    }
}
