//! The `Idempotency-Key` of a request that may be repeated.

use app::api::comment::IDEMPOTENCY_KEY;
use axum::http::{HeaderMap, HeaderName};
use domain::id::CommentId;
use uuid::Uuid;

const HEADER: HeaderName = HeaderName::from_static(IDEMPOTENCY_KEY);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidKey;

/// A UUID of any version, in lower case; `None` without the header.
pub fn parse(headers: &HeaderMap) -> Result<Option<CommentId>, InvalidKey> {
    let mut lines = headers.get_all(HEADER).iter();
    let Some(line) = lines.next() else { return Ok(None) };
    let text = line.to_str().map_err(|_| InvalidKey)?;
    // `Uuid` also parses forms without hyphens and with braces, which have other lengths.
    if lines.next().is_some() || text.len() != 36 {
        return Err(InvalidKey);
    }
    let uuid = Uuid::try_parse(text).map_err(|_| InvalidKey)?;
    CommentId::parse(uuid.to_string()).map(Some).map_err(|_| InvalidKey)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn key_of(lines: &[&'static str]) -> Result<Option<String>, InvalidKey> {
        let lines = lines.iter().map(|line| (HEADER, HeaderValue::from_static(line)));
        parse(&lines.collect()).map(|key| key.map(String::from))
    }

    #[test]
    fn idempotency_key_is_a_single_uuid() {
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
