//! Atrio's entry in the browser of the agency, without the portal's chat.

// The islands are found by name in the linked module; without this line they would not be in it.
use admin_island as _;

/// Called by the page's script once the module is loaded.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
}
