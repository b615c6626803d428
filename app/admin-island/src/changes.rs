//! Asks every two seconds, while the page is visible, whether anything that it shows has changed, and fetches it again if
//! so. The server answers from memory; what it cannot know of, such as the time, comes with the slower polls.

use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use crate::LivePage;
use app::browser::dom::is_visible;

/// The time between questions, in milliseconds.
const INTERVAL: u32 = 2_000;

impl LivePage {
    /// A page from the browser's memory may be older than what it shows, so the first question is asked at once.
    pub(super) fn watch_changes(&'static self) {
        spawn_local(self.check_changes());
    }

    fn check_changes_later(&'static self) {
        self.change_timer.set(INTERVAL, move || spawn_local(self.check_changes()));
    }

    async fn check_changes(&'static self) {
        if is_visible() && !self.has_ended.get() {
            let known = self.change_tag.borrow().clone();
            let address = self.notice.get_attribute("data-changes").unwrap_or_default();
            let tag = change_tag(&address, &known).await.filter(|tag| *tag != known);
            if let Some(tag) = tag {
                self.change_tag.replace(tag);
                self.poll_now();
            }
        }
        self.check_changes_later();
    }
}

/// The tag of the newest change; none if it is `known`, or if there is no answer.
async fn change_tag(address: &str, known: &str) -> Option<String> {
    let headers = Headers::new().ok()?;
    headers.set("if-none-match", known).ok()?;
    let request = RequestInit::new();
    request.set_headers(&headers);
    let fetched = leptos::prelude::window().fetch_with_str_and_init(address, &request);
    let response: Response = JsFuture::from(fetched).await.and_then(JsCast::dyn_into::<Response>).ok()?;
    let tag: Result<Option<String>, JsValue> = response.headers().get("etag");
    tag.ok()?.filter(|_| response.status() == 204)
}
