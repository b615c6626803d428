//! What every page and every server function can count on (`app::viewer`).

use std::sync::Arc;

use app::rpc::Counter;
use app::viewer::{Admin, CsrfToken, PortalKey, PublicOrigin, WebhookIsOpen};
use axum::http::request::Parts;
use domain::{Agency, Zone};
use leptos::nonce::Nonce;
use leptos::prelude::{provide_context, use_context};
use store::ClientScope;

use super::clerk::StoreClerk;
use crate::AppState;
use crate::middleware::security_headers::CspNonce;
use crate::session::SignedIn;

/// Provides the contexts; leptos has provided the request's head before.
pub(super) fn provider(state: AppState) -> impl Fn() + Clone + Send + Sync + 'static {
    move || {
        provide_context(state.store.clone());
        provide_context(Counter(Arc::new(StoreClerk(state.store.clone()))));
        provide_context(PublicOrigin(state.config.base_url.clone()));
        provide_context(WebhookIsOpen(state.config.lead_webhook_secret.is_some()));
        let Some(Parts { extensions, .. }) = use_context::<Parts>() else { return };
        let signed_in = extensions.get::<Option<SignedIn>>().cloned().flatten();
        provide_context(Admin(signed_in.map(|signed_in| signed_in.email)));
        provide_context(extensions.get::<CsrfToken>().cloned().unwrap_or_default());
        provide_context(extensions.get::<Agency>().cloned().unwrap_or_default());
        provide_context(extensions.get::<Zone>().cloned().unwrap_or_default());
        // Whose portal is being opened; nothing else a request says makes anybody a client here.
        if let (Some(scope), Some(key)) = (extensions.get::<ClientScope>(), extensions.get::<PortalKey>()) {
            provide_context(scope.clone());
            provide_context(key.clone());
        }
        // The one in the header, not the one leptos made.
        if let Some(CspNonce(nonce)) = extensions.get::<CspNonce>() {
            provide_context(Nonce::from_value(nonce.clone()));
        }
    }
}
