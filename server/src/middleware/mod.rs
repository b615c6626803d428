//! What stands around every endpoint.

pub mod client_ip;
pub mod compression;
pub mod fault;
pub mod rate_limit;
pub mod same_origin;
pub mod security_headers;
pub mod trace;
