use domain::leads::RawDelivery;

use super::*;
use crate::body::Body;

/// The kinds in the registry whose sender recognises the sample of `kind`.
fn recognising(kind: SourceKind) -> Vec<SourceKind> {
    let sample = crate::sample(kind, Some("segreto"), "n-1", domain::Timestamp::from_millis(0));
    let value = |name: &str| Some((name.to_owned(), sample.headers.get(name)?.to_str().ok()?.to_owned()));
    let raw = RawDelivery {
        body: sample.body.into_bytes(),
        content_type: None,
        headers: crate::stored_headers().filter_map(value).collect(),
    };
    let body = Body::parse(&raw).expect("a sample can be parsed");
    SENDERS.iter().filter(|sender| (sender.fits)(&body)).map(|sender| sender.kind).collect()
}

#[test]
fn every_kind_has_one_sender() {
    for kind in SourceKind::ALL {
        assert_eq!(SENDERS.iter().filter(|sender| sender.kind == *kind).count(), 1, "{kind}");
    }
}

#[test]
fn sample_is_recognised_by_its_own_sender_only() {
    for kind in SourceKind::ALL.iter().copied() {
        let expected = match kind {
            SourceKind::Auto | SourceKind::Generic => vec![SourceKind::Generic],
            kind => vec![kind, SourceKind::Generic],
        };
        assert_eq!(recognising(kind), expected, "{kind}");
    }
}

#[test]
fn every_sender_has_its_texts_in_both_languages() {
    let is_quoted =
        |it: &str, en: &str| !it.contains(['\'', '“']) && !en.contains(['\'', '«']) && !it.is_empty() && !en.is_empty();
    for sender in SENDERS {
        let (it, en) = sender.name;
        assert!(is_quoted(it, en), "{it} / {en}");
        let (it, en) = sender.steps;
        assert_eq!(it.lines().count(), en.lines().count(), "{}", sender.kind);
        assert!(it.lines().count() > 1, "{} has steps", sender.kind);
        for (it, en) in it.lines().zip(en.lines()) {
            assert!(it != en && it.ends_with(['.', ':']) && en.ends_with(['.', ':']), "{it} / {en}");
            assert!(is_quoted(it, en), "{it} / {en}");
        }
        let secret = sender.signature.as_ref().map(|signature| signature.secret);
        assert!(secret.is_none_or(|(it, en)| it != en && is_quoted(it, en)), "{secret:?}");
    }
}

/// The table of kinds, and those of signatures and repeated deliveries.
#[test]
fn reference_documents_every_kind() {
    let reference = include_str!("../../../docs/REFERENCE.md");
    let section = |name: &str| {
        let (_, section) = reference.split_once(&format!("### {name}\n")).expect("a section");
        section.split("\n### ").next().unwrap_or_default()
    };
    for sender in SENDERS {
        let word = format!("`{}`", sender.kind);
        assert!(section("Lead source").contains(&word), "{word} as a kind");
        assert!(sender.signature.is_none() || section("Signatures").contains(&word), "{word} signs");
    }
}

#[test]
fn commands_contain_the_address_in_json() {
    for (text, label) in SENDERS.iter().flat_map(|sender| sender.commands).map(|one| (one.text, one.label)) {
        for (text, label) in [(text.0, label.0), (text.1, label.1)] {
            assert!(!label.is_empty() && text.matches('\'').count() % 2 == 0, "{text}");
            let Some((_, json)) = text.split_once("-d '") else { continue };
            let json: serde_json::Value = serde_json::from_str(json.trim_end().trim_end_matches('\'')).expect("JSON");
            assert_eq!(json["url"], "{address}");
        }
    }
}
