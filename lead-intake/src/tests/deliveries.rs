//! Delivery ids and test deliveries.

use super::*;

#[test]
fn delivery_id_comes_from_sender() {
    let with = |name: &str, value: &str, body: &str| RawDelivery {
        headers: vec![(name.to_owned(), value.to_owned())],
        ..raw(body)
    };
    let id = |kind, raw: &RawDelivery| delivery_id(kind, raw);
    assert_eq!(id(SourceKind::Generic, &with("webhook-id", " m1 ", "a=1")).as_deref(), Some("m1"));
    assert_eq!(id(SourceKind::Auto, &with("idempotency-key", "k1", "a=1")).as_deref(), Some("k1"));
    assert_eq!(id(SourceKind::Auto, &with("framer-webhook-submission-id", "s1", "{}")).as_deref(), Some("s1"));
    assert_eq!(
        id(SourceKind::GravityForms, &raw(r#"{"id":28,"form_id":"1","source_url":"https://a.it/x","2":"x"}"#))
            .as_deref(),
        Some("1 a.it 28")
    );
    assert_eq!(id(SourceKind::Auto, &raw(r#"{"id":"","form_id":"1","2":"x"}"#)), None);
    assert_eq!(id(SourceKind::Elementor, &raw("form_id=1&form_name=x&id=3")), None);
    assert_eq!(id(SourceKind::Auto, &with("webhook-id", "m1", "not readable")), None);
}

#[test]
fn delivery_id_changes_only_with_response() {
    let id = |event: &str, header: &str, response: &str| {
        let body = format!(r#"{{"event":"{event}","data":{{{response},"data":{{"nome":"Anna"}}}}}}"#);
        let headers =
            vec![("webhook-id".to_owned(), header.to_owned()), ("webhook-timestamp".to_owned(), "1".to_owned())];
        delivery_id(SourceKind::Auto, &RawDelivery { headers, ..raw(&body) })
    };
    let first = id("responseUpdated", "m1", r#""id":"r1","updatedAt":"10:00","finished":true"#);
    assert_eq!(id("responseFinished", "m2", r#""id":"r1","updatedAt":"10:00","finished":true"#), first);
    for (event, response) in [
        ("responseFinished", r#""id":"r2","updatedAt":"10:00","finished":true"#),
        ("responseUpdated", r#""id":"r1","updatedAt":"11:00","finished":true"#),
        ("responseUpdated", r#""id":"r1","updatedAt":"10:00","finished":false"#),
        ("responseUpdated", r#""id":"","updatedAt":"10:00","finished":true"#),
    ] {
        assert_ne!(id(event, "m3", response), first, "{response}");
    }
    assert_eq!(id("responseUpdated", "m4", r#""id":"r1","finished":false"#).as_deref(), Some("m4"));
}

#[test]
fn each_reschedule_has_its_own_delivery_id() {
    let at = |created_at: &str, trigger: &str, starts_at: &str| {
        let body = format!(
            r#"{{"triggerEvent":"{trigger}","createdAt":"{created_at}","payload":{{"uid":"u","attendeeSeatId":"s","startTime":"{starts_at}"}}}}"#
        );
        delivery_id(SourceKind::CalCom, &raw(&body)).expect("an id")
    };
    let id = |trigger: &str, starts_at: &str| at("2026-11-18T09:20:00Z", trigger, starts_at);
    let moved = id("BOOKING_RESCHEDULED", "2026-12-01T09:30:00Z");
    assert_ne!(at("2026-11-19T09:20:00Z", "BOOKING_RESCHEDULED", "2026-12-01T09:30:00Z"), moved, "moved back");
    assert_eq!(at("2026-11-19T09:20:00Z", "BOOKING_CREATED", ""), id("BOOKING_CREATED", ""));
    assert_eq!(id("BOOKING_RESCHEDULED", "2026-12-01T09:30:00Z"), moved);
    assert_ne!(id("BOOKING_RESCHEDULED", "2026-12-02T09:30:00Z"), moved);
    assert_ne!(id("BOOKING_CANCELLED", "2026-12-01T09:30:00Z"), moved);
}

#[test]
fn sender_test_data_is_not_an_enquiry() {
    let is_test = |body: &str| {
        let read = parse(SourceKind::Auto, &Mapping::default(), None, &raw(body), &Zone::default());
        matches!(read, Ok(ParsedDelivery { event: WebhookEvent::Test, .. }))
    };
    for body in [
        r#"{"full_name":"<test lead: dummy data for full_name>","email":"test@fb.com"}"#,
        r#"{"id":"1","field_data":[{"name":"email","values":["<test lead: dummy data for email>"]}]}"#,
        "name=%3Ctest+lead%3A+dummy+data+for+full_name%3E",
        r#"{"name":"Anna","is_test":true}"#,
        r#"{"name":"Anna","isTest":"True"}"#,
        r#"{"name":"Test","email":"test@test.it","test":true}"#,
        "name=Anna&is_test=true",
    ] {
        assert!(is_test(body), "{body}");
    }
    for body in [
        r#"{"name":"Anna","is_test":false}"#,
        r#"{"name":"Anna","test":"true"}"#,
        r#"{"name":"Anna","test":1}"#,
        r#"{"name":"Anna","fields":{"test":true}}"#,
        r#"{"name":"Test","message":"Qui compare <test lead: dummy data for email>"}"#,
        "name=Anna&test=true",
    ] {
        assert!(!is_test(body), "{body}");
    }
}
