//! Middleware around all routes, and helpers shared with the handlers.

pub(crate) mod client_ip;
pub(crate) mod compression;
pub(crate) mod in_flight;
pub(crate) mod intercept;
pub(crate) mod panic_handler;
pub mod rate_limit;
pub(crate) mod same_origin;
pub(crate) mod security_headers;
pub(crate) mod trace;
pub(crate) mod uploads;
