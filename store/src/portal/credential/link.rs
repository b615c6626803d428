//! The link credential, with which the links in e-mails and notifications open a portal although guesses have closed
//! all slugs (docs/REFERENCE.md#link-credential).
//!
//! It is `{client_id}.{mac}` as the portal credential is, but its message has no slug: the links in old e-mails
//! work after the slug has changed. It is in the address of a page, so it opens that page only and is no portal
//! credential.

use domain::{Client, LinkCredential};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use super::{encode, keyed};
use crate::{ClientScope, Result, Store};

/// Domain separation: the prefix of the signed message.
const LINK: &[u8] = b"atrio link\0";

pub(crate) fn of(client: &Client) -> LinkCredential {
    LinkCredential::new(format!("{}.{}", client.id, encode(mac(client))))
}

impl Store {
    /// The client to whom `credential` was sent in a link.
    pub async fn client_by_link(&self, credential: &str) -> Result<Option<ClientScope>> {
        match credential.split_once('.') {
            Some((client, signature)) => self.signed_client(client, signature, mac).await,
            None => Ok(None),
        }
    }
}

fn mac(client: &Client) -> Hmac<Sha256> {
    let mut mac = keyed(client);
    mac.update(LINK);
    mac.update(client.id.as_str().as_bytes());
    mac
}
