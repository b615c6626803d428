//! The portal credential, which a portal page carries instead of the token.
//!
//! It is `{client_id}.{mac}`, where mac is an HMAC-SHA256 of the slug with the token as key. So it needs no
//! table, is invalidated by a new token or slug, and does not reveal the token.
//!
//! A preview credential is `{client_id}.{expiry}.{mac}`: the agency's page that shows the portal carries it. It
//! reads what the client reads, and acts for nobody.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::id::ClientId;
use domain::{Client, DomainError};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::{ClientScope, Result, Store};

/// Domain separation: the prefixes of the signed messages.
const PORTAL: &[u8] = b"atrio pass\0";
const PREVIEW: &[u8] = b"atrio preview\0";

/// The lifetime of a preview credential, in milliseconds.
const PREVIEW_LIFETIME: i64 = 60 * 60 * 1_000;

impl ClientScope {
    pub fn portal_credential(&self) -> String {
        format!("{}.{}", self.id(), encode(mac(self.client(), None)))
    }
}

impl Store {
    /// A credential that reads the portal of `client` for an hour.
    pub async fn preview_credential(&self, client: &str) -> Result<String> {
        let client = ClientId::parse(client).map_err(|_| DomainError::UnknownClient)?;
        let scope = self.client_by_id(&client).await?.ok_or(DomainError::UnknownClient)?;
        let expiry = (self.clock.now().as_millis() + PREVIEW_LIFETIME).to_string();
        Ok(format!("{client}.{expiry}.{}", encode(mac(scope.client(), Some(&expiry)))))
    }

    /// The client who acts with `credential`: a portal credential, or a token, which contains no dot.
    ///
    /// # Errors
    /// [`DomainError::ReadOnly`] for a preview credential.
    pub async fn client_by_credential(&self, credential: &str) -> Result<ClientScope> {
        let scope = self.viewer_by_credential(credential).await?;
        if preview_expiry(credential).is_some() {
            return Err(DomainError::ReadOnly.into());
        }
        Ok(scope)
    }

    /// The client whose records `credential` may read: of those who act, or of a preview.
    pub async fn viewer_by_credential(&self, credential: &str) -> Result<ClientScope> {
        let now = self.clock.now().as_millis();
        if preview_expiry(credential).is_some_and(|expiry| !expiry.parse().is_ok_and(|at: i64| at > now)) {
            return Err(DomainError::UnknownToken.into());
        }
        if self.db.is_cache_current().await
            && let Some(scope) = self.polls.client(self.db.cache_versions(), credential)
        {
            return Ok(scope);
        }
        let version = self.db.cache_versions().general_version();
        let scope = self.find_by_credential(credential).await?;
        self.polls.keep_client(version, credential, scope.clone());
        Ok(scope)
    }

    async fn find_by_credential(&self, credential: &str) -> Result<ClientScope> {
        let Some((client, rest)) = credential.split_once('.') else {
            return self.client_by_token(credential).await;
        };
        let (expiry, signature) = split_expiry(rest);
        let client = ClientId::parse(client).map_err(|_| DomainError::UnknownToken)?;
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| DomainError::UnknownToken)?;
        let scope = self.client_by_id(&client).await?.ok_or(DomainError::UnknownToken)?;
        // Compares in constant time.
        mac(scope.client(), expiry).verify_slice(&signature).map_err(|_| DomainError::UnknownToken)?;
        Ok(scope)
    }
}

/// The expiry of a preview credential, before its signature is checked.
fn preview_expiry(credential: &str) -> Option<&str> {
    split_expiry(credential.split_once('.')?.1).0
}

/// What follows the client's id: the expiry of a preview credential, and the signature.
fn split_expiry(rest: &str) -> (Option<&str>, &str) {
    rest.rsplit_once('.').map_or((None, rest), |(expiry, signature)| (Some(expiry), signature))
}

fn encode(mac: Hmac<Sha256>) -> String {
    URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
}

/// The signature of a portal credential, or of a preview credential with this expiry.
fn mac(client: &Client, expiry: Option<&str>) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(client.token.reveal().as_bytes())
        .expect("HMAC takes keys of any length");
    match expiry {
        None => mac.update(PORTAL),
        Some(expiry) => {
            mac.update(PREVIEW);
            mac.update(expiry.as_bytes());
            mac.update(&[0]); // no slug contains NUL
        }
    }
    mac.update(client.slug.as_str().as_bytes());
    mac
}
