//! The chat in the browser: its state, and how the page is updated from it. Each behaviour has a module
//! of its own below.

pub mod api;
pub mod dom;
pub mod offline_forms;
pub mod older_messages;
pub mod polling;
pub mod read_receipts;
pub mod rows;
pub mod sending;
pub mod session_storage;
pub mod switching;
pub mod writing;

use std::cell::{Cell, RefCell};

use domain::portal::ChannelView;
use domain::{ChannelKey, Timestamp};
use web_sys::Element;

use super::clock::Clock;
use super::conversation::Conversation;
use super::message::Side;
use super::message_list::{MessageList, new_since};
use super::{ChatStart, older_address};
use crate::browser::clock;
use crate::browser::dom::{set_attr, set_text, toggle_attr};
use crate::browser::outbox::Outbox;
use crate::browser::timer::Timer;
use crate::i18n::I18n;
use dom::PanelElements;
use polling::ConnectionState;
use rows::{RenderedRow, ScrollAnchor};

/// The chat panel. There is one per page, and it is never dropped.
pub struct ChatPanel {
    start: ChatStart,
    i18n: I18n,
    side: Side,
    /// The page's title without the unread count.
    title: String,
    elements: PanelElements,
    state: RefCell<State>,
    poll_timer: Timer,
    read_timer: Timer,
    send_timer: Timer,
    announce_timer: Timer,
    /// Whether a poll is in flight.
    is_polling: Cell<bool>,
    /// Whether a message is being sent.
    is_sending: Cell<bool>,
    /// Whether a page of older messages is being fetched.
    is_loading_older: Cell<bool>,
    /// Whether the page was hidden since the last poll.
    was_hidden: Cell<bool>,
    /// Whether session storage refused a write.
    storage_failed: Cell<bool>,
}

/// The mutable state of the panel.
struct State {
    conversation: Conversation,
    outbox: Outbox,
    open: ChannelKey,
    /// The rows of the log on the page.
    rendered: Vec<RenderedRow>,
    /// Messages of the open channel after this are marked as new.
    new_since: Option<Timestamp>,
    /// The time of the newest message of the open channel that was visible.
    seen: Option<Timestamp>,
    connection: ConnectionState,
    /// The number of failed polls in a row.
    failures: u32,
    /// The server's clock minus the device's, in milliseconds.
    clock_offset: i64,
    /// The read receipt sent last, so that a refused one is not repeated until the next poll.
    receipt: Option<(ChannelKey, Timestamp)>,
    /// The draft of each channel; it works without session storage too.
    drafts: Vec<(ChannelKey, String)>,
    /// The error message about older messages.
    older_error: Option<&'static str>,
}

/// Starts the chat on the page's panel; does nothing if the panel is missing.
pub fn start(start: ChatStart, channels: Vec<ChannelView>, cursor: Option<Timestamp>) {
    let Some(elements) = PanelElements::find() else { return };
    let new_since = channels.iter().find(|channel| channel.key == start.open).and_then(new_since);
    let state = State {
        outbox: Outbox::default(),
        open: start.open.clone(),
        rendered: Vec::new(),
        new_since,
        seen: None,
        connection: ConnectionState::Connected,
        failures: 0,
        clock_offset: start.now.as_millis() - clock::device_now(),
        receipt: None,
        drafts: Vec::new(),
        older_error: None,
        conversation: Conversation::new(channels, cursor),
    };
    let panel: &'static ChatPanel = Box::leak(Box::new(ChatPanel {
        i18n: start.i18n,
        side: Side::Client(start.agency.clone()),
        title: leptos::prelude::document().title(),
        elements,
        state: RefCell::new(state),
        poll_timer: Timer::default(),
        read_timer: Timer::default(),
        send_timer: Timer::default(),
        announce_timer: Timer::default(),
        is_polling: Cell::default(),
        is_sending: Cell::default(),
        is_loading_older: Cell::default(),
        was_hidden: Cell::default(),
        storage_failed: Cell::default(),
        start,
    }));
    if !panel.start.is_preview {
        panel.restore_session();
    }
    // A reader who scrolled before the script started stays where they are.
    let anchor = if panel.elements.is_at_end() { ScrollAnchor::FirstNew } else { ScrollAnchor::Current };
    panel.suppress_announcements();
    panel.refresh(anchor);
    panel.add_tab_listeners();
    panel.add_composer_listeners();
    panel.add_log_listeners();
    panel.add_offline_listeners();
    panel.start_polling();
    panel.send_pending();
    dom::register_service_worker();
}

impl ChatPanel {
    /// Updates the whole panel from the state.
    fn refresh(&'static self, anchor: ScrollAnchor) {
        let rows = {
            let state = self.state.borrow();
            let Some(channel) = state.conversation.channel(&state.open) else { return };
            let list = MessageList {
                clock: self.clock(&state),
                side: &self.side,
                new_since: state.new_since,
                other_read_at: channel.other_read_at,
            };
            list.rows(channel, state.outbox.at(state.open.as_str()))
        };
        self.show(rows, anchor);
        self.refresh_controls();
        self.schedule_read_check();
    }

    /// Updates everything but the messages: tabs, title, notices, links.
    fn refresh_controls(&'static self) {
        let state = self.state.borrow();
        let elements = &self.elements;
        self.show_tabs(&state);

        let open = state.conversation.channel(&state.open);
        let older = open.and_then(|channel| older_address(&self.start, channel));
        elements.older.set_hidden(older.is_none());
        set_attr(&elements.older_link, "href", &older.unwrap_or_default());
        set_text(
            &elements.older_link,
            if self.is_loading_older.get() { self.i18n.loading_older() } else { self.i18n.show_earlier() },
        );
        elements.empty.set_hidden(!state.rendered.is_empty());

        let unseen = if elements.is_at_end() {
            0
        } else {
            let read_at = open.and_then(|channel| channel.read_at);
            state.conversation.unread_after(&state.open, state.seen.max(read_at))
        };
        set_text(&elements.jump, &if unseen > 0 { self.i18n.jump(unseen) } else { String::new() });
        elements.jump.set_hidden(unseen == 0);

        self.show_unread_count(state.conversation.unread());

        let mut notice = String::new();
        let outdated = state.conversation.outdated.then(|| self.i18n.outdated());
        let clock = (state.clock_offset.abs() > clock::MAX_CLOCK_SKEW).then(|| self.i18n.clock_off());
        let storage = self.storage_failed.get().then(|| self.i18n.no_storage());
        let notices = [state.connection.notice(self.i18n), outdated, state.older_error, clock, storage];
        for sentence in notices.into_iter().flatten() {
            if !notice.is_empty() {
                notice.push(' ');
            }
            notice.push_str(sentence);
        }
        set_text(&elements.notice, &notice);
        let is_closed = self.start.is_preview || state.connection == ConnectionState::Closed;
        toggle_attr(&elements.send, "disabled", is_closed);
    }

    /// Shows the unread count of all channels in the title and beside the link to the conversation.
    fn show_unread_count(&self, unread: i64) {
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
        if let Some(above) = &self.elements.above {
            self.show_count(above, unread);
        }
    }

    /// Updates what [`UnreadCount`](super::tabs::UnreadCount) has rendered.
    fn show_count(&self, badge: &Element, unread: i64) {
        if let (Some(visible), Some(label)) = (badge.first_element_child(), badge.last_element_child()) {
            set_text(&visible, &unread.to_string());
            set_text(&label, &self.i18n.unread(unread));
        }
        toggle_attr(badge, "hidden", unread == 0);
    }

    /// The device's clock, corrected by the server's.
    fn clock(&self, state: &State) -> Clock {
        let now = Timestamp::from_millis(clock::device_now() + state.clock_offset);
        Clock { i18n: self.start.i18n, utc_offset: clock::utc_offset, now, is_own: true }
    }
}
