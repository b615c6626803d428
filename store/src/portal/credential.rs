//! The portal credential, which a portal page carries instead of the token.
//!
//! It is `{client_id}.{mac}`, where mac is an HMAC-SHA256 of the slug with the token as key. So it needs no
//! table, is invalidated by a new token or slug, and does not reveal the token.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::id::ClientId;
use domain::{Client, DomainError};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::{ClientScope, Result, Store};

/// Domain separation: the prefix of the signed message.
const LABEL: &[u8] = b"atrio pass\0";

impl ClientScope {
    pub fn portal_credential(&self) -> String {
        let mac = URL_SAFE_NO_PAD.encode(mac(self.client()).finalize().into_bytes());
        format!("{}.{mac}", self.id())
    }
}

impl Store {
    /// The client of `credential`: a portal credential, or a token, which contains no dot.
    pub async fn client_by_credential(&self, credential: &str) -> Result<ClientScope> {
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
        let Some((client, signature)) = credential.split_once('.') else {
            return self.client_by_token(credential).await;
        };
        let client = ClientId::parse(client).map_err(|_| DomainError::UnknownToken)?;
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| DomainError::UnknownToken)?;
        let scope = self.client_by_id(&client).await?.ok_or(DomainError::UnknownToken)?;
        // Compares in constant time.
        mac(scope.client()).verify_slice(&signature).map_err(|_| DomainError::UnknownToken)?;
        Ok(scope)
    }
}

fn mac(client: &Client) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(client.token.reveal().as_bytes())
        .expect("HMAC takes keys of any length");
    mac.update(LABEL);
    mac.update(client.slug.as_str().as_bytes());
    mac
}
