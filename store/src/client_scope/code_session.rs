//! Code sessions: whether a browser may open the portal of a client whose people need a code.
//!
//! A browser in which a code was entered has a cookie, which the server signs: it contains a stamp of the person at that
//! time. The stamp changes with their address, and when the agency has everybody asked again, so that the cookie opens
//! nothing from then on. No row of the database is read or written for it.

use std::fmt;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::id::PersonId;
use domain::{Access, Person, Timestamp};
use sha2::{Digest as _, Sha256};

use super::origin::RequestOrigin;

/// The stamp in the browser's cookie of a person, if it has a valid one.
type Stamps = dyn Fn(&PersonId) -> Option<String> + Send + Sync;

/// The browser that sends a request. By default it has no session, and nothing is known of it.
#[derive(Clone, Default)]
pub struct Browser {
    stamps: Option<Arc<Stamps>>,
    origin: Arc<RequestOrigin>,
}

impl Browser {
    /// `stamps` returns the [`code_session_stamp`] under which a code of the person was entered, from a cookie that
    /// nobody can forge.
    pub fn new(stamps: impl Fn(&PersonId) -> Option<String> + Send + Sync + 'static) -> Self {
        Self { stamps: Some(Arc::new(stamps)), ..Self::default() }
    }

    #[must_use]
    pub fn with_origin(self, origin: RequestOrigin) -> Self {
        Self { origin: Arc::new(origin), ..self }
    }

    pub(crate) fn origin(&self) -> &RequestOrigin {
        &self.origin
    }

    pub(super) fn may_open(&self, person: &Person) -> bool {
        if person.client.access == Access::Link {
            return true;
        }
        let stamp = self.stamps.as_ref().and_then(|stamps| stamps(&person.id()));
        stamp.is_some_and(|stamp| stamp == code_session_stamp(person))
    }
}

impl fmt::Debug for Browser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Browser(…)")
    }
}

/// A digest of what ends a code session: another token or slug, and the agency's wish.
pub fn code_session_stamp(person: &Person) -> String {
    let slug = if person.contact.is_none() { person.client.slug.as_str() } else { "" };
    let since = person.client.codes_since.map_or(0, Timestamp::as_millis).to_string();
    let mut digest = Sha256::new_with_prefix(b"atrio code session\0");
    for part in [person.token().reveal(), slug, &since] {
        digest.update(part);
        digest.update([0]);
    }
    URL_SAFE_NO_PAD.encode(digest.finalize())
}
