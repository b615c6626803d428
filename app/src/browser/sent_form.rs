//! The form that the browser sent last, whose draft ends with the page that answers it.

use leptos::prelude::window;
use web_sys::PerformanceNavigation;

use super::dom::query;
use super::storage::{load, save};

/// The key of its draft, and the query of the page it was sent from. Both begin with [`SENT`].
pub const SENT: &str = "atrio:sent";
const SENT_FROM: &str = "atrio:sent-from";

/// Notes the form with the draft `key`, which the browser sends, for the page that answers it.
pub fn note(key: &str) {
    save(SENT, key);
    save(SENT_FROM, &query());
}

/// Forgets the draft of the noted form if this page answers it and, by its query and the key of the draft, `ends` it. The note
/// counts once: the page may be opened again after a new draft was begun.
pub fn forget_answered(ends: impl FnOnce(&str, &str) -> bool) {
    let (query, sent) = (query(), load(SENT));
    // The outcome of an earlier form is still in the address of a page that somebody comes back to.
    if (query != load(SENT_FROM) || is_navigation()) && ends(&query, &sent) {
        save(&sent, "");
    }
    save(SENT, "");
}

/// Whether the page was neither reloaded nor come back to.
fn is_navigation() -> bool {
    window().performance().is_some_and(|of| of.navigation().type_() == PerformanceNavigation::TYPE_NAVIGATE)
}
