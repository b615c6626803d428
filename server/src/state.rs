//! What every request can reach.

use std::sync::Arc;

use axum::extract::FromRef;
use leptos::config::LeptosOptions;
use pages::PagesState;
use store::Store;

use crate::api::auth::Guard;
use crate::assets;
use crate::config::Config;
use crate::keys::Keys;
use crate::middleware::rate_limit::RateLimiter;

/// Shared by all requests; cheap to clone.
#[derive(Clone, FromRef)]
pub struct AppState {
    /// The use cases.
    pub store: Store,
    /// The settings.
    pub config: Arc<Config>,
    /// What `AUTH_SECRET` signs.
    pub keys: Keys,
    /// Who asked how often.
    pub limiter: Arc<RateLimiter>,
    /// What keeps guessing passwords slow.
    pub guard: Arc<Guard>,
    /// What leptos needs to name its files.
    pub leptos_options: LeptosOptions,
}

impl AppState {
    /// The state of a server that has answered nobody yet.
    pub fn new(store: Store, config: Config) -> Self {
        let leptos_options = LeptosOptions::builder()
            .output_name(assets::output_name())
            .site_addr(config.listen)
            .env(leptos::config::Env::PROD)
            .build();
        Self {
            store,
            keys: Keys::new(&config.auth_secrets),
            limiter: Arc::new(RateLimiter::default()),
            guard: Arc::new(Guard::default()),
            leptos_options,
            config: Arc::new(config),
        }
    }

    /// What the pages see of it.
    pub fn pages(&self) -> PagesState {
        PagesState {
            store: self.store.clone(),
            base_url: self.config.base_url.as_str().into(),
            webhook_is_open: self.config.lead_webhook_secret.is_some(),
            leptos_options: self.leptos_options.clone(),
        }
    }
}
