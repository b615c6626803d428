//! The shared state of all handlers.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use pages::PagesState;
use pages::state::{MailEncryption, MailServer};
use store::Store;

use crate::assets::{self, CompressedLogos};
use crate::config::{Config, Encryption, MailConfig};
use crate::keys::Keys;
use crate::mail::{Mailer, MailerError};
use crate::middleware::rate_limit::RateLimiter;
use crate::push::Pusher;
use crate::running_uploads::RunningUploads;
use crate::services::Services;
use crate::session::Sessions;
use crate::sign_in::PasswordChecks;

/// One `Arc`: cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<StateParts>);

pub struct StateParts {
    pub store: Store,
    pub config: Arc<Config>,
    pub keys: Keys,
    pub sessions: Sessions,
    pub limiter: RateLimiter,
    pub password_checks: PasswordChecks,
    pub services: Services,
    pub compressed_logos: CompressedLogos,
    pub uploads: RunningUploads,
    /// `None` while no e-mail is sent.
    pub mailer: Option<Arc<Mailer>>,
    pub pusher: Arc<Pusher>,
    /// What the pages see of it.
    pub pages: PagesState,
}

impl AppState {
    /// # Errors
    /// [`MailerError`]: no e-mail could be sent with these settings.
    pub fn new(store: Store, config: Config) -> Result<Self, MailerError> {
        Self::with_limiter(store, config, RateLimiter::default())
    }

    /// # Errors
    /// As [`Self::new`].
    pub fn with_limiter(store: Store, config: Config, limiter: RateLimiter) -> Result<Self, MailerError> {
        let mailer = config.mail.as_ref().map(|mail| Mailer::new(&config, mail)).transpose()?;
        let pusher = Arc::new(Pusher::new(&config));
        let pages = PagesState {
            store: store.clone(),
            base_url: config.base_url.as_str().into(),
            agency_email: config.admin_email.as_str().into(),
            max_file: config.files.max_file,
            webhook_is_open: config.lead_webhook_secret.is_some(),
            mail: config.mail.as_ref().map(|mail| Arc::new(mail_server(&config, mail))),
            files: Arc::new(assets::site_files()),
        };
        let keys = Keys::new(&config.auth_secrets);
        let config = Arc::new(config);
        Ok(Self(Arc::new(StateParts {
            sessions: Sessions::new(store.clone(), config.clone(), keys.clone()),
            store,
            config,
            keys,
            limiter,
            password_checks: PasswordChecks::default(),
            services: Services::default(),
            compressed_logos: CompressedLogos::default(),
            uploads: RunningUploads::default(),
            mailer: mailer.map(Arc::new),
            pusher,
            pages,
        })))
    }
}

/// What the agency reads about its mail server.
fn mail_server(config: &Config, mail: &MailConfig) -> MailServer {
    MailServer {
        host: mail.server.host.clone(),
        port: mail.server.port,
        encryption: match mail.server.encryption {
            Encryption::None => MailEncryption::None,
            Encryption::StartTls => MailEncryption::StartTls,
            Encryption::Tls => MailEncryption::Tls,
        },
        from: mail.from.to_string(),
        agency: config.admin_email.clone(),
        after: config.notify_after,
    }
}

impl Deref for AppState {
    type Target = StateParts;

    fn deref(&self) -> &StateParts {
        &self.0
    }
}

impl FromRef<AppState> for Store {
    fn from_ref(state: &AppState) -> Self {
        state.store.clone()
    }
}

impl FromRef<AppState> for Arc<Config> {
    fn from_ref(state: &AppState) -> Self {
        state.config.clone()
    }
}
