//! Signatures with fresh and with expired timestamps.

use super::*;

#[test]
fn signature_is_fresh_within_five_minutes() {
    for (kind, has_clock) in SIGNING_KINDS {
        for (away, is_stale) in [
            (-5 * MINUTES, false),
            (5 * MINUTES, false),
            (-5 * MINUTES - 1_000, has_clock),
            (5 * MINUTES + 1_000, has_clock),
            (-600 * MINUTES, has_clock),
        ] {
            let headers = headers(&signed(kind));
            let expected = if is_stale { Err(Stale) } else { Ok(()) };
            let now = at(NOW + away);
            assert_eq!(check_signature(kind, SECRET, &headers, BODY, now), expected, "{kind:?}, {away} ms away");
            assert_eq!(check_signature(SourceKind::Auto, SECRET, &headers, BODY, now), expected, "{kind:?} as auto");
        }
    }
}

#[test]
fn changed_signature_timestamp_is_wrong() {
    for kind in [SourceKind::Webflow, SourceKind::StandardWebhooks] {
        let headers = changed(kind, "timestamp", |timestamp| format!("{}9", &timestamp[..timestamp.len() - 1]));
        assert_eq!(checked(kind, &headers, BODY), Err(Wrong), "{kind:?}");
    }
    for kind in [SourceKind::WpForms, SourceKind::Calendly] {
        let headers = changed(kind, "signature", |value| value.replace("t=1796860800", "t=1796860801"));
        assert_eq!(checked(kind, &headers, BODY), Err(Wrong), "{kind:?}");
    }
}

#[test]
fn signature_timestamp_is_seconds_or_milliseconds() {
    let webflow = |timestamp: &str| {
        let sample = SampleRequest { secret: SECRET, id: ID, body: BODY, now: at(NOW) };
        let signature = sample.hex_mac(&[timestamp.as_bytes(), b":", BODY]);
        let named = [("x-webflow-timestamp", timestamp.to_owned()), ("x-webflow-signature", signature)];
        checked(SourceKind::Webflow, &named, BODY)
    };
    for right in ["1796860800", "1796860800000", "1796860799999"] {
        assert_eq!(webflow(right), Ok(()), "{right}");
    }
    for odd in ["", "+1796860800", "-1796860800", "1796860800.0", "0x6B1A", "99999999999999999999", "oggi"] {
        assert_eq!(webflow(odd), Err(Wrong), "{odd}");
    }
    for stale in ["0", "1796860800000000", "9223372036854775807"] {
        assert_eq!(webflow(stale), Err(Stale), "{stale}");
    }
}
