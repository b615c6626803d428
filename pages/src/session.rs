//! What the server knows of a request to the agency's pages: extensions, added by its middleware.

use domain::audit::Actor;
use domain::{EmailAddress, Member, Role};
use store::AgencySession;

/// Somebody of the agency who is signed in. The session middleware adds it to the extensions of authorized requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedInAdmin {
    pub email: String,
    /// As their row is now; none for the account of the environment.
    pub member: Option<Member>,
    pub session: AgencySession,
}

impl SignedInAdmin {
    /// The account of the environment is an owner.
    pub fn role(&self) -> Role {
        self.member.as_ref().map_or(Role::Owner, |member| member.role)
    }

    pub fn actor(&self) -> Actor {
        match &self.member {
            Some(member) => member.actor(),
            None => Actor::Admin(self.email.clone()),
        }
    }
}

/// The token that forms posting to `/api/auth/…` send as `csrfToken`; the response sets its cookie. An extension
/// of requests under `/admin`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CsrfToken(pub String);

/// The e-mail of a refused sign-in, which the form shows again. An extension of requests under `/admin`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypedEmail(pub Option<EmailAddress>);

/// Where a sign-in in this browser stands. An extension of requests to the sign-in page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CodeStep {
    /// It begins.
    #[default]
    None,
    /// The password was right, and a code is missing.
    Awaited,
    /// The code came too late.
    Expired,
}

/// Whether somebody has signed out in this browser, on purpose and last.
#[derive(Debug, Clone, Copy)]
pub struct HasSignedOut(pub bool);
