//! Makes the id of a message before it is sent: a UUID of version 7 (RFC 9562). The server uses it to
//! recognise a message that is sent twice.

use domain::Timestamp;
use domain::id::CommentId;

/// Builds the UUID from a time and random bytes.
pub fn message_uuid(at: Timestamp, random: [u8; 10]) -> Option<CommentId> {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut bytes = [0; 16];
    bytes[..6].copy_from_slice(&at.as_millis().to_be_bytes()[2..]);
    bytes[6..].copy_from_slice(&random);
    bytes[6] = bytes[6] & 0x0F | 0x70;
    bytes[8] = bytes[8] & 0x3F | 0x80;

    let mut text = String::with_capacity(36);
    for (index, byte) in bytes.into_iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        text.push(char::from(HEX[usize::from(byte >> 4)]));
        text.push(char::from(HEX[usize::from(byte & 15)]));
    }
    CommentId::parse(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuid_matches_rfc9562_v7_example() {
        // The example of RFC 9562, appendix A.6.
        let at = Timestamp::from_millis(0x017F_22E2_79B0);
        let random = [0x0C, 0xC3, 0x18, 0xC4, 0xDC, 0x0C, 0x0C, 0x07, 0x39, 0x8F];
        let uuid = message_uuid(at, random);
        assert_eq!(uuid.as_ref().map(CommentId::as_str), Some("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"));
    }

    #[test]
    fn uuid_version_and_variant_are_fixed() {
        for random in [[0; 10], [0xFF; 10]] {
            let text = message_uuid(Timestamp::from_millis(0), random).expect("an id").to_string();
            assert_eq!(text.get(14..15), Some("7"), "{text}");
            assert!(matches!(text.get(19..20), Some("8" | "b")), "{text}");
        }
    }
}
