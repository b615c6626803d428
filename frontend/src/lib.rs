//! Atrio's entry in the browser: brings the islands of `app` to life.

// The islands are found by name in the linked module; without this line they would not be in it.
use app as _;

/// Called by the loader once the module is in place.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
}
