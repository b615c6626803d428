//! What the server knows of a request to the agency's pages: extensions, added by its middleware.

use domain::EmailAddress;
use domain::audit::Actor;
use store::AgencySession;

/// The signed-in admin. The session middleware adds it to the extensions of authorized requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedInAdmin {
    pub email: String,
    pub session: AgencySession,
}

impl SignedInAdmin {
    pub fn actor(&self) -> Actor {
        Actor::Admin(self.email.clone())
    }
}

/// The token that forms posting to `/api/auth/…` send as `csrfToken`; the response sets its cookie. An extension
/// of requests under `/admin`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CsrfToken(pub String);

/// The e-mail of a refused sign-in, which the form shows again. An extension of requests under `/admin`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypedEmail(pub Option<EmailAddress>);

/// Whether somebody has signed out in this browser, on purpose and last.
#[derive(Debug, Clone, Copy)]
pub struct HasSignedOut(pub bool);
