//! Keyboard shortcuts: single keys, ignored in form fields, and switched off by the user if they wish
//! (WCAG 2.1.4).

use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlFormElement, HtmlInputElement, KeyboardEvent};

use crate::LivePage;
use app::browser::dom::{closest, find, find_all, listen, set_attr};
use app::browser::keys::sends;

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
    /// Focuses or clicks the element with this `data-hotkey`.
    Hot(char),
}

/// Parses a key; the page may have no element for the command.
fn command(key: &str) -> Option<Command> {
    let mut letters = key.chars();
    match (letters.next()?, letters.next()) {
        ('j', None) => Some(Command::Walk { forwards: true }),
        ('k', None) => Some(Command::Walk { forwards: false }),
        (letter @ ('a'..='z' | '/' | '?'), None) => Some(Command::Hot(letter)),
        _ => None,
    }
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
    /// Adds the keyboard listeners.
    pub(super) fn add_key_listeners(&'static self) {
        if let Some(help) = find("#live-help") {
            help.set_hidden(false);
        }
        add_switch_listener();
        listen(&document(), "keydown", move |event| {
            let Some(key) = event.dyn_ref::<KeyboardEvent>() else { return };
            if key.key() == "Escape" {
                if self.cancel_drag() {
                    event.prevent_default();
                }
            } else if let Some(field) = closest(&event, FIELDS) {
                if field.has_attribute("data-enter-sends") && sends(key) {
                    event.prevent_default();
                    send(&field);
                }
            } else if !(key.ctrl_key() || key.meta_key() || key.alt_key() || are_off())
                && command(&key.key()).is_some_and(follow)
            {
                event.prevent_default();
            }
        });
        // Enter pressed twice submits the form once.
        listen(&document(), "submit", |event| {
            if let Some(form) = closest(&event, "form:has([data-enter-sends])") {
                if form.has_attribute(SENT) {
                    event.prevent_default();
                }
                set_attr(&form, SENT, "");
            }
        });
        // The back button may restore the page as it was left, with the mark.
        listen(&window(), "pageshow", |_| {
            for form in find_all(&document(), "[data-sent]") {
                // Removing an attribute does not fail.
                let _ = form.remove_attribute(SENT);
            }
        });
    }
}

/// Submits the form of a field.
fn send(field: &Element) {
    if let Ok(Some(form)) = field.closest("form") {
        // Unlike `submit()`, this runs the browser's validation.
        let _ = form.unchecked_into::<HtmlFormElement>().request_submit();
    }
}

/// Runs a command; returns whether it did something.
fn follow(command: Command) -> bool {
    match command {
        Command::Hot(letter) => {
            let mut has_key = String::from("[data-hotkey='");
            has_key.push(letter);
            has_key.push_str("']");
            let Some(element) = find(&has_key) else { return false };
            if element.matches(FIELDS).unwrap_or(false) {
                // If the field cannot be focused, the focus stays.
                let _ = element.focus();
            } else {
                element.click();
            }
            true
        }
        Command::Walk { forwards } => walk(forwards),
    }
}

/// Opens the line next to the open one; if none is open, moves the focus to the next line.
fn walk(forwards: bool) -> bool {
    let lines = find_all(&document(), "[data-line]");
    let open = lines.iter().position(|line| line.has_attribute("aria-current"));
    let focused = document().active_element();
    let has_focus =
        |line: &HtmlElement| focused.as_ref().is_some_and(|focused| line.is_same_node(Some(focused)));
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

/// Handles the switch that turns shortcuts on and off.
fn add_switch_listener() {
    let Some(switch) = find("#hotkeys-on") else { return };
    let switch: HtmlInputElement = switch.unchecked_into();
    switch.set_checked(!are_off());
    listen(&switch, "change", |event: Event| {
        let on = event.target().is_some_and(|switch| switch.unchecked_into::<HtmlInputElement>().checked());
        if let Ok(Some(storage)) = window().local_storage() {
            // Without storage the choice holds for no page; there is nothing else to do.
            let _ = if on { storage.remove_item(OFF) } else { storage.set_item(OFF, "1") };
        }
    });
}

fn are_off() -> bool {
    let storage = window().local_storage().ok().flatten();
    storage.is_some_and(|storage| matches!(storage.get_item(OFF), Ok(Some(_))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcut_keys_map_to_commands() {
        assert_eq!(command("j"), Some(Command::Walk { forwards: true }));
        assert_eq!(command("k"), Some(Command::Walk { forwards: false }));
        for letter in ['r', 'u', '/', '?'] {
            assert_eq!(command(&letter.to_string()), Some(Command::Hot(letter)));
        }
        for other in ["Enter", "J", "'", "]", "\\", "è", "", "Tab", "1"] {
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
