//! Computing the hashes of passwords, a few at a time.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Semaphore;

use crate::config::Secret;
use domain::PasswordHash;

use crate::password;

/// Each Argon2 check takes 19 MiB.
const MAX_CONCURRENT: usize = 2;

#[derive(Debug)]
pub struct PasswordChecks {
    permits: Semaphore,
    count: AtomicU64,
}

impl Default for PasswordChecks {
    fn default() -> Self {
        Self { permits: Semaphore::new(MAX_CONCURRENT), count: AtomicU64::new(0) }
    }
}

impl PasswordChecks {
    /// Whether both e-mail and password are right. The password is checked even when the e-mail is wrong, so that
    /// both take the same time.
    pub async fn check(&self, is_right_email: bool, password: String, hash: Secret) -> bool {
        let _permit = self.permits.acquire().await;
        self.count.fetch_add(1, Ordering::Relaxed);
        let is_right_password =
            tokio::task::spawn_blocking(move || password::verify(&password, hash.reveal())).await.unwrap_or(false);
        is_right_email & is_right_password
    }

    /// How many passwords were checked: every attempt to sign in takes one check, whoever it is.
    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// `None`: it cannot be hashed.
    pub async fn hash(&self, password: String) -> Option<PasswordHash> {
        let _permit = self.permits.acquire().await;
        let hash = tokio::task::spawn_blocking(move || password::hash(&password)).await.ok()?.ok()?;
        PasswordHash::parse(hash).ok()
    }
}
