//! What the agency's actions need of the server (`app::rpc::Clerk`).

use std::future::Future;
use std::pin::Pin;

use app::rpc::Clerk;
use domain::Unsaved;
use store::Store;

/// Keeps refused forms in the database, and leads browsers by redirects.
pub(super) struct StoreClerk(pub(super) Store);

impl Clerk for StoreClerk {
    fn keep(&self, unsaved: Unsaved) -> Pin<Box<dyn Future<Output = Option<String>> + Send>> {
        let store = self.0.clone();
        Box::pin(async move {
            // The refusal is told even if what was typed cannot be.
            let failed = |error: &store::Error| tracing::error!(%error, "a refused form could not be kept");
            store.keep_unsaved(&unsaved).await.inspect_err(failed).ok()
        })
    }

    fn lead(&self, address: &str) {
        leptos_axum::redirect(address, false);
    }
}
