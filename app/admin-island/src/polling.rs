//! Fetches the page again every 20 seconds while it is visible, at once when it becomes visible or the network
//! returns, less often after failures, and never again once the session or the page is gone.

use leptos::prelude::{document, window};
use leptos::task::spawn_local;
use web_sys::RequestInit;

use crate::{LivePage, regions};
use app::browser::dom::{find, is_visible, listen};
use app::browser::fetch::{self, FetchError};
use app::browser::polling::{INTERVAL, MAX_PAUSE, pause};

impl LivePage {
    pub(super) fn start_polling(&'static self) {
        listen(&document(), "visibilitychange", move |_| self.poll_in(0));
        listen(&window(), "online", move |_| self.poll_in(0));
        self.poll_in(INTERVAL);
    }

    /// Polls in `millis` milliseconds; never while the page is hidden or polling has ended.
    fn poll_in(&'static self, millis: u32) {
        if is_visible() && !self.has_ended.get() {
            self.poll_timer.set(millis, move || spawn_local(self.poll()));
        } else {
            self.poll_timer.stop();
        }
    }

    /// Polls at once, or after the response in flight.
    pub(super) fn poll_now(&'static self) {
        self.poll_again.set(self.is_polling.get());
        self.poll_in(0);
    }

    async fn poll(&'static self) {
        if self.is_polling.replace(true) {
            return;
        }
        let page = page().await;
        self.is_polling.set(false);
        if self.poll_again.take() {
            return self.poll_in(0);
        }
        let next = match page {
            Ok(Some(page)) => {
                self.set_failures(0);
                self.show_notice(None);
                if self.drag.borrow().is_none() {
                    self.show_page(&page);
                }
                INTERVAL
            }
            Ok(None) => self.end("data-signed-out"),
            Err(FetchError::Gone) => self.end("data-gone"),
            Err(FetchError::RateLimited(seconds)) => {
                self.show_notice(Some("data-slow"));
                self.set_failures(self.failures.get() + 1).max(seconds.saturating_mul(1_000).min(MAX_PAUSE))
            }
            Err(FetchError::Unavailable) => {
                self.show_notice(Some("data-down"));
                self.set_failures(self.failures.get() + 1)
            }
        };
        self.poll_in(next);
    }

    /// Shows what a fetched page shows.
    pub(super) fn show_page(&self, html: &str) {
        if let Some(tag) = regions::refresh(html) {
            self.change_tag.replace(tag);
        }
    }

    /// Stores the number of failures in a row; returns the pause, in milliseconds.
    fn set_failures(&self, failures: u32) -> u32 {
        self.failures.set(failures);
        pause(failures)
    }

    /// Ends polling for good, with the notice `why`; returns an unused pause.
    fn end(&self, why: &str) -> u32 {
        self.has_ended.set(true);
        self.show_notice(Some(why));
        if let Some(again) = find("#live-again") {
            again.set_hidden(why != "data-signed-out");
        }
        INTERVAL
    }
}

/// Fetches the page; none if the response is a redirect to sign in.
async fn page() -> Result<Option<String>, FetchError> {
    let named = find("[data-live-address]").and_then(|element| element.get_attribute("data-live-address"));
    let address = named.unwrap_or_else(|| {
        let here = window().location();
        let mut address = here.pathname().unwrap_or_default();
        address.push_str(&here.search().unwrap_or_default());
        address
    });
    let response = fetch::call(&address, RequestInit::new()).await?;
    if response.redirected() {
        return Ok(None);
    }
    fetch::text(response).await.map(Some)
}
