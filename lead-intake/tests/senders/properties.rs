//! Properties that hold for bodies of every sender.

use domain::leads::{ActivityDraft, LeadDraft, LeadField, Mapping, ParsedLead, RawDelivery, SourceKind};
use lead_intake::{ParsedDelivery, WebhookEvent};
use proptest::prelude::*;

use crate::bodies::{form, json_body};
use crate::case::{is_flat, zone};
use crate::leaves::{self, lost};

fn raw(body: impl Into<Vec<u8>>) -> RawDelivery {
    RawDelivery { body: body.into(), content_type: None, headers: Vec::new() }
}

/// Parses a body as each of `kinds`, and calls every other public function with it.
pub(crate) fn read_every_way(raw: &RawDelivery, kinds: &[SourceKind]) {
    for kind in kinds {
        let read = lead_intake::parse(*kind, &Mapping::default(), Some("website"), raw, &zone());
        drop((read, lead_intake::delivery_id(*kind, raw)));
    }
    drop(lead_intake::body_fields(raw));
}

/// Parses a body as each kind. A parsed lead must lose no text and stay within the limits.
pub(crate) fn assert_nothing_lost(raw: &RawDelivery) -> Result<(), TestCaseError> {
    for kind in SourceKind::ALL {
        let read = lead_intake::parse(*kind, &Mapping::default(), None, raw, &zone());
        let Ok(ParsedDelivery { sender, event }) = read else { continue };
        let (WebhookEvent::Enquiry(lead) | WebhookEvent::Moved(lead) | WebhookEvent::Cancelled(lead)) = event else {
            continue;
        };
        let lost = lost(&lead, raw, if is_flat(sender) { &leaves::every } else { &leaves::texts });
        prop_assert!(lost.is_empty(), "{kind} loses {lost:?} in {lead:?}");
        within_bounds(&lead)?;
    }
    Ok(())
}

fn within_bounds(lead: &ParsedLead) -> Result<(), TestCaseError> {
    prop_assert!(lead.fields.name.is_some() || lead.fields.email.is_some() || lead.fields.phone.is_some());
    let fields = [
        (&lead.fields.name, LeadDraft::NAME),
        (&lead.fields.phone, LeadDraft::PHONE),
        (&lead.fields.company, LeadDraft::COMPANY),
        (&lead.message, ActivityDraft::TEXT),
        (&lead.fields.source, LeadDraft::SOURCE),
        (&Some(lead.text()), ActivityDraft::TEXT),
    ];
    for (field, most) in fields {
        let text = field.as_deref().unwrap_or("x");
        prop_assert!(text.chars().count() <= most && !text.contains('\0'), "{text:?}");
        prop_assert!(text.is_empty() || text.trim() == text, "{text:?}");
    }
    for one in &lead.rest {
        prop_assert!(!one.answer.is_empty() && one.question.chars().count() <= 300, "{one:?}");
        prop_assert!(!one.question.contains('\0') && !one.answer.contains('\0'), "{one:?}");
    }
    Ok(())
}

/// The least number of cases; `.cargo/config.toml` can raise it.
fn config() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases.max(400), failure_persistence: None, ..usual }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_every_way(&raw(bytes), SourceKind::ALL);
    }

    #[test]
    fn arbitrary_text_does_not_panic(text in r#"[\[{"=&a-e\\0-9:,\]}\s%+è]{0,200}"#) {
        read_every_way(&raw(text), SourceKind::ALL);
    }

    #[test]
    fn no_json_value_is_lost(body in json_body()) {
        let raw = raw(body.to_string());
        read_every_way(&raw, SourceKind::ALL);
        assert_nothing_lost(&raw)?;
    }

    #[test]
    fn no_form_value_is_lost(body in form()) {
        let raw = raw(body);
        read_every_way(&raw, SourceKind::ALL);
        assert_nothing_lost(&raw)?;
    }

    #[test]
    fn unescaped_json_is_repaired(
        name in "Anna[a-zA-Zè]{0,16}", message in r"[a-z\n\t\r\x00-\x08':{}\[\], è]{0,60}",
    ) {
        let body = format!("{{\"nome\":\"{name}\",\n\"messaggio\": \"x{message}x\"}}");
        let read = lead_intake::parse(SourceKind::Generic, &Mapping::default(), None, &raw(body), &zone());
        let Ok(ParsedDelivery { event: WebhookEvent::Enquiry(lead), .. }) = read else { panic!("{read:?}") };
        prop_assert_eq!(lead.fields.name, Some(name));
        prop_assert_eq!(lead.message, Some(format!("x{message}x").replace('\0', "\u{fffd}")));
    }

    #[test]
    fn no_value_is_lost_with_any_mapping(
        body in json_body(),
        mapped in prop::collection::vec((prop::sample::select(LeadField::ALL), any::<prop::sample::Index>()), 1..5),
    ) {
        let raw = raw(body.to_string());
        let places = lead_intake::body_fields(&raw);
        prop_assume!(!places.is_empty());
        let mapping: serde_json::Map<_, _> = mapped
            .into_iter()
            .map(|(field, at)| (field.as_str().to_owned(), at.get(&places).pointer.clone().into()))
            .collect();
        let mapping: Mapping = serde_json::from_value(mapping.into()).expect("a mapping");
        let read = lead_intake::parse(SourceKind::Generic, &mapping, None, &raw, &zone());
        if let Ok(ParsedDelivery { event: WebhookEvent::Enquiry(lead), .. }) = read {
            let lost = lost(&lead, &raw, &leaves::every);
            prop_assert!(lost.is_empty(), "{:?} loses {:?} in {:?}", mapping, lost, lead);
            within_bounds(&lead)?;
        }
    }

    #[test]
    fn mapped_json_path_fills_its_field(body in json_body(), at in any::<prop::sample::Index>()) {
        let raw = raw(body.to_string());
        let places = lead_intake::body_fields(&raw);
        prop_assume!(!places.is_empty());
        let place = at.get(&places);
        let mapping: Mapping =
            serde_json::from_value(serde_json::json!({ "name": place.pointer })).expect("a mapping");
        let words = place.value.split(|letter: char| letter.is_whitespace() || letter.is_control());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        prop_assume!(!words.is_empty());
        let first: String = words.join(" ").chars().take(LeadDraft::NAME).collect();
        let read = lead_intake::parse(SourceKind::Generic, &mapping, None, &raw, &zone());
        let Ok(ParsedDelivery { event: WebhookEvent::Enquiry(lead), .. }) = read else { panic!("{read:?}") };
        prop_assert_eq!(lead.fields.name.as_deref(), Some(first.trim()));
        let lost = lost(&lead, &raw, &leaves::every);
        prop_assert!(lost.is_empty(), "loses {:?} in {:?}", lost, lead);
    }
}
