//! Atrio's entry in the browser for cargo-leptos, which builds one module: every island. `cargo xtask` builds
//! `frontend-agency` and `frontend-portal`.

// The islands are found by name in the linked module; without this line they would not be in it.
use admin_island as _;
use portal_island as _;

/// Called by the page's script once the module is loaded.
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
}
