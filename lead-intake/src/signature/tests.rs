mod timestamps;

use domain::leads::SourceKind;
use http::{HeaderName, HeaderValue};

use super::BadSignature::{Missing, Stale, Wrong};
use super::*;
use crate::{check_signature, senders};

const SECRET: &str = "segreto-della-fonte";
const ID: &str = "msg_1";
const BODY: &[u8] = br#"{"nome":"Anna","email":"anna@example.it"}"#;
/// 10 December 2026, 00:00.
const NOW: i64 = 1_796_860_800_000;
const MINUTES: i64 = 60_000;

/// Every kind that signs in headers, and whether it signs a timestamp.
const SIGNING_KINDS: [(SourceKind, bool); 8] = [
    (SourceKind::WpForms, true),
    (SourceKind::Calendly, true),
    (SourceKind::Webflow, true),
    (SourceKind::StandardWebhooks, true),
    (SourceKind::Typeform, false),
    (SourceKind::Tally, false),
    (SourceKind::CalCom, false),
    (SourceKind::Framer, false),
];

type Headers = Vec<(&'static str, String)>;

fn headers(named: &[(&'static str, String)]) -> HeaderMap {
    let value = |value: &String| HeaderValue::from_str(value).expect("a header");
    named.iter().map(|(name, text)| (HeaderName::from_static(name), value(text))).collect()
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

fn checked(kind: SourceKind, named: &[(&'static str, String)], body: &[u8]) -> Result<(), BadSignature> {
    check_signature(kind, SECRET, &headers(named), body, at(NOW))
}

fn signed(kind: SourceKind) -> Headers {
    signed_with(kind, SECRET)
}

/// The stored headers of a sample, and its signature.
fn signed_with(kind: SourceKind, secret: &str) -> Headers {
    let sample = SampleRequest { secret, id: ID, body: BODY, now: at(NOW) };
    let sender = senders::sender(kind);
    let mut headers = crate::sample::stored(sender, &sample);
    headers.extend(sender.signature.iter().flat_map(|signature| (signature.sign)(&sample)));
    headers
}

/// The signed headers, with the value of the one that contains `name` changed.
fn changed(kind: SourceKind, name: &str, change: impl Fn(&str) -> String) -> Headers {
    let mut headers = signed(kind);
    let mut found = false;
    for (_, value) in headers.iter_mut().filter(|(header, _)| header.contains(name)) {
        *value = change(value);
        found = true;
    }
    assert!(found, "{kind:?} has a header {name}");
    headers
}

#[test]
fn each_kind_accepts_its_reference_signature() {
    let timestamp = "1796860800";
    let cases: [(SourceKind, &[(&'static str, &str)]); 8] = [
        (
            SourceKind::WpForms,
            &[(
                "x-wpforms-webhook-signature",
                "t=1796860800,v=0baa489429ea9d6bed02a362508af3cb80d89afdc58dec0d5088551376f164b4",
            )],
        ),
        (
            SourceKind::Calendly,
            &[(
                "calendly-webhook-signature",
                "t=1796860800,v1=0baa489429ea9d6bed02a362508af3cb80d89afdc58dec0d5088551376f164b4",
            )],
        ),
        (
            SourceKind::Webflow,
            &[
                ("x-webflow-timestamp", "1796860800123"),
                ("x-webflow-signature", "e69eb5a4b1934d01cb7874cd04f796ad176f86f5d4f5b968628a44e684ef716b"),
            ],
        ),
        (SourceKind::Typeform, &[("typeform-signature", "sha256=/o9/9gUQggmjfrAiodBwLCEnCvptMX0TY1sxuZcf0s0=")]),
        (SourceKind::Tally, &[("tally-signature", "/o9/9gUQggmjfrAiodBwLCEnCvptMX0TY1sxuZcf0s0=")]),
        (
            SourceKind::CalCom,
            &[("x-cal-signature-256", "FE8F7FF605108209a37eb022a1d0702c21270afa6d317d13635b31b9971fd2cd")],
        ),
        (
            SourceKind::Framer,
            &[
                ("framer-webhook-submission-id", "sub-1"),
                ("framer-signature", "sha256=e044904d718e738815d98610a54f5f095780c060604b1176d6d5960cdaafd13e"),
            ],
        ),
        (
            SourceKind::StandardWebhooks,
            &[
                ("webhook-id", ID),
                ("webhook-timestamp", timestamp),
                ("webhook-signature", "v1,9UB/IjvVELfCYX+2QHhfBYiJsm3erbNz8exOvNqqvro="),
            ],
        ),
    ];
    for (kind, named) in cases {
        let named: Headers = named.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        assert_eq!(checked(kind, &named, BODY), Ok(()), "{kind:?}");
    }
}

#[test]
fn signature_is_valid_for_its_kind_and_for_auto() {
    for (kind, _) in SIGNING_KINDS {
        assert_eq!(checked(kind, &signed(kind), BODY), Ok(()), "{kind:?}");
        assert_eq!(checked(SourceKind::Auto, &signed(kind), BODY), Ok(()), "{kind:?} as auto");
    }
    assert_eq!(checked(SourceKind::Auto, &signed(SourceKind::Auto), BODY), Ok(()));
}

#[test]
fn unsigned_request_is_missing_for_every_kind() {
    for (kind, _) in SIGNING_KINDS {
        assert_eq!(checked(kind, &[], BODY), Err(Missing), "{kind:?}");
    }
    assert_eq!(checked(SourceKind::Auto, &[], BODY), Err(Missing));
    assert_eq!(checked(SourceKind::Auto, &[], b"nome=Anna"), Err(Missing));
    assert_eq!(checked(SourceKind::Tally, &signed(SourceKind::Typeform), BODY), Err(Missing));
}

#[test]
fn every_signature_header_is_required() {
    for kind in [SourceKind::Webflow, SourceKind::StandardWebhooks, SourceKind::Framer] {
        for left_out in 0..signed(kind).len() {
            let mut headers = signed(kind);
            headers.remove(left_out);
            assert_eq!(checked(kind, &headers, BODY), Err(Missing), "{kind:?} without header {left_out}");
        }
    }
}

#[test]
fn signature_of_another_body_is_wrong() {
    for (kind, _) in SIGNING_KINDS {
        for body in [&br#"{"email":"anna@example.it","nome":"Anna"}"#[..], b"", &BODY[1..]] {
            assert_eq!(checked(kind, &signed(kind), body), Err(Wrong), "{kind:?}");
            assert_eq!(checked(SourceKind::Auto, &signed(kind), body), Err(Wrong), "{kind:?} as auto");
        }
    }
}

#[test]
fn signature_with_another_secret_is_wrong() {
    for (kind, _) in SIGNING_KINDS {
        for other in ["segreto-di-un-altra", "", " segreto-della-fonte"] {
            let foreign = signed_with(kind, other);
            assert_eq!(checked(kind, &foreign, BODY), Err(Wrong), "{kind:?}, {other:?}");
            let empty = check_signature(kind, "", &headers(&foreign), BODY, at(NOW));
            assert_eq!(empty, Err(Wrong), "an empty secret never matches");
        }
    }
}

#[test]
fn altered_signature_is_wrong() {
    for (kind, _) in SIGNING_KINDS {
        let changes: [fn(&str) -> String; 6] = [
            |value| value[..value.len() - 8].to_owned(),
            |value| format!("{value}0"),
            |value| format!("{value}00"),
            |value| format!("x{value}"),
            |_| "no-secret-provided".to_owned(),
            |_| String::new(),
        ];
        for change in changes {
            let headers = changed(kind, "signature", change);
            assert_eq!(checked(kind, &headers, BODY), Err(Wrong), "{kind:?}: {headers:?}");
        }
    }
}

#[test]
fn signature_without_algorithm_prefix_is_wrong() {
    for kind in [SourceKind::Typeform, SourceKind::Framer] {
        let headers = changed(kind, "signature", |value| value.replace("sha256=", ""));
        assert_eq!(checked(kind, &headers, BODY), Err(Wrong), "{kind:?}");
    }
}

#[test]
fn repeated_signature_header_is_wrong() {
    for (kind, _) in SIGNING_KINDS {
        for twice in 0..signed(kind).len() {
            let mut named = signed(kind);
            named.push(named[twice].clone());
            let mut sent = HeaderMap::new();
            for (name, value) in named {
                sent.append(name, HeaderValue::from_str(&value).unwrap());
            }
            let checked = check_signature(kind, SECRET, &sent, BODY, at(NOW));
            assert_eq!(checked, Err(Wrong), "{kind:?}, header {twice} twice");
        }
    }
}

#[test]
fn header_parts_may_be_reordered_but_not_repeated() {
    for kind in [SourceKind::WpForms, SourceKind::Calendly] {
        let parts = |change: fn(&str, &str) -> String| {
            let headers = changed(kind, "signature", |value| {
                let (timestamp, signature) = value.split_once(',').expect("two parts");
                change(timestamp, signature)
            });
            checked(kind, &headers, BODY)
        };
        assert_eq!(parts(|timestamp, signature| format!("{signature},{timestamp}")), Ok(()), "{kind:?}");
        assert_eq!(parts(|timestamp, signature| format!("{timestamp}, v9=altro , {signature}")), Ok(()), "{kind:?}");
        assert_eq!(parts(|timestamp, signature| format!("{timestamp},{signature},{signature}")), Err(Wrong));
        assert_eq!(parts(|timestamp, signature| format!("{timestamp},t=1,{signature}")), Err(Wrong));
        assert_eq!(parts(|timestamp, _| timestamp.to_owned()), Err(Wrong));
        assert_eq!(parts(|_, signature| signature.to_owned()), Err(Wrong));
    }
}

#[test]
fn framer_submission_id_is_signed() {
    let headers = changed(SourceKind::Framer, "submission-id", |_| "msg_2".to_owned());
    assert_eq!(checked(SourceKind::Framer, &headers, BODY), Err(Wrong));
}

#[test]
fn standard_webhooks_id_is_signed() {
    let headers = changed(SourceKind::StandardWebhooks, "webhook-id", |_| "msg_2".to_owned());
    assert_eq!(checked(SourceKind::StandardWebhooks, &headers, BODY), Err(Wrong));
}

#[test]
fn standard_webhooks_reference_vector_is_valid() {
    let headers = headers(&[
        ("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek".to_owned()),
        ("webhook-timestamp", "1614265330".to_owned()),
        ("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=".to_owned()),
    ]);
    let body = br#"{"test": 2432232314}"#;
    let checked = |secret| check_signature(SourceKind::StandardWebhooks, secret, &headers, body, at(1_614_265_330_000));
    assert_eq!(checked("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), Ok(()));
    assert_eq!(checked("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), Ok(()), "without the prefix");
    assert_eq!(checked("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx"), Err(Wrong));
}

#[test]
fn one_valid_signature_of_several_suffices() {
    let several = |change: fn(&str) -> String| {
        checked(SourceKind::StandardWebhooks, &changed(SourceKind::StandardWebhooks, "signature", change), BODY)
    };
    assert_eq!(several(|right| format!("v1,AAAA v1a,AAAA {right}")), Ok(()));
    assert_eq!(several(|right| format!("{right} v1,AAAA")), Ok(()));
    assert_eq!(several(|right| right.replace("v1,", "v2,")), Err(Wrong));
    assert_eq!(several(|_| "v1, v1,= v1".to_owned()), Err(Wrong));
}

#[test]
fn google_ads_key_is_found_anywhere_in_the_body() {
    let check_key = |body: &str| checked(SourceKind::GoogleAds, &[], body.as_bytes());
    for right in [
        r#"{"lead_id":"1","google_key":"segreto-della-fonte"}"#,
        r#"{"google_key":"segreto-della-fonte","lead_id":"1"}"#,
        "\u{feff}{\"google_key\":\"segreto-della-fonte\"}",
    ] {
        assert_eq!(check_key(right), Ok(()), "{right}");
        assert_eq!(checked(SourceKind::Auto, &[], right.as_bytes()), Ok(()), "{right} as auto");
    }
    for wrong in [
        r#"{"google_key":"segreto-di-un-altra"}"#,
        r#"{"google_key":"segreto-della-fonte "}"#,
        r#"{"google_key":""}"#,
        r#"{"google_key":17}"#,
        r#"{"google_key":"altro","google_key":"segreto-della-fonte"}"#,
        r#""segreto-della-fonte""#,
    ] {
        assert_eq!(check_key(wrong), Err(Wrong), "{wrong}");
    }
    for missing in [r#"{"lead_id":"1"}"#, r#"{"google_key":null}"#, "google_key=segreto-della-fonte", ""] {
        assert_eq!(check_key(missing), Err(Missing), "{missing}");
    }
}

#[test]
fn kinds_without_signature_need_none() {
    for kind in SourceKind::ALL.iter().filter(|kind| senders::sender(**kind).signature.is_none()) {
        assert_eq!(checked(*kind, &[], BODY), Ok(()), "{kind:?}");
        assert_eq!(signed(*kind), Vec::new());
    }
}

#[test]
fn signing_kinds_reject_unsigned_requests() {
    let signing = SourceKind::ALL.iter().filter(|kind| senders::sender(**kind).signature.is_some());
    for kind in signing {
        assert_eq!(checked(*kind, &[], b"{}"), Err(Missing), "{kind:?}");
    }
}
