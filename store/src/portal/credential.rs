//! The portal credential, which a portal page carries instead of the token.
//!
//! It is `{client_id}.{mac}`, where mac is an HMAC-SHA256 of the slug with the token as key; that of a contact is
//! `{client_id}.{contact_id}.{mac}`, of their id with their token as key. So it needs no table, is invalidated by a new
//! token or slug, and does not reveal the token.
//!
//! A [preview credential](preview) only reads; a [link credential](link) opens the portal from an e-mail.

pub(crate) mod link;
mod preview;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::id::PersonId;
use domain::{DomainError, Person};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use self::preview::Preview;
use crate::{Addressee, ClientScope, Result, Store};

/// Domain separation: the prefix of the signed message.
const PORTAL: &[u8] = b"atrio pass\0";

impl Addressee {
    /// As that of the scope: it opens no more than the address does.
    pub fn portal_credential(&self) -> String {
        signed(self.person(), mac(self.person()))
    }
}

impl ClientScope {
    pub fn portal_credential(&self) -> String {
        signed(self.person(), mac(self.person()))
    }
}

impl Store {
    /// The client who acts with `credential`: a portal credential, or a token, which contains no dot.
    ///
    /// # Errors
    /// [`DomainError::ReadOnly`] for a preview credential.
    pub async fn client_by_credential(&self, credential: &str) -> Result<ClientScope> {
        self.enter_or_unknown(self.person_by_credential(credential).await?)
    }

    /// As [`Store::client_by_credential`], whether the browser is in or not.
    pub async fn person_by_credential(&self, credential: &str) -> Result<Addressee> {
        let addressee = self.known_by_credential(credential).await?;
        if Preview::parse(credential).is_some() {
            return Err(DomainError::ReadOnly.into());
        }
        Ok(addressee)
    }

    /// The client whose records `credential` may read: of those who act, or of a preview.
    pub async fn viewer_by_credential(&self, credential: &str) -> Result<ClientScope> {
        let addressee = self.known_by_credential(credential).await?;
        if Preview::parse(credential).is_some() {
            return Ok(addressee.previewed());
        }
        self.enter_or_unknown(addressee)
    }

    async fn known_by_credential(&self, credential: &str) -> Result<Addressee> {
        if Preview::parse(credential).is_some_and(|preview| preview.has_expired(self.clock.now())) {
            return Err(DomainError::UnknownToken.into());
        }
        if self.db.is_cache_current().await
            && let Some(addressee) = self.polls.person(self.db.cache_versions(), credential)
        {
            return Ok(addressee);
        }
        let version = self.db.cache_versions().general_version();
        let addressee = self.find_by_credential(credential).await?;
        self.polls.keep_person(version, credential, addressee.clone());
        Ok(addressee)
    }

    async fn find_by_credential(&self, credential: &str) -> Result<Addressee> {
        if let Some(preview) = Preview::parse(credential) {
            return self.previewed_client(&preview).await;
        }
        if !credential.contains('.') {
            return self.person_by_token(credential).await;
        }
        Ok(self.signed_person(credential, mac).await?.ok_or(DomainError::UnknownToken)?)
    }

    /// The person that `credential` names, if its last part is what `mac` signs for them.
    async fn signed_person(
        &self,
        credential: &str,
        mac: impl FnOnce(&Person) -> Hmac<Sha256>,
    ) -> Result<Option<Addressee>> {
        let Some((person, signature)) = credential.rsplit_once('.') else { return Ok(None) };
        let (Ok(person), Ok(signature)) = (person.parse::<PersonId>(), URL_SAFE_NO_PAD.decode(signature)) else {
            return Ok(None);
        };
        let addressee = self.person_by_id(&person).await?;
        // Compares in constant time.
        Ok(addressee.filter(|addressee| mac(addressee.person()).verify_slice(&signature).is_ok()))
    }
}

/// The signature of a portal credential.
fn mac(person: &Person) -> Hmac<Sha256> {
    let mut mac = keyed(person);
    mac.update(PORTAL);
    let of = person.contact.as_ref().map_or(person.client.slug.as_str(), |contact| contact.id.as_str());
    mac.update(of.as_bytes());
    mac
}

/// With the token as key, so that all credentials end with it.
fn keyed(person: &Person) -> Hmac<Sha256> {
    Hmac::new_from_slice(person.token().reveal().as_bytes()).expect("HMAC takes keys of any length")
}

/// The credential of `person` with this signature.
fn signed(person: &Person, mac: Hmac<Sha256>) -> String {
    format!("{}.{}", person.id(), encode(mac))
}

fn encode(mac: Hmac<Sha256>) -> String {
    URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
}
