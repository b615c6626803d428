//! The chat as an island: the server renders it, and the browser makes it live. One state ([`ChatState`]), components
//! that show it, and behaviours that change it, each in a module of its own. Live texts are `Option<String>`, live
//! attributes `String` or `bool`: each further type of a live value takes half a kilobyte of the module.

pub mod composer;
mod fetch;
pub mod log;
mod offline_forms;
mod older_messages;
mod other_tabs;
mod page;
pub mod panel;
mod polling;
mod read_receipts;
mod scrolling;
mod sending;
mod session;
pub mod tabs;

use leptos::either::Either;
use leptos::html::{Div, Input, Ol, Textarea};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{BroadcastChannel, PageTransitionEvent};

use app::browser::clock::device_now;
use app::browser::dom::{is_visible, listen};
use app::browser::sent_form;
use app::browser::timer::Timer;
use app::chat::ChatData;
use app::chat::clock::ClockZone;
use app::chat::message_list::Row;
use app::chat::state::ChatState;
use app::chat::tabs::tab_id;
use app::i18n::I18n;
pub use panel::Chat;

use composer::Composer;
use log::MessageLog;
use scrolling::ScrollAnchor;
use tabs::{ChannelTabs, TO_CONVERSATION, fragment};

/// The chat of the page, from what [`Chat`] has put into it.
///
/// # Panics
/// If the page has no such data: it then works as it does without JavaScript.
#[island]
pub fn ChatIsland() -> impl IntoView {
    let data = take_context::<ChatData>().or_else(page::data).expect("the page has the data of its chat");
    let chat = LiveChat::new(data);
    if cfg!(target_arch = "wasm32") {
        // Runs once, after the view is hydrated: it reads nothing reactively.
        Effect::new(move |_| untrack(|| chat.begin()));
    }
    let no_writing = chat.state.read_untracked().start.no_writing.clone();
    let composer = if no_writing.is_empty() {
        Either::Left(view! { <Composer chat/> })
    } else {
        Either::Right(view! { <p class="chat__notice">{no_writing}</p> })
    };
    view! {
        <div class="chat">
            <ChannelTabs chat/>
            <div
                id="channel"
                class="chat__channel"
                role="tabpanel"
                aria-labelledby=move || tab_id(&chat.state.read().open)
            >
                <MessageLog chat/>
                <p class="chat__notice" role="status">{move || chat.state.read().notice()}</p>
                <p class="chat__notice" role="status" lang=chat.i18n().0.other().as_str()>
                    {move || chat.state.read().other_notice()}
                </p>
                {composer}
            </div>
        </div>
    }
}

/// The state of the chat, and the elements and timers that its behaviours use.
#[derive(Clone, Copy)]
pub struct LiveChat {
    state: RwSignal<ChatState>,
    /// The rows of the open channel.
    rows: Memo<Vec<Row>>,
    log: NodeRef<Div>,
    list: NodeRef<Ol>,
    field: NodeRef<Textarea>,
    files: NodeRef<Input>,
    timers: StoredValue<Timers>,
    activity: StoredValue<Activity>,
}

#[derive(Default, Clone)]
struct Timers {
    poll: Timer,
    read: Timer,
    send: Timer,
    announce: Timer,
}

/// What is under way, which nothing on the page shows.
#[derive(Default)]
struct Activity {
    is_polling: bool,
    /// Whether to poll again after the response: something has happened since the request.
    poll_again: bool,
    is_sending: bool,
    /// The scroll position of the log that the next frame sets.
    scroll: Option<ScrollAnchor>,
    /// Reaches the portal's other tabs; none in a browser without it.
    tabs: Option<BroadcastChannel>,
}

impl LiveChat {
    fn new(data: ChatData) -> Self {
        let state = RwSignal::new(ChatState::new(data));
        Self {
            state,
            rows: Memo::new(move |_| state.read().rows()),
            log: NodeRef::new(),
            list: NodeRef::new(),
            field: NodeRef::new(),
            files: NodeRef::new(),
            timers: StoredValue::new(Timers::default()),
            activity: StoredValue::new(Activity::default()),
        }
    }

    fn i18n(self) -> I18n {
        self.state.read_untracked().start.i18n
    }

    fn timers(self) -> Timers {
        self.timers.get_value()
    }

    /// Makes the page live.
    fn begin(self) {
        // A reader who scrolled before the script started, or whom a link led to a message, stays there. With new messages,
        // the browser has scrolled to them.
        let has_new = self.state.read_untracked().new_since.is_some();
        let is_new_first = self.is_at_end() || has_new && !fragment().starts_with("#message-");
        let anchor = if is_new_first { ScrollAnchor::FirstNew } else { ScrollAnchor::Current };
        self.suppress_announcements();
        self.change(anchor, |state| {
            state.zone = ClockZone::Device;
            state.clock_offset = state.start.now.as_millis() - device_now();
        });
        sent_form::forget_answered(session::is_accepted);
        self.restore_session();
        self.show_unread_on_page();
        self.scroll_tab_into_view();
        self.listen_to_page();
        self.listen_to_forms();
        self.keep_reasons();
        self.listen_to_tabs();
        self.poll_in(0);
        self.send_pending();
        page::register_service_worker();
    }

    /// Follows what happens to the window.
    fn listen_to_page(self) {
        listen(&document(), "visibilitychange", move |_| {
            self.state.write_untracked().was_hidden |= !is_visible();
            self.poll_in(0);
            self.schedule_read_check();
        });
        listen(&window(), "online", move |_| self.catch_up());
        // A page from the back/forward cache is as old as its last poll, and what it was sending has failed.
        listen(&window(), "pageshow", move |event| {
            if event.unchecked_ref::<PageTransitionEvent>().persisted() {
                self.catch_up();
            }
        });
        listen(&window(), "popstate", move |_| self.follow_address());
        // On a narrow screen the conversation begins to show.
        listen(&window(), "hashchange", move |_| {
            if fragment() == TO_CONVERSATION {
                let unread = self.state.read_untracked().unread_elsewhere();
                if let Some(key) = unread {
                    self.switch(&key);
                }
                self.change(ScrollAnchor::FirstNew, |_| ());
            }
            self.schedule_read_check();
        });
        for event in ["scroll", "resize"] {
            listen(&window(), event, move |_| self.schedule_read_check());
        }
        listen(&window(), "beforeunload", move |event| {
            if self.state.read_untracked().would_lose_text() {
                event.prevent_default();
            }
        });
    }

    fn catch_up(self) {
        self.retry_failed();
        self.poll_in(0);
    }
}
