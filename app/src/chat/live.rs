//! The live side of the panel. It polls every 20 seconds while somebody looks, at once when they
//! come back, slower while the server is in trouble, and no more once access is gone (SPEC:
//! Events).

use domain::id::CommentId;
use domain::{ChannelKey, Timestamp};
use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;
use send_wrapper::SendWrapper;
use web_sys::VisibilityState;

use super::ChatStart;
use super::api::{self, Trouble};
use super::conversation::{Conversation, News};
use crate::words::Words;

/// How often to ask, in milliseconds.
const INTERVAL: u32 = 20_000;
/// The longest pause after failures, in milliseconds.
const LONGEST_PAUSE: u32 = 320_000;

/// How polling goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Fine.
    Live,
    /// Failing for the moment.
    Reconnecting,
    /// Asked too often.
    SlowedDown,
    /// Access is gone for good.
    Closed,
}

impl Standing {
    /// What to tell the reader, if anything.
    pub fn words(self, words: Words) -> Option<&'static str> {
        match self {
            Self::Live => None,
            Self::Reconnecting => Some(words.reconnecting()),
            Self::SlowedDown => Some(words.slowed_down()),
            Self::Closed => Some(words.closed()),
        }
    }
}

/// What nothing on the page follows.
struct Behind {
    start: ChatStart,
    failures: u32,
    asking: bool,
    /// None on the server, where the page may be taken down on another thread than it was made on.
    timer: Option<SendWrapper<Timeout>>,
    /// The read receipt sent last, so that a refused one is not sent again and again.
    receipt: Option<(ChannelKey, Timestamp)>,
    /// Where the line above the unread messages stood when the channel was opened.
    unread_from: Option<CommentId>,
}

/// A handle to the panel's state.
#[derive(Clone, Copy)]
pub struct Live {
    /// What is shown.
    pub conversation: RwSignal<Conversation>,
    /// The channel on show.
    pub open: RwSignal<ChannelKey>,
    /// How polling goes.
    pub standing: RwSignal<Standing>,
    /// Whether the page is in the foreground.
    pub visible: RwSignal<bool>,
    behind: StoredValue<Behind>,
}

impl Live {
    /// At rest and open on `open`, until [`begin`](Self::begin).
    pub fn new(start: ChatStart, conversation: Conversation, open: ChannelKey) -> Self {
        let unread_from = conversation.first_unread(&open).map(|message| message.id.clone());
        let behind = Behind { start, failures: 0, asking: false, timer: None, receipt: None, unread_from };
        Self {
            conversation: RwSignal::new(conversation),
            open: RwSignal::new(open),
            standing: RwSignal::new(Standing::Live),
            visible: RwSignal::new(false),
            behind: StoredValue::new(behind),
        }
    }

    /// Begins polling. Browser only.
    pub fn begin(self) {
        self.visible.set(is_visible());
        let listener = window_event_listener_untyped("visibilitychange", move |_| {
            self.visible.set(is_visible());
            self.wait(0);
        });
        on_cleanup(move || listener.remove());
        self.wait(INTERVAL);
    }

    /// Opens a channel; the line above what is new stays where it is now until the next one.
    pub fn switch(self, key: ChannelKey) {
        let first =
            self.conversation.with_untracked(|chat| chat.first_unread(&key).map(|one| one.id.clone()));
        self.behind.update_value(|behind| behind.unread_from = first);
        self.open.set(key);
    }

    /// Whether the unread messages began here when the channel was opened.
    pub fn begins_unread(self, message: &CommentId) -> bool {
        self.behind.with_value(|behind| behind.unread_from.as_ref() == Some(message))
    }

    /// Asks again in so many milliseconds; not at all while nobody looks or access is gone.
    fn wait(self, millis: u32) {
        let wanted = self.visible.get_untracked() && self.standing.get_untracked() != Standing::Closed;
        let timer = wanted.then(|| SendWrapper::new(Timeout::new(millis, move || spawn_local(self.poll()))));
        // Replacing a timer cancels it.
        self.behind.update_value(|behind| behind.timer = timer);
    }

    async fn poll(self) {
        if self.behind.try_with_value(|behind| behind.asking) != Some(false) {
            return;
        }
        self.behind.update_value(|behind| behind.asking = true);
        let since = self.conversation.with_untracked(Conversation::cursor);
        let answer = api::poll(&self.start(), since).await;
        self.behind.update_value(|behind| behind.asking = false);
        match answer {
            Ok(news) => {
                self.receive(news);
                self.stand(Standing::Live, INTERVAL);
            }
            Err(Trouble::Gone) => self.stand(Standing::Closed, INTERVAL),
            Err(Trouble::Slow(seconds)) => {
                let wanted = seconds.saturating_mul(1_000).min(LONGEST_PAUSE);
                self.stand(Standing::SlowedDown, self.pause().max(wanted));
            }
            Err(Trouble::Down) => self.stand(Standing::Reconnecting, self.pause()),
        }
    }

    /// Takes in what a poll brought; the page is left alone when that is nothing.
    fn receive(self, news: News) {
        self.behind.update_value(|behind| {
            behind.failures = 0;
            behind.receipt = None;
        });
        if self.conversation.with_untracked(|conversation| conversation.is_news(&news)) {
            self.conversation.update(|conversation| conversation.receive(news));
        }
    }

    /// How long to wait after a failure; each doubles it.
    fn pause(self) -> u32 {
        self.behind.update_value(|behind| behind.failures += 1);
        let failures = self.behind.with_value(|behind| behind.failures);
        INTERVAL.saturating_mul(1 << failures.clamp(1, 5).saturating_sub(1)).min(LONGEST_PAUSE)
    }

    fn stand(self, standing: Standing, pause: u32) {
        if self.standing.get_untracked() != standing {
            self.standing.set(standing);
        }
        self.wait(pause);
    }

    /// Writes a message in the open channel and shows it.
    ///
    /// # Errors
    /// Why it was not written.
    pub async fn write(self, text: String) -> Result<(), Trouble> {
        let comment = api::write(&self.start(), &self.open.get_untracked(), &text).await?;
        self.conversation.update(|conversation| conversation.sent(comment));
        Ok(())
    }

    /// Records that what is on show in the open channel has been read, if something is unread.
    pub fn read(self) {
        let channel = self.open.get();
        let Some(up_to) = self.conversation.with(|conversation| conversation.unread_up_to(&channel)) else {
            return;
        };
        let receipt = Some((channel.clone(), up_to));
        if self.behind.with_value(|behind| behind.receipt == receipt) {
            return;
        }
        self.behind.update_value(|behind| behind.receipt = receipt);
        spawn_local(async move {
            if api::mark_read(&self.start(), &channel, up_to).await.is_ok() {
                self.conversation.update(|conversation| conversation.read_up_to(&channel, up_to));
            }
        });
    }

    fn start(self) -> ChatStart {
        self.behind.with_value(|behind| behind.start.clone())
    }
}

fn is_visible() -> bool {
    document().visibility_state() == VisibilityState::Visible
}
