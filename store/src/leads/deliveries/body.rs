//! Encodes and decodes stored bodies.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::leads::delivery::DeliveryLine;
use domain::line::{one_line, shortened};

use crate::Fault;
use crate::tables::Encoding;

/// How many characters of a stored body are read for its excerpt, which can be shorter because white space is
/// collapsed. A multiple of four, so that base64 can be cut there.
pub(super) const READ_FOR_EXCERPT: i64 = 480;

/// Encodes a body. It is base64 when it is not UTF-8, or has a NUL, which PostgreSQL cannot store in text.
pub(super) fn encode(body: &[u8]) -> (Encoding, String) {
    match std::str::from_utf8(body) {
        Ok(text) if !text.contains('\0') => (Encoding::Text, text.to_owned()),
        _ => (Encoding::Base64, STANDARD.encode(body)),
    }
}

pub(super) fn decode(encoding: &str, body: String) -> Result<Vec<u8>, Fault> {
    let bytes = match Encoding::parse(encoding) {
        Some(Encoding::Text) => Some(body.into_bytes()),
        Some(Encoding::Base64) => STANDARD.decode(body).ok(),
        None => None,
    };
    bytes.ok_or_else(|| Fault::because("a stored body does not match its encoding"))
}

/// The first line of a body for a list; `beginning` is the beginning of the stored body.
pub(super) fn excerpt(encoding: &str, beginning: String) -> String {
    let bytes = decode(encoding, beginning).unwrap_or_default();
    shortened(lead_intake::excerpt(&String::from_utf8_lossy(&bytes)), DeliveryLine::EXCERPT)
}

/// The text of an activity in one line.
pub(super) fn activity_excerpt(text: &str) -> String {
    let lines = text.lines().map(one_line);
    let line = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" · ");
    shortened(line, DeliveryLine::EXCERPT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_body_round_trips() {
        for (body, encoding) in [
            (b"".as_slice(), Encoding::Text),
            ("\u{feff}nome=Anna&è=😀\r\n".as_bytes(), Encoding::Text),
            (b"a\0b", Encoding::Base64),
            (b"\xff\xfe", Encoding::Base64),
        ] {
            let (stored_as, stored) = encode(body);
            assert_eq!(stored_as, encoding, "{body:?}");
            assert!(!stored.contains('\0'));
            assert_eq!(decode(stored_as.as_str(), stored).ok().as_deref(), Some(body));
        }
        assert!(decode("base64", "?".to_owned()).is_err() && decode("zip", String::new()).is_err());
    }

    #[test]
    fn activity_line_is_one_truncated_line() {
        assert_eq!(activity_excerpt("Vorrei  un sito\n\nBudget: 5000\r\n"), "Vorrei un sito · Budget: 5000");
        let long = activity_excerpt(&"è".repeat(480));
        assert_eq!((long.chars().count(), long.chars().last()), (DeliveryLine::EXCERPT, Some('…')));
    }

    #[test]
    fn excerpt_is_one_truncated_line() {
        let (encoding, text) = encode(b"  a\r\n\tb \0 c");
        assert_eq!(excerpt(encoding.as_str(), text), "a b c");
        assert_eq!(excerpt("text", "è".repeat(480)).chars().count(), DeliveryLine::EXCERPT);
        // Cut in the middle of its base64.
        let cut: String = STANDARD.encode([0xff; 1_000]).chars().take(480).collect();
        assert_eq!(excerpt("base64", cut), "\u{fffd}".repeat(DeliveryLine::EXCERPT - 1) + "…");
    }
}
