//! The parts of signing in: CSRF token, known devices, the step of the code, safe redirects, password checks.

pub mod callback_url;
pub mod code_step;
pub mod csrf;
pub mod known_device;
mod password_checks;
pub mod signed_out;
pub mod typed_email;

pub use password_checks::PasswordChecks;

/// Where requests without a session are redirected.
pub const LOGIN_PAGE: &str = "/admin/login";
/// Where signing in leads without a wish.
pub const HOME: &str = "/admin";
/// Where the form of the sign-in page leads without a wish.
pub const TODAY: &str = "/admin/today";
