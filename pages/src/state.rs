//! What every page and action can reach.

use std::sync::Arc;

use axum::extract::FromRef;
use leptos::config::LeptosOptions;
use store::Store;

/// Shared by all requests; cheap to clone.
#[derive(Clone)]
pub struct PagesState {
    /// The use cases.
    pub store: Store,
    /// The origin of the addresses given to people and senders (`BASE_URL`), without a slash at the end.
    pub base_url: Arc<str>,
    /// Whether `LEAD_WEBHOOK_SECRET` is set.
    pub webhook_is_open: bool,
    /// The names of the scripts and the style sheet.
    pub leptos_options: LeptosOptions,
}

impl FromRef<PagesState> for Store {
    fn from_ref(state: &PagesState) -> Self {
        state.store.clone()
    }
}
