//! Whom requests are counted for.

use sha2::{Digest as _, Sha256};

use super::Operation;
use crate::api::lead;
use crate::middleware::client_ip::ClientIp;

/// Whom a request is counted for. It takes no more room than an address alone: what is remembered of a
/// flood of keys is bounded as what is remembered of a flood of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Asker {
    /// Whoever asks from there.
    Address(ClientIp),
    /// Whoever posts to this address of a source: bridges deliver for many from one address. What is
    /// remembered is a digest, whatever the length of what stands where the key belongs.
    Source([u8; 16]),
}

impl Asker {
    /// Whom `operation` at `path`, asked for from `ip`, is counted for.
    pub(super) fn of(operation: Operation, path: &str, ip: ClientIp) -> Self {
        let key = if operation == Operation::Source { lead::key_in(path) } else { None };
        key.map_or(Self::Address(ip), Self::of_key)
    }

    fn of_key(key: &str) -> Self {
        let mut half = [0; 16];
        half.copy_from_slice(&Sha256::digest(key)[..16]);
        Self::Source(half)
    }
}

impl From<ClientIp> for Asker {
    fn from(ip: ClientIp) -> Self {
        Self::Address(ip)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_asker_takes_no_more_room_than_an_address() {
        assert_eq!(size_of::<Asker>(), size_of::<ClientIp>());
    }

    #[test]
    fn a_source_is_counted_by_its_key_and_all_else_by_address() {
        let ip = ClientIp::Unknown;
        let of = |path| Asker::of(Operation::Source, path, ip);
        assert_eq!(of("/api/webhooks/lead/one"), of("/api/webhooks/lead/one"));
        assert_ne!(of("/api/webhooks/lead/one"), of("/api/webhooks/lead/One"));
        assert_ne!(of("/api/webhooks/lead/one"), Asker::Address(ip));
        assert_eq!(Asker::of(Operation::Lead, "/api/webhooks/lead", ip), Asker::Address(ip));
    }
}
