//! The shared state of all handlers.

use std::sync::Arc;

use axum::extract::FromRef;
use leptos::config::LeptosOptions;
use pages::PagesState;
use store::Store;

use crate::assets;
use crate::config::Config;
use crate::keys::Keys;
use crate::middleware::rate_limit::RateLimiter;
use crate::session::Sessions;
use crate::sign_in::SignInThrottle;

/// Cheap to clone.
#[derive(Clone, FromRef)]
pub struct AppState {
    pub store: Store,
    pub config: Arc<Config>,
    pub keys: Keys,
    pub sessions: Sessions,
    pub limiter: Arc<RateLimiter>,
    pub sign_in_throttle: Arc<SignInThrottle>,
    pub leptos_options: LeptosOptions,
}

impl AppState {
    pub fn new(store: Store, config: Config) -> Self {
        let leptos_options = LeptosOptions::builder()
            .output_name(assets::output_name())
            .site_addr(config.listen)
            .env(leptos::config::Env::PROD)
            .build();
        let keys = Keys::new(&config.auth_secrets);
        let config = Arc::new(config);
        Self {
            sessions: Sessions::new(store.clone(), config.clone(), keys.clone()),
            store,
            config,
            keys,
            limiter: Arc::default(),
            sign_in_throttle: Arc::default(),
            leptos_options,
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
