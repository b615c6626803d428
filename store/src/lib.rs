//! The use cases of Atrio, each above its own SQL, for SQLite and PostgreSQL.
//!
//! No other crate contains SQL. All data of a client is looked up through a [`ClientScope`], so that data of
//! another client is not found.
//!
//! A module imports only from those before it: `clock`, `error`, `metrics`, `secrets` → `db`, `form_version` → `audit`,
//! `search_index` → `auth`, `settings`, `tables` → `people` → `client_scope` → `files` → `conversation`, `guessing`,
//! `refused_forms` → `clients`, `projects` → `receipts` → `leads`, `overview`, `portal` → `notifications` → `transfer`.

mod audit;
mod auth;
mod caches;
mod client_scope;
mod clients;
mod clock;
mod conversation;
mod db;
mod error;
mod files;
mod form_version;
mod guessing;
mod leads;
mod metrics;
mod notifications;
mod overview;
mod people;
mod portal;
mod projects;
mod receipts;
mod refused_forms;
mod search_index;
mod secrets;
mod settings;
mod tables;
mod transfer;

use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

pub use auth::push_devices::{DeviceOwner, PushDevice};
pub use auth::sessions::{AgencyDevice, AgencySession};
pub use client_scope::code_session::{Browser, code_session_stamp};
pub use client_scope::origin::RequestOrigin;
pub use client_scope::{ClientScope, UnverifiedPerson};
pub use clock::{Clock, MockClock, SystemClock};
pub use conversation::messages::MessageDraft;
pub use conversation::pins::{DeliverablePlace, PinnedMessage};
pub use conversation::poll::{Poll, ProjectReceipts};
pub use conversation::replies::ReplyForm;
pub use conversation::thread::SearchHit;
pub use conversation::typing::Typist;
pub use db::{CopyError, PoolUsage, ReplacementLock, TopicVersions};
pub use error::{ConnectError, Error, Fault, Result};
pub use files::scan::ToScan;
pub use files::sweep::ExpiredUpload;
pub use files::upload::{Received, ResumableUpload};
pub use guessing::codes::CodeBrowser;
pub use guessing::passwords::{SignIn, SignInAttempt};
pub use guessing::slugs::SlugGuess;
pub use lead_intake::is_technical;
pub use leads::{ProcessedDelivery, ReplayedQuarantine};
pub use notifications::{Composed, Leased, NotificationSettings, Outcome};
pub use overview::figures::{Figures, QueuedNotifications};
pub use overview::search::marked;
pub use people::second_factor::{Confirmed, SecondFactor};
pub use portal::cached::CachedPortal;
pub use projects::project_records::{PaymentLine, StoredRecord, TimeLine};
pub use receipts::verify::Verified;
pub use refused_forms::FormOwner;
pub use secrets::id as new_id;
pub use settings::logo::{Logo, LogoKind};
pub use settings::zone::{HOME as HOME_ZONE, zone_names};
pub use transfer::{BackupError, ImportError, Imported, backup, demo_pictures, files_of_export, lock_for_replacement};

use caches::Caches;
use conversation::message_queue::MessageQueues;
use db::Db;
use leads::DeliverySpace;
use portal::visits::Visits;

/// The database and the clock: everything the use cases need, and the browser that they serve. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    parts: Arc<StoreParts>,
    browser: Browser,
}

#[doc(hidden)]
pub struct StoreParts {
    db: Db,
    clock: Arc<dyn Clock>,
    zones: settings::zone::Zones,
    counted: settings::system_info::Counted,
    caches: Caches,
    /// Held during a guess of a slug.
    slug_guesses: tokio::sync::Mutex<()>,
    delivery_space: DeliverySpace,
    message_queues: MessageQueues,
    visits: Visits,
    /// Unset: nothing is queued.
    notifications: OnceLock<NotificationSettings>,
}

impl Deref for Store {
    type Target = StoreParts;

    fn deref(&self) -> &StoreParts {
        &self.parts
    }
}

impl Store {
    /// What has been changed so far, from memory: an open page of the agency is fetched again when that grows. Commits
    /// of other processes may be missing.
    pub fn topic_versions(&self) -> TopicVersions {
        self.db.cache_versions().topics()
    }

    /// As [`Store::topic_versions`] with the commits of other processes; `None` while they are not known.
    pub async fn current_topic_versions(&self) -> Option<TopicVersions> {
        if self.db.is_cache_current().await { Some(self.topic_versions()) } else { None }
    }

    /// Opens the database at `url` (`sqlite://path`, created with its folder if absent, or `postgres://…`)
    /// and runs the migrations.
    ///
    /// # Errors
    /// [`ConnectError`]: `url` is malformed, the database does not answer or is newer than this
    /// program, or the bundled SQLite is too old.
    pub async fn connect(url: &str, clock: Arc<dyn Clock>) -> std::result::Result<Self, ConnectError> {
        let db = Db::connect(url, clock.now()).await?;
        let index_error = |fault| ConnectError(format!("DATABASE_URL: the search index could not be filled: {fault}"));
        search_index::complete(&db).await.map_err(index_error)?;
        let logo_error = |fault| ConnectError(format!("DATABASE_URL: the logo could not be read: {fault}"));
        settings::agency::complete(&db).await.map_err(logo_error)?;
        Ok(Self::over(db, clock))
    }

    /// Opens the existing database at `url` to read it. Nothing in it is changed: neither its schema nor what
    /// [`Store::connect`] completes.
    ///
    /// # Errors
    /// [`ConnectError`]: as [`Store::connect`], or the schema is not this program's.
    pub async fn open_to_read(url: &str, clock: Arc<dyn Clock>) -> std::result::Result<Self, ConnectError> {
        Ok(Self::over(Db::open_to_read(url).await?, clock))
    }

    fn over(db: Db, clock: Arc<dyn Clock>) -> Self {
        let parts = StoreParts {
            db,
            clock,
            zones: settings::zone::Zones::default(),
            counted: settings::system_info::Counted::default(),
            caches: Caches::default(),
            slug_guesses: tokio::sync::Mutex::default(),
            delivery_space: DeliverySpace::default(),
            message_queues: MessageQueues::default(),
            visits: Visits::default(),
            notifications: OnceLock::new(),
        };
        Self { parts: Arc::new(parts), browser: Browser::default() }
    }

    /// Whether the database can be read and written, within two seconds.
    pub async fn ping(&self) -> Result<()> {
        let answer = async {
            self.db.readers().execute("SELECT 1", ()).await?;
            self.db.check_writer().await
        };
        match tokio::time::timeout(Duration::from_secs(2), answer).await {
            Ok(answer) => Ok(answer?),
            Err(_) => Err(Fault::because("no answer within two seconds").into()),
        }
    }

    /// Closes every connection; statements under way end first.
    pub async fn close(&self) {
        self.db.close().await;
    }

    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }
}
