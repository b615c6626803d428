use domain::Zone;
use domain::leads::{Mapping, RawDelivery};
use serde_json::Value;

use super::*;
use crate::{ParsedDelivery, WebhookEvent, check_signature, delivery_id, parse, stored_headers};

/// 10 December 2026, 00:00.
const NOW: i64 = 1_796_860_800_000;
const SECRET: &str = "segreto \"tra\" virgolette";

fn now() -> Timestamp {
    Timestamp::from_millis(NOW)
}

#[test]
fn samples_pass_their_signature_check() {
    for kind in SourceKind::ALL {
        let sample = super::sample(*kind, Some(SECRET), "n-1", now());
        let checked = |secret| check_signature(*kind, secret, &sample.headers, sample.body.as_bytes(), now());
        assert_eq!(checked(SECRET), Ok(()), "{kind:?}");
        assert_eq!(
            checked("altro").is_err(),
            senders::sender(*kind).signature.is_some(),
            "{kind:?} under another secret"
        );
    }
}

#[test]
fn samples_contain_only_test_data() {
    for kind in SourceKind::ALL {
        let Sample { headers, body } = sample(*kind, None, "n-1", now());
        assert!(body.contains("Prova"), "{kind:?}");
        assert!(body.contains("prova@example.com") || body.contains("prova%40example.com"), "{kind:?}");
        assert!(!body.contains("{nonce}") && !body.contains("_at}") && !body.contains("{google_key}"));
        if headers["content-type"] == "application/json" {
            assert!(serde_json::from_str::<Value>(&body).is_ok(), "{kind:?} is JSON");
        }
    }
}

/// A sample as it would be stored.
fn raw(sample: &Sample) -> RawDelivery {
    let value = |name| Some((name, sample.headers.get(name)?.to_str().ok()?));
    let headers = stored_headers().filter_map(value);
    RawDelivery {
        body: sample.body.clone().into_bytes(),
        content_type: None,
        headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
    }
}

#[test]
fn samples_are_parsed_as_enquiries() {
    for kind in SourceKind::ALL {
        let raw = raw(&sample(*kind, Some(SECRET), "n-1", now()));
        let read = parse(*kind, &Mapping::default(), None, &raw, &Zone::default());
        let Ok(ParsedDelivery { event: WebhookEvent::Enquiry(lead), .. }) = read else { panic!("{kind:?}: {read:?}") };
        assert_eq!(lead.fields.name.as_deref(), Some("Anna Prova"), "{kind:?}");
        assert_eq!(lead.fields.email.as_ref().map(domain::EmailAddress::as_str), Some("prova@example.com"), "{kind:?}");
        assert!(lead.text().contains("prova"), "{kind:?}: the message has the sample text: {:?}", lead.text());
        let is_meeting = senders::sender(*kind).books_meetings;
        assert_eq!(lead.fields.starts_at.is_some(), is_meeting, "{kind:?}");
        assert!(!lead.text().contains(SECRET), "{kind:?}: the message contains the secret");
    }
}

#[test]
fn sample_delivery_ids_contain_the_nonce() {
    for kind in SourceKind::ALL {
        let id = |nonce| delivery_id(*kind, &raw(&sample(*kind, None, nonce, now())));
        if let Some(named) = id("n-1") {
            assert!(named.contains("n-1"), "{kind:?}: {named}");
            assert_ne!(Some(named), id("n-2"), "{kind:?}");
        }
    }
}

#[test]
fn each_nonce_gives_a_different_sample() {
    for kind in SourceKind::ALL {
        let sent = |nonce| {
            let Sample { headers, body } = sample(*kind, None, nonce, now());
            (headers.get("framer-webhook-submission-id").cloned(), body)
        };
        assert_ne!(sent("n-1"), sent("n-2"), "{kind:?}");
        assert_eq!(sent("n-1"), sent("n-1"), "{kind:?}");
    }
}

#[test]
fn sample_meetings_start_on_the_hour_in_two_days() {
    for kind in SourceKind::ALL.iter().filter(|kind| senders::sender(**kind).books_meetings) {
        let body = sample(*kind, None, "n-1", Timestamp::from_millis(NOW + 59 * 60_000)).body;
        assert!(body.contains("2026-12-12T00:00:00.000Z"), "{body}");
    }
}
