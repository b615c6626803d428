//! The state shared by all pages and actions.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use store::Store;

use crate::hydration::SiteFiles;

/// Cheap to clone.
#[derive(Clone)]
pub struct PagesState {
    pub store: Store,
    /// The origin of absolute addresses (`BASE_URL`), without a trailing slash.
    pub base_url: Arc<str>,
    /// `ADMIN_EMAIL`, to which somebody without a valid link can write.
    pub agency_email: Arc<str>,
    /// `MAX_FILE`, in bytes.
    pub max_file: i64,
    /// Whether `LEAD_WEBHOOK_SECRET` is set.
    pub webhook_is_open: bool,
    /// `None` while no e-mail is sent.
    pub mail: Option<Arc<MailServer>>,
    pub files: Arc<SiteFiles>,
}

/// How e-mails are sent; without a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailServer {
    pub host: String,
    pub port: u16,
    pub encryption: MailEncryption,
    /// `MAIL_FROM`
    pub from: String,
    /// Where the agency gets its own: `ADMIN_EMAIL`.
    pub agency: String,
    /// `NOTIFY_AFTER`
    pub after: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailEncryption {
    /// To the same machine only.
    None,
    StartTls,
    Tls,
}

impl FromRef<PagesState> for Store {
    fn from_ref(state: &PagesState) -> Self {
        state.store.clone()
    }
}
