//! The panel at work in the browser: what it knows, and how what it knows gets on the screen. What it
//! does stands in the files below, one for each thing a reader would call by a name of its own.

pub mod api;
pub mod dom;
pub mod earlier;
pub mod keeping;
pub mod local;
pub mod polling;
pub mod reading;
pub mod rows;
pub mod sending;
pub mod switching;
pub mod writing;

use std::cell::{Cell, RefCell};

use domain::portal::ChannelView;
use domain::{ChannelKey, Timestamp};

use super::clock::Clock;
use super::conversation::Conversation;
use super::message::Side;
use super::outbox::Outbox;
use super::sheet::{Sheet, new_since};
use super::{ChatStart, older_address};
use crate::i18n::I18n;
use dom::{Parts, Timer, put_text};
use polling::Standing;
use rows::{Place, Shown};

/// The panel. There is one, and it lives as long as the page.
pub struct Panel {
    start: ChatStart,
    i18n: I18n,
    side: Side,
    /// The page's title without a count.
    title: String,
    parts: Parts,
    state: RefCell<State>,
    polls: Timer,
    looks: Timer,
    sends: Timer,
    silence: Timer,
    /// Whether a poll is out.
    asking: Cell<bool>,
    /// Whether a message is out.
    sending: Cell<bool>,
    /// Whether a page of older messages is out.
    loading: Cell<bool>,
    /// Whether nobody has looked since the last poll.
    away: Cell<bool>,
    /// Whether the browser refused to keep something.
    forgets: Cell<bool>,
}

/// What changes.
struct State {
    conversation: Conversation,
    outbox: Outbox,
    open: ChannelKey,
    /// The rows of the log, as they stand on the page.
    shown: Vec<Shown>,
    /// Since when there was something new in the open channel, when it was opened.
    new_since: Option<Timestamp>,
    /// The newest moment of the open channel that was on the screen.
    seen: Option<Timestamp>,
    standing: Standing,
    /// How often polling has failed in a row.
    failures: u32,
    /// How far the server's clock is ahead of the device's, in milliseconds.
    ahead: i64,
    /// The receipt sent last, so that a refused one is not sent again and again.
    receipt: Option<(ChannelKey, Timestamp)>,
    /// What is being written in each channel, also where the browser keeps nothing.
    drafts: Vec<(ChannelKey, String)>,
    /// What the reader is told about the older messages.
    earlier: Option<&'static str>,
}

/// Takes over the panel on the page; leaves it as the server rendered it if it is not there.
pub fn begin(start: ChatStart, channels: Vec<ChannelView>, cursor: Option<Timestamp>) {
    let Some(parts) = Parts::find() else { return };
    let new_since = channels.iter().find(|channel| channel.key == start.open).and_then(new_since);
    let state = State {
        outbox: Outbox::default(),
        open: start.open.clone(),
        shown: Vec::new(),
        new_since,
        seen: None,
        standing: Standing::Live,
        failures: 0,
        ahead: start.now.as_millis() - local::device_now(),
        receipt: None,
        drafts: Vec::new(),
        earlier: None,
        conversation: Conversation::new(channels, cursor),
    };
    let panel: &'static Panel = Box::leak(Box::new(Panel {
        i18n: I18n(start.language),
        side: Side::Client(start.agency.clone()),
        title: leptos::prelude::document().title(),
        parts,
        state: RefCell::new(state),
        polls: Timer::default(),
        looks: Timer::default(),
        sends: Timer::default(),
        silence: Timer::default(),
        asking: Cell::default(),
        sending: Cell::default(),
        loading: Cell::default(),
        away: Cell::default(),
        forgets: Cell::default(),
        start,
    }));
    panel.remember();
    // Whoever has scrolled before the script came is reading.
    let place = if panel.parts.is_at_end() { Place::New } else { Place::Keep };
    panel.quietly();
    panel.refresh(place);
    panel.listen_to_tabs();
    panel.listen_to_writing();
    panel.listen_to_log();
    panel.begin_polling();
    panel.send_on();
    dom::register_worker();
}

impl Panel {
    /// Brings what is known onto the screen.
    fn refresh(&'static self, place: Place) {
        let rows = {
            let state = self.state.borrow();
            let Some(channel) = state.conversation.channel(&state.open) else { return };
            let sheet = Sheet {
                clock: self.clock(&state),
                side: &self.side,
                new_since: state.new_since,
                other_read_at: channel.other_read_at,
            };
            sheet.rows(&channel.messages, state.outbox.of(&state.open))
        };
        self.show(rows, place);
        self.refresh_around();
        self.look_soon();
    }

    /// Brings everything but the messages up to date: tabs, title, notices, what leads elsewhere.
    fn refresh_around(&'static self) {
        let state = self.state.borrow();
        let parts = &self.parts;
        self.show_tabs(&state);

        let open = state.conversation.channel(&state.open);
        let older = open.and_then(|channel| older_address(&self.start, channel));
        parts.older.set_hidden(older.is_none());
        dom::put(&parts.older_link, "href", &older.unwrap_or_default());
        put_text(
            &parts.older_link,
            if self.loading.get() { self.i18n.loading_older() } else { self.i18n.show_earlier() },
        );
        parts.empty.set_hidden(!state.shown.is_empty());

        let unseen = if parts.is_at_end() {
            0
        } else {
            let read_at = open.and_then(|channel| channel.read_at);
            state.conversation.unread_after(&state.open, state.seen.max(read_at))
        };
        put_text(&parts.jump, &if unseen > 0 { self.i18n.jump(unseen) } else { String::new() });
        parts.jump.set_hidden(unseen == 0);

        self.tell_unread(state.conversation.unread());

        let mut notice = String::new();
        let outdated = state.conversation.outdated.then(|| self.i18n.outdated());
        let clock = (state.ahead.abs() > local::FAR_OFF).then(|| self.i18n.clock_off());
        let forgets = self.forgets.get().then(|| self.i18n.no_storage());
        let told = [state.standing.i18n(self.i18n), outdated, state.earlier, clock, forgets];
        for sentence in told.into_iter().flatten() {
            if !notice.is_empty() {
                notice.push(' ');
            }
            notice.push_str(sentence);
        }
        put_text(&parts.notice, &notice);
        dom::set_flag(&parts.send, "disabled", state.standing == Standing::Closed);
    }

    /// Shows how many messages of all channels are unread: in the title, and where the page leads here.
    fn tell_unread(&self, unread: i64) {
        let mut title = String::new();
        if unread > 0 {
            title.push('(');
            title.push_str(&unread.to_string());
            title.push_str(") ");
        }
        title.push_str(&self.title);
        let document = leptos::prelude::document();
        if document.title() != title {
            document.set_title(&title);
        }
        if let Some(above) = &self.parts.above {
            if let (Some(seen), Some(heard)) = (above.first_element_child(), above.last_element_child()) {
                put_text(&seen, &unread.to_string());
                put_text(&heard, &self.i18n.unread(unread));
            }
            above.set_hidden(unread == 0);
        }
    }

    /// The reader's clock, set by the server's.
    fn clock(&self, state: &State) -> Clock {
        let now = Timestamp::from_millis(local::device_now() + state.ahead);
        Clock { language: self.start.language, zone: local::zone, now, is_own: true }
    }
}
