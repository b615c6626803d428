//! Who looks at a page and what the page may count on: contexts the server provides to every page
//! and every server function.

use domain::audit::Actor;
use leptos::prelude::use_context;

use crate::error::AppError;

/// The signed-in admin's e-mail address; `None`: nobody is signed in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Admin(pub Option<String>);

/// The token that forms posting to `/api/auth/…` send as `csrfToken`; its cookie travels with the
/// page. Empty on pages without such a form.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct CsrfToken(pub String);

/// The origin people reach Atrio at, without a slash at the end (`BASE_URL`): portal addresses
/// begin with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublicOrigin(pub String);

/// Whether `LEAD_WEBHOOK_SECRET` is set; what it is, no page needs to know.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WebhookIsOpen(pub bool);

/// The token or slug in the address of the portal being opened; only portal pages have one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortalKey(pub String);

impl Admin {
    /// The signed-in admin's e-mail address; every server function of the agency's side begins
    /// here.
    ///
    /// # Errors
    /// [`AppError::SignedOut`].
    pub fn signed_in() -> Result<String, AppError> {
        use_context::<Self>().and_then(|admin| admin.0).ok_or(AppError::SignedOut)
    }

    /// The signed-in admin as the audit names them.
    ///
    /// # Errors
    /// [`AppError::SignedOut`].
    pub fn actor() -> Result<Actor, AppError> {
        Self::signed_in().map(Actor::Admin)
    }
}
