//! The keys by which requests are counted.

use axum::RequestExt as _;
use axum::extract::{RawPathParams, Request};
use futures_util::FutureExt as _;
use sha2::{Digest as _, Sha256};

use super::{LimitedRoute, Operation};
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

    pub(super) fn of(operation: Operation, request: &mut Request, ip: ClientIp) -> Self {
        if operation == Operation::Source { Self::of_source(&parameter(request)) } else { Self::Address(ip) }
    }

    /// `key` is percent-decoded, so that all its spellings count together.
    pub fn of_source(key: &str) -> Self {
        let mut half = [0; 16];
        half.copy_from_slice(&Sha256::digest(key)[..16]);
        Self::Source(half)
    }
}

/// The key in the path of a request that counts by it.
pub fn source_key(request: &mut Request) -> Option<String> {
    let route = LimitedRoute::of(request).filter(|route| route.operation == Operation::Source);
    route.map(|_| parameter(request))
}

/// The parameter of the route, decoded as for its handler; empty if it is not UTF-8, which handlers refuse.
fn parameter(request: &mut Request) -> String {
    // It is in the request, so there is nothing to wait for.
    let parameters = request.extract_parts::<RawPathParams>().now_or_never().and_then(Result::ok);
    let first = parameters.iter().flatten().next();
    first.map_or_else(String::new, |(_, value)| value.to_owned())
}
