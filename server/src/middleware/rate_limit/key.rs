//! The keys by which requests are counted.

use sha2::{Digest as _, Sha256};

use super::{Operation, source_key};
use crate::middleware::client_ip::ClientIp;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RateLimitKey {
    Address(ClientIp),
    /// A digest of the key in the URL of a source: senders share IP addresses, and the key may have any
    /// length.
    Source([u8; 16]),
}

impl RateLimitKey {
    /// The agency is one, from whatever address.
    pub const AGENCY: Self = Self::Address(ClientIp::Unknown);

    pub(super) fn of(operation: Operation, path: &str, ip: ClientIp) -> Self {
        let key = if operation == Operation::Source { source_key(path) } else { None };
        key.map_or(Self::Address(ip), Self::of_source)
    }

    fn of_source(key: &str) -> Self {
        let mut half = [0; 16];
        half.copy_from_slice(&Sha256::digest(key)[..16]);
        Self::Source(half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_is_limited_by_key_and_others_by_ip() {
        let ip = ClientIp::Unknown;
        let of = |path| RateLimitKey::of(Operation::Source, path, ip);
        assert_eq!(of("/api/webhooks/lead/one"), of("/api/webhooks/lead/one"));
        assert_ne!(of("/api/webhooks/lead/one"), of("/api/webhooks/lead/One"));
        assert_ne!(of("/api/webhooks/lead/one"), RateLimitKey::Address(ip));
        assert_eq!(RateLimitKey::of(Operation::Lead, "/api/webhooks/lead", ip), RateLimitKey::Address(ip));
    }
}
