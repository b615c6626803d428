//! What every page and every server function can count on (`app::viewer`).

use app::viewer::{Admin, CsrfToken, PublicOrigin};
use axum::http::request::Parts;
use leptos::nonce::Nonce;
use leptos::prelude::{provide_context, use_context};

use crate::AppState;
use crate::middleware::security_headers::CspNonce;
use crate::session::SignedIn;

/// Provides the contexts; leptos has provided the request's head before.
pub(super) fn provider(state: AppState) -> impl Fn() + Clone + Send + Sync + 'static {
    move || {
        provide_context(state.store.clone());
        provide_context(PublicOrigin(state.config.base_url.clone()));
        let Some(Parts { extensions, .. }) = use_context::<Parts>() else { return };
        let signed_in = extensions.get::<Option<SignedIn>>().cloned().flatten();
        provide_context(Admin(signed_in.map(|signed_in| signed_in.email)));
        provide_context(extensions.get::<CsrfToken>().cloned().unwrap_or_default());
        // The one in the header, not the one leptos made.
        if let Some(CspNonce(nonce)) = extensions.get::<CspNonce>() {
            provide_context(Nonce::from_value(nonce.clone()));
        }
    }
}
