//! The `Idempotency-Key` of a request that may be sent again.

use axum::http::{HeaderMap, HeaderName};
use domain::id::CommentId;

const HEADER: HeaderName = HeaderName::from_static("idempotency-key");

/// The header is there, and is not one UUID.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidKey;

/// The key the request carries, as the id of the comment it writes: a UUID of any version in lower
/// case. `None`: it carries none.
///
/// # Errors
/// [`InvalidKey`] for anything else, and for several.
pub fn key(headers: &HeaderMap) -> Result<Option<CommentId>, InvalidKey> {
    let mut lines = headers.get_all(HEADER).iter();
    let Some(line) = lines.next() else { return Ok(None) };
    let text = line.to_str().map_err(|_| InvalidKey)?;
    if lines.next().is_some() || !is_uuid(text) {
        return Err(InvalidKey);
    }
    CommentId::parse(text.to_ascii_lowercase()).map(Some).map_err(|_| InvalidKey)
}

/// 8-4-4-4-12 hexadecimal digits (RFC 9562, 4).
fn is_uuid(text: &str) -> bool {
    let groups = text.split('-').map(str::len);
    groups.eq([8, 4, 4, 4, 12]) && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn key_of(lines: &[&'static str]) -> Result<Option<String>, InvalidKey> {
        let lines = lines.iter().map(|line| (HEADER, HeaderValue::from_static(line)));
        key(&lines.collect()).map(|key| key.map(String::from))
    }

    #[test]
    fn a_key_is_one_uuid_or_none_at_all() {
        let uuid = "6f9619ff-8b86-d011-b42d-00cf4fc964ff";
        assert_eq!(key_of(&[]), Ok(None));
        assert_eq!(key_of(&[uuid]), Ok(Some(uuid.to_owned())));
        assert_eq!(key_of(&["6F9619FF-8B86-D011-B42D-00CF4FC964FF"]), Ok(Some(uuid.to_owned())));
        for bad in ["", "x", "6f9619ff8b86d011b42d00cf4fc964ff", "6f9619ff-8b86-d011-b42d-00cf4fc964fg"] {
            assert_eq!(key_of(&[bad]), Err(InvalidKey), "{bad}");
        }
        assert_eq!(key_of(&["6f9619f-f8b86-d011-b42d-00cf4fc964ff"]), Err(InvalidKey));
        assert_eq!(key_of(&["{6f9619ff-8b86-d011-b42d-00cf4fc964ff}"]), Err(InvalidKey));
        assert_eq!(key_of(&[uuid, uuid]), Err(InvalidKey));
    }
}
