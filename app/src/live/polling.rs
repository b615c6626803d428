//! Fetching the page again: every 20 seconds while somebody looks, at once when they come back or the
//! network does, slower while the server is in trouble, and no more once the session or the page is gone.

use leptos::prelude::{document, window};
use leptos::task::spawn_local;
use web_sys::RequestInit;

use super::{Live, regions};
use crate::chat::live::api::{self, Trouble};
use crate::chat::live::dom::{find, is_visible, on};
use crate::chat::live::polling::{INTERVAL, LONGEST_PAUSE, pause};

impl Live {
    pub(super) fn begin_polling(&'static self) {
        on(&document(), "visibilitychange", move |_| self.poll_in(0));
        on(&window(), "online", move |_| self.poll_in(0));
        self.poll_in(INTERVAL);
    }

    /// Asks again in so many milliseconds; not at all while nobody looks.
    fn poll_in(&'static self, millis: u32) {
        if is_visible() && !self.is_over.get() {
            self.polls.set(millis, move || spawn_local(self.poll()));
        } else {
            self.polls.stop();
        }
    }

    /// Asks at once, or as soon as the answer that is on its way has come.
    pub(super) fn poll_now(&'static self) {
        self.again.set(self.asking.get());
        self.poll_in(0);
    }

    async fn poll(&'static self) {
        if self.asking.replace(true) {
            return;
        }
        let page = page().await;
        self.asking.set(false);
        if self.again.take() {
            return self.poll_in(0);
        }
        let next = match page {
            Ok(Some(page)) => {
                self.failed(0);
                self.tell(None);
                if self.drag.borrow().is_none() {
                    regions::refresh(&page);
                }
                INTERVAL
            }
            Ok(None) => self.end("data-signed-out"),
            Err(Trouble::Gone) => self.end("data-gone"),
            Err(Trouble::Slow(seconds)) => {
                self.tell(Some("data-slow"));
                self.failed(self.failures.get() + 1).max(seconds.saturating_mul(1_000).min(LONGEST_PAUSE))
            }
            Err(Trouble::Down) => {
                self.tell(Some("data-down"));
                self.failed(self.failures.get() + 1)
            }
        };
        self.poll_in(next);
    }

    /// Takes note of how often it has failed in a row; returns how long to wait.
    fn failed(&self, failures: u32) -> u32 {
        self.failures.set(failures);
        pause(failures)
    }

    /// There is nothing more to ask for.
    fn end(&self, why: &str) -> u32 {
        self.is_over.set(true);
        self.tell(Some(why));
        if let Some(again) = find("#live-again") {
            again.set_hidden(why != "data-signed-out");
        }
        INTERVAL
    }
}

/// The page as it is now; none when whoever asks is sent to sign in.
async fn page() -> Result<Option<String>, Trouble> {
    let named = find("[data-live-address]").and_then(|element| element.get_attribute("data-live-address"));
    let address = named.unwrap_or_else(|| {
        let here = window().location();
        let mut address = here.pathname().unwrap_or_default();
        address.push_str(&here.search().unwrap_or_default());
        address
    });
    let answer = api::call(&address, RequestInit::new()).await?;
    if answer.redirected() {
        return Ok(None);
    }
    api::text(answer).await.map(Some)
}
