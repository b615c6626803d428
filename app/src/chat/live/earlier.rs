//! Older messages, page by page, above those on show.

use leptos::task::spawn_local;

use super::Panel;
use super::api::{self, Trouble};
use super::dom::{is_plain_click, on};
use super::rows::Place;

impl Panel {
    /// Follows the link to older messages, which without a script leads to a page of its own.
    pub(super) fn listen_to_older(&'static self) {
        on(&self.parts.older_link, "click", move |event| {
            if is_plain_click(&event) {
                event.prevent_default();
                spawn_local(self.fetch_older());
            }
        });
    }

    async fn fetch_older(&'static self) {
        let asked = {
            let state = self.state.borrow();
            let oldest = state.conversation.channel(&state.open).and_then(|channel| channel.messages.first());
            oldest.map(|message| (state.open.clone(), message.created_at))
        };
        let Some((channel, before)) = asked.filter(|_| !self.loading.replace(true)) else { return };
        self.quietly();
        self.refresh_around();
        let answer = api::older(&self.start, &channel, before).await;
        self.loading.set(false);
        {
            let mut state = self.state.borrow_mut();
            state.earlier = match answer {
                Ok(page) => {
                    state.conversation.older(&channel, page);
                    None
                }
                Err(Trouble::Slow(_)) => Some(self.i18n.slowed_down()),
                Err(Trouble::Gone) => Some(self.i18n.outdated()),
                Err(Trouble::Down) => Some(self.i18n.older_failed()),
            };
        }
        self.quietly();
        self.refresh(Place::Keep);
        if self.parts.older.hidden() {
            // The link is gone from under the focus.
            let _ = self.parts.log.focus();
        }
    }
}
