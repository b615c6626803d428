//! Clients of the agency.

mod access;
mod draft;
mod overview;
mod view;

use serde::{Deserialize, Serialize};

use crate::id::ClientId;
use crate::notifications::Frequency;
use crate::{Language, Slug, Timestamp, Token};

pub use access::{Access, AccessCode, masked_email};
pub use draft::ClientDraft;
pub use overview::{ClientEvent, ClientEventKind, ClientMoney, ClientOverview, EmailOwner};
pub use view::{ClientCard, ClientLine, ClientList, ClientProject, ClientUnpaid};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Client {
    /// Also the key of the General channel.
    pub id: ClientId,
    pub name: String,
    pub company: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    /// Postal address, VAT number and tax code, as quotes show them; never in the portal.
    pub address: Option<String>,
    pub vat_number: Option<String>,
    pub tax_code: Option<String>,
    /// Language of the client's portal.
    pub language: Language,
    /// How often they want e-mails.
    pub notify: Frequency,
    /// Whether they are reminded of deliverables to approve.
    pub remind_approvals: bool,
    /// Whether they are reminded of payments.
    pub remind_payments: bool,
    /// The secret that opens the portal.
    pub token: Token,
    /// The readable part of the portal's address.
    pub slug: Slug,
    pub created_at: Timestamp,
    /// Whether their people need a code besides their address.
    pub access: Access,
    /// Since when everybody is asked for a code again; none if the agency has never wanted that.
    pub codes_since: Option<Timestamp>,
}

impl Client {
    /// Whom its people belong to.
    pub fn company_or_name(&self) -> &str {
        self.company.as_deref().unwrap_or(&self.name)
    }
}

/// The company, unless it has the client's name.
pub fn other_company(name: &str, company: Option<String>) -> Option<String> {
    company.filter(|company| company.to_lowercase() != name.to_lowercase())
}
