//! Where a push service takes messages for a device. A browser names it, so it must not lead into the network of the
//! server.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::Uri;

const MAX_BYTES: usize = 2000;

#[derive(Debug)]
pub(super) struct Endpoint {
    pub(super) uri: Uri,
    /// A name or an address, without brackets.
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) is_encrypted: bool,
    /// Whether it may be on this machine.
    is_local: bool,
}

impl Endpoint {
    /// `https` to a public address or a name; with `is_local` to this machine, too, also without encryption.
    pub(super) fn parse(text: &str, is_local: bool) -> Option<Self> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic()) && !text.contains(['#', '@', '\\']);
        if text.len() > MAX_BYTES || !is_plain {
            return None;
        }
        let uri: Uri = text.parse().ok()?;
        let authority = uri.authority()?;
        let is_encrypted = match uri.scheme_str()? {
            "https" => true,
            "http" if is_local => false,
            _ => return None,
        };
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        let port = match authority.as_str().strip_prefix(authority.host())? {
            "" => {
                if is_encrypted {
                    443
                } else {
                    80
                }
            }
            _ => authority.port_u16().filter(|port| *port != 0)?,
        };
        let endpoint = Self { host, port, is_encrypted, is_local, uri: uri.clone() };
        let is_allowed = match endpoint.host.parse() {
            Ok(address) => endpoint.may_be_at(address),
            Err(_) if is_localhost(&endpoint.host) => is_local,
            Err(_) => is_encrypted && !endpoint.host.is_empty(),
        };
        is_allowed.then_some(endpoint)
    }

    /// Whether a message may be sent to an address that the host has.
    pub(super) fn may_be_at(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        if address.is_loopback() { self.is_local } else { self.is_encrypted && is_public(address) }
    }

    /// The audience of a sender's token.
    pub(super) fn origin(&self) -> String {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        let authority = self.uri.authority().map_or("", |authority| authority.as_str());
        format!("{scheme}://{authority}")
    }
}

fn is_localhost(host: &str) -> bool {
    let host = host.trim_end_matches('.');
    host == "localhost" || host.ends_with(".localhost")
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// All but the special-purpose addresses of IANA.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || match address.octets() {
            [0 | 240..=255, ..] | [192, 0, 0, _] | [192, 88, 99, _] => true,
            // Shared by the customers of a provider.
            [100, second, ..] => second & 0xc0 == 64,
            // Networks for measurements.
            [198, second, ..] => second & 0xfe == 18,
            _ => false,
        };
    !is_special
}

/// Global unicast, without what leads to an IPv4 address.
fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x2002, ..] | [0x3fff, 0..=0xfff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoint_is_https_and_public() {
        for (text, port) in [
            ("https://fcm.googleapis.com/fcm/send/a:b-c_d", 443),
            ("https://updates.push.services.mozilla.com/wpush/v2/x", 443),
            ("https://web.push.apple.com/x?y=z", 443),
            ("https://8.8.8.8:8443/x", 8443),
            ("https://[2606:4700::1111]/x", 443),
        ] {
            assert_eq!(Endpoint::parse(text, false).map(|endpoint| endpoint.port), Some(port), "{text}");
        }
        let long = format!("https://push.example.com/{}", "x".repeat(MAX_BYTES));
        for text in [
            "",
            "/x",
            "push.example.com/x",
            "ftp://push.example.com/x",
            "http://push.example.com/x",
            "https://",
            "https:///x",
            "https://:443/x",
            "https://push.example.com:0/x",
            "https://push.example.com:/x",
            "https://a@push.example.com/x",
            "https://push.example.com/x#y",
            "https://push.example.com/\r\nx",
            "https://push.example.com/é",
            "https://push.example.com\\@a/x",
            "https://localhost/x",
            "https://LOCALHOST./x",
            "https://a.localhost/x",
            "http://127.0.0.1/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://10.0.0.1/x",
            "https://[::ffff:10.0.0.1]/x",
            "https://169.254.169.254/x",
            &long,
        ] {
            assert!(Endpoint::parse(text, false).is_none(), "{text}");
        }
    }

    #[test]
    fn endpoint_on_this_machine_is_for_a_server_on_this_machine() {
        for text in ["http://127.0.0.1:8080/x", "https://localhost/x", "http://localhost:8080/x", "http://[::1]:80/x"] {
            assert!(Endpoint::parse(text, true).is_some(), "{text}");
        }
        for text in ["http://8.8.8.8/x", "http://push.example.com/x", "https://10.0.0.1/x", "http://192.168.0.1/x"] {
            assert!(Endpoint::parse(text, true).is_none(), "{text}");
        }
    }

    #[test]
    fn every_address_of_a_name_is_checked() {
        for (address, expected) in [
            ("93.184.216.34", true),
            ("0.0.0.0", false),
            ("10.1.2.3", false),
            ("100.64.0.1", false),
            ("100.128.0.1", true),
            ("127.0.0.2", false),
            ("169.254.1.1", false),
            ("172.16.0.1", false),
            ("172.32.0.1", true),
            ("192.0.0.8", false),
            ("192.0.2.1", false),
            ("192.88.99.1", false),
            ("192.168.1.1", false),
            ("198.18.0.1", false),
            ("198.20.0.1", true),
            ("198.51.100.1", false),
            ("203.0.113.1", false),
            ("224.0.0.1", false),
            ("255.255.255.255", false),
            ("2606:4700::1", true),
            ("::", false),
            ("::1", false),
            ("::ffff:192.168.1.1", false),
            ("::ffff:93.184.216.34", true),
            ("64:ff9b::a00:1", false),
            ("2001::1", false),
            ("2001:db8::1", false),
            ("2001:4860::1", true),
            ("2002:a00:1::", false),
            ("3fff::1", false),
            ("fc00::1", false),
            ("fe80::1", false),
            ("ff02::1", false),
        ] {
            let endpoint = Endpoint::parse("https://push.example.com/x", false).expect("an endpoint");
            assert_eq!(endpoint.may_be_at(address.parse().expect("an address")), expected, "{address}");
        }
        let plain = Endpoint::parse("http://localhost/x", true).expect("an endpoint");
        assert!(!plain.may_be_at("93.184.216.34".parse().expect("an address")));
    }
}
