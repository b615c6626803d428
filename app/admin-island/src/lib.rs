//! Live behaviour of the agency's pages: refresh, keyboard shortcuts, copy buttons, drag and drop. Attributes
//! of the page turn each on, and each has an alternative without JavaScript:
//!
//! * `data-live="name"`: updated by fetching the page again, every 20 seconds and within two when something changed
//!   ([`changes`], [`regions`]); unchanged children
//!   with a `data-key` are not touched. `data-live-address`: the address to fetch instead of the page's own.
//! * `data-unread="3"`: the unread count for the title.
//! * `data-hotkey="r"`: this key focuses or clicks the element. `data-line`: j and k move along these elements,
//!   inside `data-arrows` the arrows too, from a field as well.
//!   `data-enter-sends`: Enter sends the form ([`keys`]).
//! * `data-reply="place"` on a form: drafts and unsent replies are kept, and shown in `data-unsent` ([`replies`]).
//! * `data-typing="address"` on a form: the server is told that somebody types in it; `data-lapses-in="9000"`: the page is
//!   fetched again in so many milliseconds ([`typing`]).
//! * `data-draft` in a form, `hidden`: the notice that the form shows a draft ([`drafts`]).
//! * `data-preview` on a form: a change of a select fetches the page with the form's values in its address
//!   ([`preview`]).
//! * `data-copy="text"`: a button that copies, hidden by the style sheet without JavaScript ([`copying`]).
//! * `data-drag="id"` inside `data-drop="key"`: a drop sends the form `#move-form` with `id`, `to` and `before`
//!   ([`dragging`]).

mod changes;
mod copying;
mod drafts;
mod dragging;
mod drop_position;
mod fields;
pub mod keys;
mod notice;
mod plan;
mod polling;
mod preview;
mod regions;
mod replies;
mod typing;

use std::rc::Rc;

use app::browser::sent_form;
use app::browser::timer::Timer;
use app::i18n::I18n;
use domain::Language;
use leptos::ev::EventDescriptor;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use dragging::Dragging;
use keys::Hotkeys;
use notice::Notice;
use polling::Polling;
use replies::Replies;

/// How the keys of drafts and unsent replies in the tab's session storage begin.
pub const DRAFT_KEYS: [&str; 6] =
    [replies::DRAFT, replies::UNSENT, drafts::FORM, sent_form::SENT, "atrio:upload:/admin", "atrio:pin:/admin"];

/// An open page of the agency.
struct LivePage {
    notice: RwSignal<Option<Notice>>,
    /// Clears the notice.
    notice_timer: Timer,
    polling: Polling,
    dragging: Dragging,
}

impl LivePage {
    fn start(notice: RwSignal<Option<Notice>>) {
        let page = Rc::new(Self {
            notice,
            notice_timer: Timer::default(),
            polling: Polling::default(),
            dragging: Dragging::default(),
        });
        regions::show_unread_count(&document());
        // First: what it takes over is nobody else's submission.
        Replies::start();
        drafts::keep();
        page.add_key_listeners();
        page.add_copy_listener();
        page.add_drag_listeners();
        page.add_typing_listener();
        page.await_lapse();
        page.start_polling();
        // After the first poll is planned: choices made before the script started are previewed at once.
        page.add_preview_listener();
        page.check_changes();
    }

    /// Calls `then` at each event of the page.
    fn on<E>(self: &Rc<Self>, event: E, then: impl Fn(&Rc<Self>, &E::EventType) + 'static)
    where
        E: EventDescriptor + 'static,
        E::EventType: JsCast,
    {
        let page = self.clone();
        // Listens as long as the page is open.
        let _ = window_event_listener(event, move |event| then(&page, &event));
    }
}

/// The phrases: on the server those that [`AdminLive`] has, in the browser those of the page's language.
fn phrases() -> I18n {
    use_context().unwrap_or_else(|| {
        let language = document().document_element().and_then(|root| root.get_attribute("lang"));
        I18n::from(if language.as_deref() == Some("en") { Language::En } else { Language::It })
    })
}

/// What the live page shows: notices and the list of shortcuts. Once on every page of the agency. `changes` is the
/// address that answers whether the page has changed, `change_tag` its answer for what the page shows.
#[component]
pub fn AdminLive(changes: String, change_tag: String, i18n: I18n) -> impl IntoView {
    provide_context(i18n);
    view! {
        <div class="live">
            <span hidden data-live="changes" data-changes=changes data-change-tag=change_tag></span>
            <AdminIsland/>
            <Hotkeys i18n/>
        </div>
    }
}

/// Starts the live page, and shows its notices.
#[island]
pub fn AdminIsland() -> impl IntoView {
    let i18n = phrases();
    let notice = RwSignal::new(None);
    let is_live = RwSignal::new(false);
    // Runs once, after the view is hydrated: it reads nothing reactively.
    Effect::new(move |_| {
        untrack(|| LivePage::start(notice));
        is_live.set(true);
    });
    view! {
        <div>
            <p id="live-notice" class="live__notice" role="status">
                {move || notice.get().map(|notice: Notice| notice.text(i18n))}
            </p>
            <a id="live-again" class="live__again" href="" hidden=move || notice.get() != Some(Notice::SignedOut)>
                {i18n.sign_in()}
            </a>
            <button
                id="live-help"
                type="button"
                class="live__help"
                popovertarget="hotkeys"
                aria-label=i18n.hotkeys()
                title=i18n.hotkeys()
                data-hotkey="?"
                hidden=move || !is_live.get()
            >
                "?"
            </button>
        </div>
    }
}
