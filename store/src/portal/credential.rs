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
use crate::{ClientScope, Result, Store, UnverifiedPerson};

/// Domain separation: the prefix of the signed message.
const PORTAL: &[u8] = b"atrio pass\0";

impl UnverifiedPerson {
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
        self.authorize_or_unknown(self.person_by_credential(credential).await?)
    }

    /// As [`Store::client_by_credential`], whether the browser has a code session or not.
    pub async fn person_by_credential(&self, credential: &str) -> Result<UnverifiedPerson> {
        let person = self.known_by_credential(credential).await?;
        if Preview::parse(credential).is_some() {
            return Err(DomainError::ReadOnly.into());
        }
        Ok(person)
    }

    /// The client whose records `credential` may read: of those who act, or of a preview.
    pub async fn viewer_by_credential(&self, credential: &str) -> Result<ClientScope> {
        let person = self.known_by_credential(credential).await?;
        if Preview::parse(credential).is_some() {
            return Ok(person.previewed());
        }
        self.authorize_or_unknown(person)
    }

    async fn known_by_credential(&self, credential: &str) -> Result<UnverifiedPerson> {
        if Preview::parse(credential).is_some_and(|preview| preview.has_expired(self.clock.now())) {
            return Err(DomainError::UnknownToken.into());
        }
        self.db.get_or_read(&self.caches.people, credential, self.find_by_credential(credential)).await
    }

    async fn find_by_credential(&self, credential: &str) -> Result<UnverifiedPerson> {
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
    ) -> Result<Option<UnverifiedPerson>> {
        let Some((id, signature)) = credential.rsplit_once('.') else { return Ok(None) };
        let (Ok(id), Ok(signature)) = (id.parse::<PersonId>(), URL_SAFE_NO_PAD.decode(signature)) else {
            return Ok(None);
        };
        let person = self.person_by_id(&id).await?;
        // Compares in constant time.
        Ok(person.filter(|person| mac(person.person()).verify_slice(&signature).is_ok()))
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
