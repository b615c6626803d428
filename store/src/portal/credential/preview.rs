//! The preview credential, `{client_id}.{expiry}.{session}.{mac}`: the agency's page that shows a portal carries it. It
//! reads what the client reads, acts for nobody, and ends after an hour, and with the session that opened the page.

use domain::id::ClientId;
use domain::{DomainError, Person, Timestamp};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use super::{encode, keyed};
use crate::auth::sessions::AgencySession;
use crate::{Result, Store, UnverifiedPerson};

/// Domain separation: the prefix of the signed message.
const PREVIEW: &[u8] = b"atrio preview\0";

/// The lifetime of a preview credential, in milliseconds.
const LIFETIME: i64 = 60 * 60 * 1_000;

/// Its parts, before the signature is checked.
pub(super) struct Preview<'a> {
    client: &'a str,
    expiry: &'a str,
    /// The id of the session.
    session: &'a str,
    signature: &'a str,
}

impl<'a> Preview<'a> {
    pub(super) fn parse(credential: &'a str) -> Option<Self> {
        let mut parts = credential.split('.');
        let mut part = || parts.next();
        let preview = Self { client: part()?, expiry: part()?, session: part()?, signature: part()? };
        part().is_none().then_some(preview)
    }

    pub(super) fn has_expired(&self, now: Timestamp) -> bool {
        !self.expiry.parse().is_ok_and(|at: i64| at > now.as_millis())
    }
}

impl Store {
    /// A credential that reads the portal of `client` for an hour, unless `session` ends before.
    pub async fn preview_credential(&self, client: &ClientId, session: &AgencySession) -> Result<String> {
        let person = self.person_by_id(&client.clone().into()).await?.ok_or(DomainError::UnknownClient)?;
        let expiry = (self.clock.now().as_millis() + LIFETIME).to_string();
        let signature = encode(mac(person.person(), &expiry, session));
        Ok(format!("{client}.{expiry}.{}.{signature}", session.id))
    }

    pub(super) async fn previewed_client(&self, preview: &Preview<'_>) -> Result<UnverifiedPerson> {
        let session = AgencySession { id: preview.session.to_owned(), epoch: self.session_epoch().await? };
        let sign = |person: &Person| mac(person, preview.expiry, &session);
        let person = self.signed_person(&format!("{}.{}", preview.client, preview.signature), sign).await?;
        let person = person.ok_or(DomainError::UnknownToken)?;
        if !self.is_current_session(&session).await? {
            return Err(DomainError::UnknownToken.into());
        }
        Ok(person)
    }
}

/// Its parts contain no NUL: neither does a session, whose id and epoch are base64url.
fn mac(person: &Person, expiry: &str, session: &AgencySession) -> Hmac<Sha256> {
    let mut mac = keyed(person);
    mac.update(PREVIEW);
    for part in [expiry, &session.id, &session.epoch, person.client.slug.as_str()] {
        mac.update(part.as_bytes());
        mac.update(&[0]);
    }
    mac
}
