//! The state shared by all pages and actions.

use std::sync::Arc;

use axum::extract::FromRef;
use store::Store;

use crate::hydration::SiteFiles;

/// Cheap to clone.
#[derive(Clone)]
pub struct PagesState {
    pub store: Store,
    /// The origin of absolute addresses (`BASE_URL`), without a trailing slash.
    pub base_url: Arc<str>,
    /// Whether `LEAD_WEBHOOK_SECRET` is set.
    pub webhook_is_open: bool,
    pub files: Arc<SiteFiles>,
}

impl FromRef<PagesState> for Store {
    fn from_ref(state: &PagesState) -> Self {
        state.store.clone()
    }
}
