//! Keys of message fields.

use leptos::prelude::window;
use web_sys::KeyboardEvent;

/// The `keyCode` during composition with an input method.
const COMPOSING: u32 = 229;

/// Whether a key sends the message: Enter, but not with Shift, during composition with an input method,
/// or on a touch device, where it is the only key for a new line. With Ctrl or Cmd it always sends.
pub fn sends(key: &KeyboardEvent) -> bool {
    if key.key() != "Enter" || key.is_composing() || key.key_code() == COMPOSING {
        return false;
    }
    let is_touch = || window().match_media("(pointer: coarse)").ok().flatten().is_some_and(|touch| touch.matches());
    key.ctrl_key() || key.meta_key() || !key.shift_key() && !is_touch()
}
