//! The link credential, with which the links in e-mails and notifications open a portal although guesses have closed
//! all slugs (docs/REFERENCE.md#link-credential).
//!
//! It has the form of a portal credential, but its message has no slug: the links in old e-mails work after the slug has
//! changed. It is in the address of a page, so it opens that page only and is no portal credential. That of a contact is
//! the key of their address wherever it is shown to them: they have no slug, and no page contains a token.

use domain::{LinkCredential, Person};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use super::{keyed, signed};
use crate::{ClientScope, Result, Store, UnverifiedPerson};

/// Domain separation: the prefix of the signed message.
const LINK: &[u8] = b"atrio link\0";

pub(crate) fn of(person: &Person) -> LinkCredential {
    LinkCredential::new(signed(person, mac(person)))
}

impl ClientScope {
    /// The key of the portal's address in its own pages: the slug, or the link credential of a contact.
    pub fn portal_key(&self) -> String {
        let person = self.person();
        match person.contact {
            None => person.client.slug.to_string(),
            Some(_) => of(person).reveal().to_owned(),
        }
    }
}

impl Store {
    /// The person to whom `credential` was sent in a link.
    pub async fn person_by_link(&self, credential: &str) -> Result<Option<UnverifiedPerson>> {
        self.signed_person(credential, mac).await
    }

    /// The person of an address that cannot be guessed: its key is a token, or the link credential of a contact.
    ///
    /// # Errors
    /// [`UnknownToken`](domain::DomainError::UnknownToken), or a fault.
    pub async fn person_by_unguessable_key(&self, key: &str) -> Result<UnverifiedPerson> {
        let read = async {
            match self.person_by_link(key).await?.filter(|one| one.person().contact.is_some()) {
                Some(contact) => Ok(contact),
                None => self.person_by_token(key).await,
            }
        };
        self.db.get_or_read(&self.caches.addresses, key, read).await
    }
}

fn mac(person: &Person) -> Hmac<Sha256> {
    let mut mac = keyed(person);
    mac.update(LINK);
    let of = person.contact.as_ref().map_or(person.client.id.as_str(), |contact| contact.id.as_str());
    mac.update(of.as_bytes());
    mac
}
