//! Asks every two seconds, while the page is visible, whether anything that it shows has changed, and fetches it again if
//! so. The server answers from memory; what it cannot know of, such as the time, comes with the slower polls.
//!
//! The tag of what the page shows is in the page (`data-change-tag`), as one of its live regions, so that all are of the
//! same answer.

use std::rc::Rc;

use app::browser::dom::{find, is_visible, set_attr};
use app::browser::fetch::set_headers;
use leptos::prelude::window;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestInit, Response};

use crate::LivePage;

/// The time between questions, in milliseconds.
const INTERVAL: u32 = 2_000;

const TAG: &str = "data-change-tag";

impl LivePage {
    /// A page from the browser's memory may be older than what it shows, so the first question is asked at once.
    pub(crate) fn check_changes(self: &Rc<Self>) {
        let page = self.clone();
        spawn_local(async move {
            let is_on = is_visible() && !page.polling.has_ended() && !page.polling.is_leaving();
            if is_on && has_changed().await {
                page.poll_now();
            }
            let next = page.clone();
            page.polling.change_timer.set(INTERVAL, move || next.check_changes());
        });
    }
}

/// Whether the tag is another one than the page's. The page then has it, so that a failing server is not asked for the
/// page more often than by the slower polls.
async fn has_changed() -> bool {
    let Some(shown) = find("[data-change-tag]") else { return false };
    let attribute = |name| shown.get_attribute(name).unwrap_or_default();
    let tag = change_tag(&attribute("data-changes"), &attribute(TAG)).await;
    let new = tag.filter(|tag| *tag != attribute(TAG));
    if let Some(tag) = &new {
        set_attr(&shown, TAG, tag);
    }
    new.is_some()
}

/// The current tag; none if it is `known`, or if there is no answer.
async fn change_tag(address: &str, known: &str) -> Option<String> {
    let request = RequestInit::new();
    set_headers(&request, &[("if-none-match", known)]);
    let fetched = window().fetch_with_str_and_init(address, &request);
    let response: Response = JsFuture::from(fetched).await.and_then(JsCast::dyn_into::<Response>).ok()?;
    response.headers().get("etag").ok()?.filter(|_| response.status() == 204)
}
