//! The state shared by all pages and actions.

use std::sync::Arc;

use axum::extract::FromRef;
use leptos::config::LeptosOptions;
use store::Store;

/// Cheap to clone.
#[derive(Clone)]
pub struct PagesState {
    pub store: Store,
    /// The origin of absolute addresses (`BASE_URL`), without a trailing slash.
    pub base_url: Arc<str>,
    /// Whether `LEAD_WEBHOOK_SECRET` is set.
    pub webhook_is_open: bool,
    /// Names the script and style sheet files.
    pub leptos_options: Arc<LeptosOptions>,
}

impl FromRef<PagesState> for Store {
    fn from_ref(state: &PagesState) -> Self {
        state.store.clone()
    }
}
