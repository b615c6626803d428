//! Middleware around all routes, and what it shares with handlers.

pub(crate) mod client_ip;
pub(crate) mod compression;
pub(crate) mod panic_handler;
pub mod rate_limit;
pub(crate) mod same_origin;
pub(crate) mod security_headers;
pub(crate) mod trace;
