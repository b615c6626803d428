//! A request whose bytes are formatted once. Only the IP address that it claims to come from changes: the
//! server limits how often one address may send it.

use std::io::Write as _;

/// Takes the place of the two groups of an IPv6 address that change.
const PLACEHOLDER: &str = "{address}";
const ZERO: &str = "0000:0000";

#[derive(Debug, Clone)]
pub(super) struct Request {
    bytes: Vec<u8>,
    address_at: Option<usize>,
}

impl Request {
    pub(super) fn new(text: &str) -> Self {
        Self { bytes: text.replacen(PLACEHOLDER, ZERO, 1).into_bytes(), address_at: text.find(PLACEHOLDER) }
    }

    /// The bytes to send from the address of this number.
    pub(super) fn sent_from(&mut self, number: u32) -> &[u8] {
        if let Some(at) = self.address_at {
            // As long as `ZERO`: a slice that is written to cannot fail otherwise.
            let _ = write!(&mut self.bytes[at..], "{:04x}:{:04x}", number >> 16, number & 0xffff);
        }
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::Request;

    #[test]
    fn address_is_written_in_place() {
        let mut request = Request::new("x-forwarded-for: 2001:db8:{address}::1\r\n");
        for (number, address) in [(0, "0000:0000"), (31_999, "0000:7cff"), (0x0001_0002, "0001:0002")] {
            let expected = format!("x-forwarded-for: 2001:db8:{address}::1\r\n");
            assert_eq!(request.sent_from(number), expected.as_bytes());
        }
        assert_eq!(Request::new("GET /").sent_from(7), b"GET /");
    }
}
