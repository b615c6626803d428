//! The pass: what a portal page may carry instead of the token.
//!
//! It is `{client_id}.{mac}`, the mac an HMAC-SHA256 under the client's token over their slug. So it
//! needs no table, ends when token or slug change, and tells nothing about the token.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::id::ClientId;
use domain::{Client, DomainError};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::{ClientScope, Result, Store};

/// Keeps a pass from proving anything where something else is signed.
const LABEL: &[u8] = b"atrio pass\0";

impl ClientScope {
    /// The client's pass.
    pub fn portal_credential(&self) -> String {
        let mac = URL_SAFE_NO_PAD.encode(mac(self.client()).finalize().into_bytes());
        format!("{}.{mac}", self.id())
    }
}

impl Store {
    /// The client who holds `credential`: their pass or their token, in which there is no dot.
    ///
    /// # Errors
    /// [`DomainError::UnknownToken`](domain::DomainError) for what is neither, or a fault.
    pub async fn client_by_credential(&self, credential: &str) -> Result<ClientScope> {
        let Some((client, signature)) = credential.split_once('.') else {
            return self.client_by_token(credential).await;
        };
        let client = ClientId::parse(client).map_err(|_| DomainError::UnknownToken)?;
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| DomainError::UnknownToken)?;
        let scope = self.client_by_id(&client).await?.ok_or(DomainError::UnknownToken)?;
        // Takes the same time whatever differs.
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
