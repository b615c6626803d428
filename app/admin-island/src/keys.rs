//! Keyboard shortcuts: single keys, ignored in form fields, and switched off by the user if they wish
//! (WCAG 2.1.4).

use std::rc::Rc;

use app::browser::dom::{closest, find_all, set_attr};
use app::browser::keys::sends;
use app::i18n::I18n;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlFormElement, KeyboardEvent};

use crate::LivePage;

/// The key in local storage that is set when shortcuts are off.
const OFF: &str = "atrio:no-keys";
/// Elements in which keys are typed text.
const FIELDS: &str = "input, textarea, select, [contenteditable]";
/// Set on a submitted form, to prevent a second submission.
const SENT: &str = "data-sent";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    /// Moves to the next or previous line.
    Walk { forwards: bool },
    /// Focuses or clicks the last element with this `data-hotkey`: a page's own comes after the frame's.
    Hot(char),
}

/// Parses a key; the page may have no element for the command.
fn command(key: &str) -> Option<Command> {
    let mut letters = key.chars();
    match (letters.next()?, letters.next()) {
        ('j', None) => Some(Command::Walk { forwards: true }),
        ('k', None) => Some(Command::Walk { forwards: false }),
        (letter @ ('a'..='z' | '1'..='9' | '/' | '?'), None) => Some(Command::Hot(letter)),
        _ => None,
    }
}

/// Up and down move along the lines around them, from a search field too.
fn arrow(key: &str) -> Option<bool> {
    matches!(key, "ArrowDown" | "ArrowUp").then_some(key == "ArrowDown")
}

/// The index after or before `at` among `count` lines; the first if `at` is none.
fn next_index(count: usize, at: Option<usize>, forwards: bool) -> Option<usize> {
    let next = match (at, forwards) {
        (None, _) => 0,
        (Some(at), true) => at + 1,
        (Some(at), false) => at.checked_sub(1)?,
    };
    (next < count).then_some(next)
}

impl LivePage {
    pub(crate) fn add_key_listeners(self: &Rc<Self>) {
        self.on(ev::keydown, |page, key| {
            if page.handle_key(key) {
                key.prevent_default();
            }
        });
        // Enter pressed twice submits the form once. A reply is sent by its own listener, which leaves the page open.
        self.on(ev::submit, |_, event| {
            let form = closest(event, "form:has([data-enter-sends])");
            if let Some(form) = form.filter(|_| !event.default_prevented()) {
                if form.has_attribute(SENT) {
                    event.prevent_default();
                }
                set_attr(&form, SENT, "");
            }
        });
        // The back button may restore the page as it was left, with the mark.
        self.on(ev::pageshow, |_, _| {
            for form in find_all(&document(), "[data-sent]") {
                // Removing an attribute does not fail.
                let _ = form.remove_attribute(SENT);
            }
        });
    }

    /// Returns whether the key did something.
    fn handle_key(&self, key: &KeyboardEvent) -> bool {
        if key.key() == "Escape" {
            self.cancel_drag()
        } else if let Some(forwards) = arrow(&key.key()).filter(|_| closest(key, "[data-arrows]").is_some()) {
            walk(forwards)
        } else if let Some(field) = closest(key, FIELDS) {
            field.has_attribute("data-enter-sends") && sends(key) && submit_form_of(&field)
        } else {
            let is_shortcut = !(key.ctrl_key() || key.meta_key() || key.alt_key()) && are_on();
            is_shortcut && command(&key.key()).is_some_and(follow)
        }
    }
}

fn submit_form_of(field: &Element) -> bool {
    let Ok(Some(form)) = field.closest("form") else { return false };
    // Unlike `submit()`, this runs the browser's validation.
    form.unchecked_into::<HtmlFormElement>().request_submit().is_ok()
}

/// Runs a command; returns whether it did something.
fn follow(command: Command) -> bool {
    match command {
        Command::Walk { forwards } => walk(forwards),
        Command::Hot(letter) => {
            let has_key =
                |element: &HtmlElement| element.get_attribute("data-hotkey").is_some_and(|key| key.starts_with(letter));
            let found = find_all(&document(), "[data-hotkey]").into_iter().filter(is_reachable).rfind(has_key);
            let Some(element) = found else {
                return false;
            };
            if element.matches(FIELDS).unwrap_or(false) {
                // If the field cannot be focused, the focus stays.
                let _ = element.focus();
            } else {
                element.click();
            }
            true
        }
    }
}

/// Whether an element is not in a closed menu: its key is free until then.
fn is_reachable(element: &HtmlElement) -> bool {
    element.matches("summary").unwrap_or(false) || matches!(element.closest("details:not([open])"), Ok(None))
}

/// Opens the line next to the open one; if none is open, moves the focus to the next line.
fn walk(forwards: bool) -> bool {
    let lines = find_all(&document(), "[data-line]");
    let open = lines.iter().position(|line| line.has_attribute("aria-current"));
    let focused = document().active_element();
    let has_focus = |line: &HtmlElement| focused.as_ref().is_some_and(|focused| line.is_same_node(Some(focused)));
    let at = open.or_else(|| lines.iter().position(has_focus));
    let Some(next) = next_index(lines.len(), at, forwards).and_then(|next| lines.get(next)) else {
        return false;
    };
    if open.is_some() {
        next.click();
    } else {
        // Lines are links, which can be focused.
        let _ = next.focus();
    }
    true
}

fn are_on() -> bool {
    let storage = window().local_storage().ok().flatten();
    !storage.is_some_and(|storage| matches!(storage.get_item(OFF), Ok(Some(_))))
}

/// The list of keys.
#[component]
pub fn Hotkeys(i18n: I18n) -> impl IntoView {
    let key = |key: &'static str, what: &'static str| {
        view! {
            <dt><kbd>{key}</kbd></dt>
            <dd>{what}</dd>
        }
    };
    view! {
        <div id="hotkeys" class="dialog hotkeys" popover role="dialog" aria-labelledby="hotkeys-heading" tabindex="-1" autofocus>
            <h2 id="hotkeys-heading">{i18n.hotkeys()}</h2>
            <dl class="hotkeys__list">
                {key("j", i18n.hotkey_next())}
                {key("k", i18n.hotkey_previous())}
                {key("r", i18n.hotkey_reply())}
                {key("u", i18n.hotkey_unread())}
                {key("a", i18n.hotkey_assign())}
                {key("/", i18n.hotkey_search())}
                {key("?", i18n.hotkey_help())}
            </dl>
            <p class="field field--flag">
                <HotkeySwitch/>
                <label for="hotkeys-on">{i18n.hotkeys_on()}</label>
            </p>
            <button type="button" class="button button--quiet" popovertarget="hotkeys" popovertargetaction="hide">
                {i18n.close()}
            </button>
        </div>
    }
}

/// Turns the shortcuts on and off.
#[island]
pub fn HotkeySwitch() -> impl IntoView {
    let set = |on: bool| {
        if let Ok(Some(storage)) = window().local_storage() {
            // Without storage the choice holds for no page; there is nothing else to do.
            let _ = if on { storage.remove_item(OFF) } else { storage.set_item(OFF, "1") };
        }
    };
    view! {
        <input
            id="hotkeys-on"
            type="checkbox"
            checked
            prop:checked=are_on
            on:change:target=move |event| set(event.target().checked())
        />
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcut_keys_map_to_commands() {
        assert_eq!(command("j"), Some(Command::Walk { forwards: true }));
        assert_eq!(command("k"), Some(Command::Walk { forwards: false }));
        for letter in ['r', 'u', 'a', '1', '9', '/', '?'] {
            assert_eq!(command(&letter.to_string()), Some(Command::Hot(letter)));
        }
        for other in ["Enter", "J", "'", "]", "\\", "è", "", "Tab", "0"] {
            assert_eq!(command(other), None, "{other}");
        }
    }

    #[test]
    fn walk_stops_at_list_ends() {
        assert_eq!(next_index(3, None, true), Some(0));
        assert_eq!(next_index(3, None, false), Some(0));
        assert_eq!(next_index(3, Some(0), true), Some(1));
        assert_eq!(next_index(3, Some(2), true), None);
        assert_eq!(next_index(3, Some(0), false), None);
        assert_eq!(next_index(3, Some(2), false), Some(1));
        assert_eq!(next_index(0, None, true), None);
    }
}
