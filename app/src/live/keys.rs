//! Keys: single ones, never while somebody types, and not at all for who has switched them off (WCAG 2.1.4).

use leptos::prelude::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlFormElement, HtmlInputElement, KeyboardEvent};

use super::Live;
use crate::chat::live::dom::{all, find, on, put, under};
use crate::chat::live::writing::sends;

/// Where the browser keeps that keys are off.
const OFF: &str = "atrio:no-keys";
/// Where a key is a letter.
const FIELDS: &str = "input, textarea, select, [contenteditable]";
/// Set on a form that is on its way.
const SENT: &str = "data-sent";

/// What a key is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    /// The next of the lines, or the one before.
    Walk { forwards: bool },
    /// What has this key on the page.
    Hot(char),
}

/// What a key is for; it may be for nothing that is on the page.
fn command(key: &str) -> Option<Command> {
    let mut letters = key.chars();
    match (letters.next()?, letters.next()) {
        ('j', None) => Some(Command::Walk { forwards: true }),
        ('k', None) => Some(Command::Walk { forwards: false }),
        (letter @ ('a'..='z' | '/' | '?'), None) => Some(Command::Hot(letter)),
        _ => None,
    }
}

/// Which of `count` lines comes after or before the one at `at`; from none, the first.
fn walked(count: usize, at: Option<usize>, forwards: bool) -> Option<usize> {
    let next = match (at, forwards) {
        (None, _) => 0,
        (Some(at), true) => at + 1,
        (Some(at), false) => at.checked_sub(1)?,
    };
    (next < count).then_some(next)
}

impl Live {
    /// Follows the keys.
    pub(super) fn listen_to_keys(&'static self) {
        if let Some(help) = find("#live-help") {
            help.set_hidden(false);
        }
        begin_switch();
        on(&document(), "keydown", move |event| {
            let Some(key) = event.dyn_ref::<KeyboardEvent>() else { return };
            if key.key() == "Escape" {
                if self.cancel_drag() {
                    event.prevent_default();
                }
            } else if let Some(field) = under(&event, FIELDS) {
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
        // A form that Enter sends is sent once, however often Enter is pressed.
        on(&document(), "submit", |event| {
            if let Some(form) = under(&event, "form:has([data-enter-sends])") {
                if form.has_attribute(SENT) {
                    event.prevent_default();
                }
                put(&form, SENT, "");
            }
        });
        // The way back may bring the page as it was left.
        on(&window(), "pageshow", |_| {
            for form in all(&document(), "[data-sent]") {
                // It is there.
                let _ = form.remove_attribute(SENT);
            }
        });
    }
}

/// Sends the form of a field.
fn send(field: &Element) {
    if let Ok(Some(form)) = field.closest("form") {
        // As a click on its button does: with the browser's own checks.
        let _ = form.unchecked_into::<HtmlFormElement>().request_submit();
    }
}

/// Does what a key is for; returns whether there was something to do.
fn follow(command: Command) -> bool {
    match command {
        Command::Hot(letter) => {
            let mut has_key = String::from("[data-hotkey='");
            has_key.push(letter);
            has_key.push_str("']");
            let Some(element) = find(&has_key) else { return false };
            if element.matches(FIELDS).unwrap_or(false) {
                // A field that cannot take the focus leaves it where it is.
                let _ = element.focus();
            } else {
                element.click();
            }
            true
        }
        Command::Walk { forwards } => walk(forwards),
    }
}

/// Opens the line after the open one; where none is open, puts the focus on the one after that which has it.
fn walk(forwards: bool) -> bool {
    let lines = all(&document(), "[data-line]");
    let open = lines.iter().position(|line| line.has_attribute("aria-current"));
    let focused = document().active_element();
    let has_focus =
        |line: &HtmlElement| focused.as_ref().is_some_and(|focused| line.is_same_node(Some(focused)));
    let at = open.or_else(|| lines.iter().position(has_focus));
    let Some(next) = walked(lines.len(), at, forwards).and_then(|next| lines.get(next)) else { return false };
    if open.is_some() {
        next.click();
    } else {
        // A link takes the focus.
        let _ = next.focus();
    }
    true
}

/// Follows the switch in the list of keys.
fn begin_switch() {
    let Some(switch) = find("#hotkeys-on") else { return };
    let switch: HtmlInputElement = switch.unchecked_into();
    switch.set_checked(!are_off());
    on(&switch, "change", |event: Event| {
        let on = event.target().is_some_and(|switch| switch.unchecked_into::<HtmlInputElement>().checked());
        if let Ok(Some(storage)) = window().local_storage() {
            // A browser that keeps nothing asks again on the next page.
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
        assert_eq!(walked(3, None, true), Some(0));
        assert_eq!(walked(3, None, false), Some(0));
        assert_eq!(walked(3, Some(0), true), Some(1));
        assert_eq!(walked(3, Some(2), true), None);
        assert_eq!(walked(3, Some(0), false), None);
        assert_eq!(walked(3, Some(2), false), Some(1));
        assert_eq!(walked(0, None, true), None);
    }
}
