//! Middleware around all routes, and what it shares with handlers.

pub mod client_ip;
pub mod compression;
pub mod panic_handler;
pub mod rate_limit;
pub mod same_origin;
pub mod security_headers;
pub mod trace;
