//! Proof of an approval.

use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::id::{ClientId, DeliverableId, ReceiptId};

/// Who approved what: written with the approval and never changed (docs/REFERENCE.md#receipts). It outlives the
/// deliverable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    pub id: ReceiptId,
    pub deliverable_id: DeliverableId,
    /// As it was then, like all that follows.
    pub deliverable_title: String,
    pub version: i64,
    /// The digest of the approved file, in hexadecimal digits.
    pub sha256: Option<String>,
    /// The approved link.
    pub url: Option<String>,
    pub client_id: ClientId,
    /// The name of the contact, else of the client.
    pub approved_by: String,
    pub approved_at: Timestamp,
    /// The IP address, which the client never sees; `unknown` without one.
    pub address: String,
    /// What the browser calls itself, which the client never sees.
    pub user_agent: String,
    /// The digest of the same client's receipt before; empty for the first.
    pub previous: String,
    /// The SHA-256 of [`digested`](Self::digested), in hexadecimal digits.
    pub digest: String,
}

impl Receipt {
    /// The longest stored [`user_agent`](Self::user_agent), in characters.
    pub const MAX_USER_AGENT: usize = 500;

    /// What the digest is taken of: the values in lines, a line break in a value as a space.
    pub fn digested(&self) -> String {
        let version = self.version.to_string();
        let approved_at = self.approved_at.to_string();
        let content = self.sha256.as_deref().or(self.url.as_deref()).unwrap_or_default();
        let values = [
            self.previous.as_str(),
            self.id.as_str(),
            self.deliverable_id.as_str(),
            &self.deliverable_title,
            &version,
            content,
            self.client_id.as_str(),
            &self.approved_by,
            &approved_at,
            &self.address,
            &self.user_agent,
        ];
        values.iter().flat_map(|value| [value.replace(['\r', '\n'], " "), "\n".to_owned()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digested_text_has_one_line_for_each_value() {
        let receipt = Receipt {
            id: ReceiptId::parse("r1").expect("an id"),
            deliverable_id: DeliverableId::parse("logo").expect("an id"),
            deliverable_title: "Logo\r\nnuovo".to_owned(),
            version: 2,
            sha256: None,
            url: Some("https://files.example/logo.pdf".to_owned()),
            client_id: ClientId::parse("rossi").expect("an id"),
            approved_by: "Carla Neri".to_owned(),
            approved_at: Timestamp::from_millis(1_768_471_200_000),
            address: "192.0.2.7".to_owned(),
            user_agent: String::new(),
            previous: "ab".to_owned(),
            digest: String::new(),
        };
        assert_eq!(
            receipt.digested(),
            "ab\nr1\nlogo\nLogo  nuovo\n2\nhttps://files.example/logo.pdf\nrossi\nCarla Neri\n\
             2026-01-15T10:00:00.000Z\n192.0.2.7\n\n"
        );
        let of_file = Receipt { sha256: Some("cd".to_owned()), url: None, ..receipt.clone() };
        assert!(of_file.digested().contains("\n2\ncd\nrossi\n"));
        let of_nothing = Receipt { url: None, ..receipt };
        assert!(of_nothing.digested().contains("\n2\n\nrossi\n"));
    }
}
