//! The agency's side.

pub mod audit;
pub mod clients;
pub mod frame;
pub mod inbox;
pub mod leads;
pub mod login;
pub mod project_records;
pub mod projects;
pub mod settings;
pub mod thread;

use domain::audit::Actor;

pub use frame::{AdminRequest, AdminView, NavItem, PageResult};

/// Who is signed in: an extension of every request that may see the agency's side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedInAdmin {
    /// The e-mail address.
    pub email: String,
}

impl SignedInAdmin {
    /// As the audit names them.
    pub fn actor(&self) -> Actor {
        Actor::Admin(self.email.clone())
    }
}

/// The token that forms posting to `/api/auth/…` send as `csrfToken`; its cookie travels with the page.
/// An extension of requests under `/admin`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CsrfToken(pub String);
