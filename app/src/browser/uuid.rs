//! Makes the id of a message before it is sent: a UUID of version 7 (RFC 9562). The server uses it to
//! recognise a message that is sent twice.

use domain::Timestamp;
use domain::id::CommentId;
use leptos::prelude::window;
use uuid::Builder;

/// A new id; none if the browser has no random numbers.
pub fn new_message_id(at: Timestamp) -> Option<CommentId> {
    let mut random = [0; 10];
    window().crypto().ok()?.get_random_values_with_u8_array(&mut random).ok()?;
    message_uuid(at, random)
}

/// Builds the UUID from a time and random bytes.
fn message_uuid(at: Timestamp, random: [u8; 10]) -> Option<CommentId> {
    let millis = u64::try_from(at.as_millis()).ok()?;
    let uuid = Builder::from_unix_timestamp_millis(millis, &random).into_uuid();
    CommentId::parse(uuid.to_string()).ok()
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
}
