//! The IP address of the client (docs/REFERENCE.md#client-ip).

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use crate::config::{Config, TrustedProxies};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClientIp {
    /// An IPv4 address, or the first address of an IPv6 /64, which is what one subscriber has.
    Address(IpAddr),
    /// The trusted proxy sent no address: all such requests share one.
    Unknown,
}

impl ClientIp {
    /// As it is recorded; `None` if it is unknown.
    pub fn address(self) -> Option<String> {
        match self {
            Self::Address(address) => Some(address.to_string()),
            Self::Unknown => None,
        }
    }

    /// An IPv4 address, or the first address of an IPv6 /48: a subscriber may have as many /64 as fit.
    pub fn network(self) -> Self {
        match self {
            Self::Address(IpAddr::V6(address)) => {
                Self::Address(Ipv6Addr::from_bits(address.to_bits() >> 80 << 80).into())
            }
            other => other,
        }
    }

    /// Behind a trusted peer the first entry of `x-forwarded-for`, else `x-real-ip`, else
    /// [`Unknown`](Self::Unknown); any other peer is the client itself.
    pub fn of(peer: IpAddr, headers: &HeaderMap, trusted: &TrustedProxies) -> Self {
        if !is_trusted(peer.to_canonical(), trusted) {
            return Self::from(peer);
        }
        forwarded(headers).map_or(Self::Unknown, Self::from)
    }

    /// Without a peer, [`Unknown`](Self::Unknown).
    pub fn of_request(extensions: &Extensions, headers: &HeaderMap, trusted: &TrustedProxies) -> Self {
        match extensions.get::<ConnectInfo<SocketAddr>>() {
            Some(ConnectInfo(peer)) => Self::of(peer.ip(), headers, trusted),
            None => Self::Unknown,
        }
    }
}

/// The address of [`ClientIp::of_request`] as it is: the limits know only the /64 of an IPv6 address.
pub fn whole_address(extensions: &Extensions, headers: &HeaderMap, trusted: &TrustedProxies) -> Option<IpAddr> {
    let ConnectInfo(peer) = extensions.get::<ConnectInfo<SocketAddr>>()?;
    let peer = peer.ip().to_canonical();
    if is_trusted(peer, trusted) { forwarded(headers) } else { Some(peer) }
}

impl From<IpAddr> for ClientIp {
    fn from(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        })
    }
}

/// `unknown` without an address.
impl fmt::Display for ClientIp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => address.fmt(f),
            Self::Unknown => f.write_str("unknown"),
        }
    }
}

impl<S> FromRequestParts<S> for ClientIp
where
    S: Send + Sync,
    Arc<Config>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let config = Arc::<Config>::from_ref(state);
        Ok(Self::of_request(&parts.extensions, &parts.headers, &config.trusted_proxies))
    }
}

fn is_trusted(peer: IpAddr, trusted: &TrustedProxies) -> bool {
    match trusted {
        TrustedProxies::All => true,
        TrustedProxies::None => false,
        TrustedProxies::Networks(networks) => networks.iter().any(|network| network.contains(&peer)),
        TrustedProxies::Private => match peer {
            IpAddr::V4(peer) => peer.is_loopback() || peer.is_private() || peer.is_link_local(),
            IpAddr::V6(peer) => peer.is_loopback() || peer.is_unicast_link_local() || peer.is_unique_local(),
        },
    }
}

/// The address that a trusted proxy reports.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    first_forwarded(headers).or_else(|| real_ip(headers))
}

/// Repeated headers are one list, empty entries are ignored (RFC 9110 §5.6.1).
fn first_forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let mut entries = headers
        .get_all("x-forwarded-for")
        .iter()
        .flat_map(|line| line.as_bytes().split(|byte| *byte == b','))
        .map(<[u8]>::trim_ascii);
    entries.find(|entry| !entry.is_empty()).and_then(address)
}

fn real_ip(headers: &HeaderMap) -> Option<IpAddr> {
    headers.get("x-real-ip").and_then(|line| address(line.as_bytes().trim_ascii()))
}

/// With optional brackets and port: `192.0.2.1:80`, `[2001:db8::1]:443`.
fn address(entry: &[u8]) -> Option<IpAddr> {
    let entry = std::str::from_utf8(entry).ok()?;
    if let Ok(address) = entry.parse() {
        return Some(address);
    }
    if let Ok(with_port) = entry.parse::<SocketAddr>() {
        return Some(with_port.ip());
    }
    let (inner, port) = entry.strip_prefix('[')?.split_once(']')?;
    let is_port = port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
    if is_port { inner.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    const LOOPBACK: &str = "127.0.0.1";
    const UNTRUSTED_PEER: &str = "198.51.100.9";

    fn ip(text: &str) -> ClientIp {
        ClientIp::from(text.parse::<IpAddr>().expect("an address"))
    }

    fn client_ip_of(peer: &str, lines: &[(&'static str, &str)], trusted: &TrustedProxies) -> ClientIp {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            let value = HeaderValue::from_bytes(value.as_bytes()).expect("a header");
            headers.append(HeaderName::from_static(name), value);
        }
        ClientIp::of(peer.parse().expect("an address"), &headers, trusted)
    }

    fn behind_proxy(lines: &[(&'static str, &str)]) -> ClientIp {
        client_ip_of(LOOPBACK, lines, &TrustedProxies::Private)
    }

    const XFF: &str = "x-forwarded-for";
    const REAL: &str = "x-real-ip";

    #[test]
    fn forwarded_for_wins_over_real_ip_over_unknown() {
        assert_eq!(behind_proxy(&[(XFF, "192.0.2.1, 192.0.2.2"), (REAL, "192.0.2.3")]), ip("192.0.2.1"));
        assert_eq!(behind_proxy(&[(REAL, " 192.0.2.3 ")]), ip("192.0.2.3"));
        assert_eq!(behind_proxy(&[]), ClientIp::Unknown);
    }

    #[test]
    fn repeated_forwarded_headers_are_one_list() {
        assert_eq!(behind_proxy(&[(XFF, "192.0.2.1"), (XFF, "192.0.2.2")]), ip("192.0.2.1"));
        assert_eq!(behind_proxy(&[(XFF, ""), (XFF, " , 192.0.2.2")]), ip("192.0.2.2"));
    }

    #[test]
    fn invalid_address_counts_as_absent() {
        for odd in ["unknown", "1.2.3", "1.2.3.4:x", "[::1", "::1]", "[::1]x", "è", "192.0.2.1:99999"] {
            assert_eq!(behind_proxy(&[(XFF, odd), (REAL, "192.0.2.3")]), ip("192.0.2.3"), "{odd}");
            assert_eq!(behind_proxy(&[(XFF, odd)]), ClientIp::Unknown, "{odd}");
            assert_eq!(behind_proxy(&[(REAL, odd)]), ClientIp::Unknown, "{odd}");
        }
    }

    #[test]
    fn brackets_and_ports_are_stripped() {
        for written in ["192.0.2.1:8080", "[192.0.2.1]", "[192.0.2.1]:80", "::ffff:192.0.2.1", "[::ffff:192.0.2.1]:1"] {
            assert_eq!(behind_proxy(&[(XFF, written)]), ip("192.0.2.1"), "{written}");
        }
        for written in ["[2001:db8::1]", "[2001:db8::1]:443", "2001:db8::1"] {
            assert_eq!(behind_proxy(&[(XFF, written)]), ip("2001:db8::1"), "{written}");
        }
    }

    #[test]
    fn ipv6_addresses_are_grouped_by_64() {
        assert_eq!(ip("2001:db8:0:1::1"), ip("2001:db8:0:1:ffff::9"));
        assert_ne!(ip("2001:db8:0:1::1"), ip("2001:db8:0:2::1"));
    }

    #[test]
    fn network_is_a_48_of_ipv6_and_an_address_of_ipv4() {
        assert_eq!(ip("2001:db8:7:1::1").network(), ip("2001:db8:7:ffff::9").network());
        assert_eq!(ip("2001:db8:7:1::1").network().to_string(), "2001:db8:7::");
        assert_ne!(ip("2001:db8:7::1").network(), ip("2001:db8:8::1").network());
        assert_eq!(ip("192.0.2.1").network(), ip("192.0.2.1"));
        assert_eq!(ClientIp::Unknown.network(), ClientIp::Unknown);
    }

    #[test]
    fn only_trusted_peer_may_forward_an_address() {
        let forged = [(XFF, "192.0.2.1")];
        for peer in ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.1.1", "::1", "fe80::1", "fd00::1"] {
            assert_eq!(client_ip_of(peer, &forged, &TrustedProxies::Private), ip("192.0.2.1"), "{peer}");
        }
        for peer in [UNTRUSTED_PEER, "172.32.0.1", "2001:db8::7", "::ffff:198.51.100.9"] {
            assert_eq!(client_ip_of(peer, &forged, &TrustedProxies::Private), ip(peer), "{peer}");
            assert_eq!(client_ip_of(peer, &forged, &TrustedProxies::All), ip("192.0.2.1"), "{peer}");
        }
        assert_eq!(client_ip_of(LOOPBACK, &forged, &TrustedProxies::None), ip(LOOPBACK));
        assert_eq!(client_ip_of("::ffff:10.0.0.1", &forged, &TrustedProxies::Private), ip("192.0.2.1"));
    }

    #[test]
    fn trusted_networks_can_be_configured() {
        let networks = TrustedProxies::Networks(vec!["198.51.100.0/24".parse().expect("a network")]);
        assert_eq!(client_ip_of(UNTRUSTED_PEER, &[(XFF, "192.0.2.1")], &networks), ip("192.0.2.1"));
        assert_eq!(client_ip_of("::ffff:198.51.100.9", &[(XFF, "192.0.2.1")], &networks), ip("192.0.2.1"));
        assert_eq!(client_ip_of(LOOPBACK, &[(XFF, "192.0.2.1")], &networks), ip(LOOPBACK));
    }
}
