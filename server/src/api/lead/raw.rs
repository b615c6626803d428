//! Converts a request to the [`RawDelivery`] that is stored.

use axum::http::{HeaderMap, HeaderName, header};
use domain::leads::RawDelivery;

/// The whole body, and those headers that [`lead_intake::stored_headers`] lists. A value that is not visible ASCII is
/// dropped; of a repeated header the first counts.
pub(super) fn delivery(headers: &HeaderMap, body: Vec<u8>) -> RawDelivery {
    let stored = lead_intake::stored_headers().filter_map(|name| {
        let value = value(headers, &HeaderName::from_static(name))?;
        Some((name.to_owned(), value))
    });
    RawDelivery { body, content_type: value(headers, &header::CONTENT_TYPE), headers: stored.collect() }
}

/// At most [`RawDelivery::MAX_HEADER_CHARS`] characters of the value.
fn value(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let value = headers.get(name)?.to_str().ok()?;
    Some(value.chars().take(RawDelivery::MAX_HEADER_CHARS).collect())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn of(lines: &[(&'static str, &[u8])]) -> RawDelivery {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, HeaderValue::from_bytes(value).expect("a header"));
        }
        delivery(&headers, b"body".to_vec())
    }

    #[test]
    fn only_listed_headers_are_kept() {
        let raw = of(&[
            ("x-webhook-secret", b"segreto"),
            ("authorization", b"Bearer segreto"),
            ("cookie", b"segreto"),
            ("webhook-signature", b"v1,segreto"),
            ("x-forwarded-for", b"192.0.2.1"),
            ("user-agent", b"Tally"),
            ("webhook-id", b"msg_1"),
            ("webhook-id", b"msg_2"),
            ("content-type", b"application/json"),
        ]);
        let headers = [("user-agent", "Tally"), ("webhook-id", "msg_1")];
        assert_eq!(raw.headers, headers.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(raw.content_type.as_deref(), Some("application/json"));
        assert_eq!(raw.body, b"body");
    }

    #[test]
    fn long_headers_are_cut_and_invalid_ones_dropped() {
        let long = [b'x'; 501];
        let raw = of(&[
            ("user-agent", &long),
            ("webhook-id", "è".as_bytes()),
            ("content-type", b"\xff"),
            ("idempotency-key", b"a\tb"),
        ]);
        assert_eq!(raw.header("user-agent").map(str::len), Some(500));
        assert_eq!((raw.header("webhook-id"), raw.content_type.as_deref()), (None, None));
        assert_eq!(raw.header("idempotency-key"), Some("a\tb"));
    }
}
