//! Live behaviour of the agency's pages: refresh, keyboard shortcuts, copy buttons, drag and drop. Attributes
//! of the page turn each on, and each has an alternative without JavaScript:
//!
//! * `data-live="name"`: updated by fetching the page again, every 20 seconds and within two when something changed
//!   ([`changes`], [`regions`]); unchanged children
//!   with a `data-key` are not touched. `data-live-address`: the address to fetch instead of the page's own.
//! * `data-unread="3"`: the unread count for the title.
//! * `data-hotkey="r"`: this key focuses or clicks the element. `data-line`: j and k move along these elements.
//!   `data-enter-sends`: Enter sends the form ([`keys`]).
//! * `data-reply="place"` on a form: drafts and unsent replies are kept, and shown in `data-unsent` ([`replies`]).
//! * `data-draft` in a form, `hidden`: the notice that the form shows a draft ([`drafts`]).
//! * `data-preview` on a form: a change of a select fetches the page with the form's values in its address
//!   ([`preview`]).
//! * `data-copy="text"`: a button that copies, `hidden` without JavaScript ([`copying`]).
//! * `data-drag="id"` inside `data-drop="key"`: a drop sends the form `#move-form` with `id`, `to` and `before`
//!   ([`dragging`]).

mod changes;
mod copying;
mod drafts;
mod dragging;
mod drop_position;
mod keys;
mod plan;
mod polling;
mod preview;
mod regions;
mod replies;

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use web_sys::HtmlElement;

use app::browser::dom::find;
use app::browser::timer::Timer;
use app::i18n::I18n;
use dragging::Drag;
use replies::Reply;

/// How the keys of drafts and unsent replies in the tab's session storage begin.
pub const DRAFT_KEYS: [&str; 4] = [replies::DRAFT, replies::UNSENT, drafts::FORM, drafts::SENT];

/// The live page. There is one, and it is never dropped.
pub struct LivePage {
    /// The status notice. Its `data-` attributes hold its texts.
    notice: HtmlElement,
    poll_timer: Timer,
    change_timer: Timer,
    reply_timer: Timer,
    /// Clears the notice.
    notice_timer: Timer,
    /// Turns a long press into a drag.
    press_timer: Timer,
    /// Whether the page is being fetched.
    is_polling: Cell<bool>,
    /// Whether to fetch again after the response: the address to fetch has changed meanwhile.
    poll_again: Cell<bool>,
    /// Whether polling has ended for good.
    has_ended: Cell<bool>,
    /// The number of failed polls in a row.
    failures: Cell<u32>,
    /// The tag of the changes that the page shows ([`changes`]).
    change_tag: RefCell<String>,
    /// The unsent replies of this tab, the oldest first ([`replies`]).
    replies: RefCell<Vec<Reply>>,
    /// Whether a reply is being sent.
    is_sending: Cell<bool>,
    drag: RefCell<Option<Drag>>,
    /// Whether an item was just dropped: the click event that follows is ignored.
    was_dropped: Cell<bool>,
}

impl LivePage {
    /// Shows the text in the notice's attribute `name`, or clears the notice.
    fn show_notice(&self, name: Option<&str>) {
        let text = name.and_then(|name| self.notice.get_attribute(name)).unwrap_or_default();
        app::browser::dom::set_text(&self.notice, &text);
    }
}

/// Starts the live page; does nothing if the notice element is missing.
fn start() {
    let Some(notice) = find("#live-notice") else { return };
    let change_tag = notice.get_attribute("data-change-tag").unwrap_or_default();
    let live: &'static LivePage = Box::leak(Box::new(LivePage {
        notice,
        poll_timer: Timer::default(),
        change_timer: Timer::default(),
        reply_timer: Timer::default(),
        notice_timer: Timer::default(),
        press_timer: Timer::default(),
        is_polling: Cell::default(),
        poll_again: Cell::default(),
        has_ended: Cell::default(),
        failures: Cell::default(),
        change_tag: RefCell::new(change_tag),
        replies: RefCell::default(),
        is_sending: Cell::default(),
        drag: RefCell::default(),
        was_dropped: Cell::default(),
    }));
    let page = document();
    copying::show_copy_buttons(&page);
    regions::show_unread_count(&page);
    live.add_key_listeners();
    live.add_reply_listeners();
    drafts::keep();
    live.add_copy_listener();
    live.add_drag_listeners();
    live.start_polling();
    live.watch_changes();
    live.add_preview_listener();
}

/// The elements the live page needs: the notice and the list of shortcuts. Once on every page of the agency.
/// `changes` is the address that answers whether the page has changed, `change_tag` its answer for what the page shows.
#[component]
pub fn AdminLive(changes: String, change_tag: String, i18n: I18n) -> impl IntoView {
    let key = |key: &'static str, what: &'static str| {
        view! {
            <dt><kbd>{key}</kbd></dt>
            <dd>{what}</dd>
        }
    };
    view! {
        <div class="live">
            <p
                id="live-notice"
                class="live__notice"
                role="status"
                data-changes=changes
                data-change-tag=change_tag
                data-down=i18n.live_down()
                data-slow=i18n.live_slow()
                data-gone=i18n.live_gone()
                data-signed-out=i18n.live_signed_out()
                data-copied=i18n.copied()
            ></p>
            <a id="live-again" class="live__again" href="" hidden>{i18n.sign_in()}</a>
            <button
                id="live-help"
                type="button"
                class="live__help"
                popovertarget="hotkeys"
                aria-label=i18n.hotkeys()
                title=i18n.hotkeys()
                data-hotkey="?"
                hidden
            >
                "?"
            </button>
            <div id="hotkeys" class="dialog hotkeys" popover role="dialog" aria-labelledby="hotkeys-heading" tabindex="-1" autofocus>
                <h2 id="hotkeys-heading">{i18n.hotkeys()}</h2>
                <dl class="hotkeys__list">
                    {key("j", i18n.hotkey_next())}
                    {key("k", i18n.hotkey_previous())}
                    {key("r", i18n.hotkey_reply())}
                    {key("u", i18n.hotkey_unread())}
                    {key("/", i18n.hotkey_search())}
                    {key("?", i18n.hotkey_help())}
                </dl>
                <p class="field field--flag">
                    <input id="hotkeys-on" type="checkbox" checked/>
                    <label for="hotkeys-on">{i18n.hotkeys_on()}</label>
                </p>
                <button type="button" class="button button--quiet" popovertarget="hotkeys" popovertargetaction="hide">
                    {i18n.close()}
                </button>
            </div>
            <AdminIsland/>
        </div>
    }
}

/// An island without a view: it starts the live page.
#[island]
pub fn AdminIsland() -> impl IntoView {
    if cfg!(target_arch = "wasm32") {
        start();
    }
}
