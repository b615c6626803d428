//! Computing the hashes of passwords, a few at a time.

use tokio::sync::Semaphore;

use crate::config::Secret;
use domain::PasswordHash;

use crate::password;

/// Each Argon2 check takes 19 MiB.
const MAX_CONCURRENT: usize = 2;

#[derive(Debug)]
pub struct PasswordChecks(Semaphore);

impl Default for PasswordChecks {
    fn default() -> Self {
        Self(Semaphore::new(MAX_CONCURRENT))
    }
}

impl PasswordChecks {
    /// Whether both e-mail and password are right. The password is checked even when the e-mail is wrong, so that
    /// both take the same time.
    pub async fn check(&self, is_right_email: bool, password: String, hash: Secret) -> bool {
        let _permit = self.0.acquire().await;
        let is_right_password =
            tokio::task::spawn_blocking(move || password::verify(&password, hash.reveal())).await.unwrap_or(false);
        is_right_email & is_right_password
    }

    /// `None`: it cannot be hashed.
    pub async fn hash(&self, password: String) -> Option<PasswordHash> {
        let _permit = self.0.acquire().await;
        let hash = tokio::task::spawn_blocking(move || password::hash(&password)).await.ok()?.ok()?;
        PasswordHash::parse(hash).ok()
    }
}
