//! Fetches the page again every 20 seconds while it is visible, at once when it becomes visible or the network
//! returns, less often after failures, and never again once the session or the page is gone.

use std::cell::Cell;
use std::rc::Rc;

use app::browser::clock::device_now;
use app::browser::dom::{find, is_visible};
use app::browser::fetch::{self, FetchError};
use app::browser::polling::{INTERVAL, MAX_PAUSE, pause};
use app::browser::timer::Timer;
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::RequestInit;

use crate::notice::Notice;
use crate::{LivePage, regions};

/// How long the answer to a form is awaited, in milliseconds.
const MAX_ANSWER: i64 = 10_000;

#[derive(Default)]
pub(crate) struct Polling {
    timer: Timer,
    pub(crate) change_timer: Timer,
    pub(crate) lapse_timer: Timer,
    /// Whether the page is being fetched.
    is_fetching: Cell<bool>,
    /// Whether to fetch again after the response: the address to fetch has changed meanwhile.
    poll_again: Cell<bool>,
    has_ended: Cell<bool>,
    /// The number of failed polls in a row.
    failures: Cell<u32>,
    /// The time of the device until which a form that was sent may take the page away.
    leaving_until: Cell<i64>,
}

impl Polling {
    /// Whether polling has ended for good.
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended.get()
    }

    /// Whether the answer to a form is awaited: what the form deletes would be fetched in vain.
    pub(crate) fn is_leaving(&self) -> bool {
        device_now() < self.leaving_until.get()
    }
}

impl LivePage {
    pub(crate) fn start_polling(self: &Rc<Self>) {
        self.on(ev::visibilitychange, |page, _| page.poll_in(0));
        self.on(ev::online, |page, _| page.poll_in(0));
        self.on(ev::submit, |page, event| {
            if !event.default_prevented() {
                page.polling.leaving_until.set(device_now() + MAX_ANSWER);
            }
        });
        // The back button may restore the page as it was left.
        self.on(ev::pageshow, |page, _| page.polling.leaving_until.set(0));
        self.poll_in(INTERVAL);
    }

    /// Polls in `millis` milliseconds; never while the page is hidden or polling has ended.
    fn poll_in(self: &Rc<Self>, millis: u32) {
        if is_visible() && !self.polling.has_ended() {
            let page = self.clone();
            self.polling.timer.set(millis, move || spawn_local(page.poll()));
        } else {
            self.polling.timer.stop();
        }
    }

    /// Polls at once, or after the response in flight.
    pub(crate) fn poll_now(self: &Rc<Self>) {
        self.polling.poll_again.set(self.polling.is_fetching.get());
        self.poll_in(0);
    }

    async fn poll(self: Rc<Self>) {
        let polling = &self.polling;
        if polling.is_leaving() {
            return self.poll_in(INTERVAL);
        }
        if polling.is_fetching.replace(true) {
            return;
        }
        let address = live_address();
        let fetched = fetch_page(&address).await;
        polling.is_fetching.set(false);
        // The answer to a reply may have brought a newer page meanwhile, which this one would undo.
        if polling.poll_again.take() || live_address() != address {
            return self.poll_in(0);
        }
        let (notice, wanted) = match &fetched {
            Ok(Some(_)) => (None, INTERVAL),
            Ok(None) => (Some(Notice::SignedOut), INTERVAL),
            Err(FetchError::Gone) => (Some(Notice::Gone), INTERVAL),
            Err(FetchError::RateLimited(seconds)) => (Some(Notice::RateLimited), seconds.saturating_mul(1_000)),
            Err(FetchError::Unavailable) => (Some(Notice::Down), INTERVAL),
        };
        // A poll that went well does not end the confirmation of a copy.
        if notice.is_some() || self.notice.get_untracked() != Some(Notice::Copied) {
            self.notice.set(notice);
        }
        polling.has_ended.set(matches!(notice, Some(Notice::SignedOut | Notice::Gone)));
        polling.failures.set(if notice.is_some() { polling.failures.get() + 1 } else { 0 });
        if let Ok(Some(html)) = fetched
            && !self.dragging.is_active()
        {
            regions::refresh(&html);
            self.await_lapse();
        }
        self.poll_in(next_pause(polling.failures.get(), wanted));
    }
}

/// The time until the next poll in milliseconds, after so many failures in a row; the server may want a longer one.
fn next_pause(failures: u32, wanted: u32) -> u32 {
    pause(failures).max(wanted.min(MAX_PAUSE))
}

/// The address of the page as it is now.
fn live_address() -> String {
    let named = find("[data-live-address]").and_then(|element| element.get_attribute("data-live-address"));
    named.unwrap_or_else(|| {
        let here = window().location();
        [here.pathname(), here.search()].map(Result::unwrap_or_default).concat()
    })
}

/// Fetches the page; none if the response is a redirect to sign in.
async fn fetch_page(address: &str) -> Result<Option<String>, FetchError> {
    let response = fetch::call(address, RequestInit::new()).await?;
    if response.redirected() { Ok(None) } else { fetch::text(response).await.map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_poll_backs_off_and_respects_retry_after() {
        for (failures, wanted, expected) in [
            (0, INTERVAL, INTERVAL),
            (1, INTERVAL, INTERVAL),
            (3, INTERVAL, 80_000),
            (1, 60_000, 60_000),
            (3, 60_000, 80_000),
            (1, u32::MAX, MAX_PAUSE),
        ] {
            assert_eq!(next_pause(failures, wanted), expected, "{failures} {wanted}");
        }
    }
}
