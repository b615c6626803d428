//! What makes the agency's pages live: they follow what happens, keys lead about, texts are copied, things
//! are dragged. All of it is asked for by attributes of the page, and all of it has a way without a script:
//!
//! * `data-live="name"`: brought up to date every 20 seconds by fetching the page again ([`regions`]); children
//!   with a `data-key` are kept as they are where they have not changed. `data-live-address`: what to fetch in
//!   place of the page's own address.
//! * `data-unread="3"`: the count in the title.
//! * `data-hotkey="r"`: this key puts the focus here, or clicks here. `data-line`: j and k walk along these.
//!   `data-enter-sends`: Enter sends the form ([`keys`]).
//! * `data-preview` on a form: choosing something fetches the page with the choices in its address ([`preview`]).
//! * `data-copy="text"`: a button, `hidden` without a script, that copies ([`copying`]).
//! * `data-drag="id"` inside `data-drop="key"`: dropped, the form `#move-form` is sent with `id`, `to` and
//!   `before` ([`dragging`]).

pub mod copying;
pub mod dragging;
pub mod keys;
pub mod place;
pub mod plan;
pub mod polling;
pub mod preview;
pub mod regions;

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::chat::live::dom::{Timer, find};
use crate::i18n::I18n;
use dragging::Drag;

/// The page at work in the browser. There is one, and it lives as long as the page.
pub struct Live {
    /// Where to say what is not as usual. What there is to say stands in its attributes.
    notice: HtmlElement,
    polls: Timer,
    /// Until the notice is quiet again.
    quiet: Timer,
    /// Until a press becomes a drag.
    press: Timer,
    /// Whether the page is being fetched.
    asking: Cell<bool>,
    /// Whether to ask again as soon as it is: what it is asked for has changed meanwhile.
    again: Cell<bool>,
    /// Whether there is nothing more to ask for.
    is_over: Cell<bool>,
    /// How often it has failed in a row.
    failures: Cell<u32>,
    drag: RefCell<Option<Drag>>,
    /// Whether something was just dropped: the click that follows is none.
    dropped: Cell<bool>,
}

impl Live {
    /// Says one of the sentences of the notice, or nothing.
    fn tell(&self, sentence: Option<&str>) {
        let text = sentence.and_then(|name| self.notice.get_attribute(name)).unwrap_or_default();
        crate::chat::live::dom::put_text(&self.notice, &text);
    }
}

/// Takes over the page; leaves it as the server rendered it if there is no place to say something.
fn begin() {
    let Some(notice) = find("#live-notice") else { return };
    let live: &'static Live = Box::leak(Box::new(Live {
        notice,
        polls: Timer::default(),
        quiet: Timer::default(),
        press: Timer::default(),
        asking: Cell::default(),
        again: Cell::default(),
        is_over: Cell::default(),
        failures: Cell::default(),
        drag: RefCell::default(),
        dropped: Cell::default(),
    }));
    let page = document();
    copying::reveal(&page);
    regions::tell_unread(&page);
    live.listen_to_keys();
    live.listen_to_copying();
    live.listen_to_dragging();
    live.begin_polling();
    live.listen_to_choices();
}

/// What the page needs for it: a place to say things, and the list of keys. Stands once on every page of
/// the agency.
#[component]
pub fn DeskLive(i18n: I18n) -> impl IntoView {
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
            <Wake/>
        </div>
    }
}

/// An island without a view of its own: it brings the page that stands there to life.
#[island]
pub fn Wake() -> impl IntoView {
    if cfg!(target_arch = "wasm32") {
        begin();
    }
}
