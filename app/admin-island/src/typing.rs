//! Typing in the reply form of a thread: tells the server every few seconds, for the others who have the thread open, and
//! fetches the page again when what it says of them has lapsed.

use std::cell::Cell;
use std::rc::Rc;

use app::browser::clock::device_now;
use app::browser::dom::{closest, find};
use app::browser::fetch;
use app::browser::storage::form_body;
use leptos::ev;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlFormElement};

use crate::LivePage;

/// The time between two requests, in milliseconds; the server lets one count for ten seconds.
const INTERVAL: i64 = 4_000;

impl LivePage {
    pub(crate) fn add_typing_listener(self: &Rc<Self>) {
        let last = Cell::new(i64::MIN);
        self.on(ev::input, move |_, event| {
            let Some(form) = closest(event, "[data-typing]") else { return };
            let now = device_now();
            if now.saturating_sub(last.get()) >= INTERVAL {
                last.set(now);
                send(&form);
            }
        });
    }

    /// Fetches the page again when the first of those who are typing may have stopped.
    pub(crate) fn await_lapse(self: &Rc<Self>) {
        let lapse = find("[data-lapses-in]").and_then(|shown| shown.get_attribute("data-lapses-in"));
        match lapse.and_then(|lapse| lapse.parse().ok()) {
            Some(millis) => {
                let page = self.clone();
                self.polling.lapse_timer.set(millis, move || page.poll_now());
            }
            None => self.polling.lapse_timer.stop(),
        }
    }
}

fn send(form: &Element) {
    let address = form.get_attribute("data-typing").unwrap_or_default();
    let body = form_body(form.unchecked_ref::<HtmlFormElement>()).map(|body| place_fields(&body));
    if let Some(body) = body {
        spawn_local(async move {
            // It is said again while the typing goes on; without an answer nobody misses it.
            let _ = fetch::call(&address, fetch::post_fields(&body)).await;
        });
    }
}

/// The client and the channel of a form's body: what is typed stays here.
fn place_fields(body: &str) -> String {
    let is_place = |field: &&str| field.starts_with("client=") || field.starts_with("channel=");
    body.split('&').filter(is_place).collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use super::place_fields;

    #[test]
    fn typing_sends_client_and_channel_only() {
        let body = "client=anna&channel=design&since=1&q=x&form%5Bid%5D=2&form%5Btext%5D=client%3Dsegreto";
        assert_eq!(place_fields(body), "client=anna&channel=design");
    }
}
