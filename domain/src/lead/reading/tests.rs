use super::*;
use crate::lead::Enquiry;

fn raw(body: &str) -> RawDelivery {
    RawDelivery { body: body.as_bytes().to_vec(), content_type: None, headers: Vec::new() }
}

#[test]
fn a_flat_body_is_an_enquiry() {
    let read = read(
        SourceKind::Auto,
        &Mapping::default(),
        None,
        &raw(r#"{"nome":"Anna","cognome":"Verdi","città":"Roma"}"#),
        &Zone::default(),
    );
    let Ok(Read { notice: Notice::Enquiry(enquiry), sender: SourceKind::Generic }) = read else {
        panic!("{read:?}")
    };
    assert_eq!(enquiry.name.as_deref(), Some("Anna Verdi"));
    assert_eq!(enquiry.text(), "Città: Roma");
}

fn enquiry(kind: SourceKind, body: &str) -> Enquiry {
    let read = read(kind, &Mapping::default(), None, &raw(body), &Zone::default());
    let Ok(Read { notice: Notice::Enquiry(enquiry), .. }) = read else { panic!("{read:?}") };
    enquiry
}

#[test]
fn a_body_without_the_shape_of_its_kind_is_read_as_anybodys() {
    for kind in SourceKind::ALL {
        let read = enquiry(*kind, r#"{"Nome":"Anna Verdi","Il tuo colore":"blu"}"#);
        assert_eq!(
            (read.name.as_deref(), read.text().as_str()),
            (Some("Anna Verdi"), "Il tuo colore: blu"),
            "{kind}"
        );
    }
}

#[test]
fn what_is_mapped_comes_before_what_was_understood() {
    let mapping: Mapping =
        serde_json::from_str(r#"{"name":"/b","given_name":"/a","message":"/name","starts_at":"/c"}"#)
            .expect("a mapping");
    let body = raw(r#"{"a":"Bea","b":"Carla","c":"2026-12-01T10:30","name":"Anna","message":"Ciao"}"#);
    let read = read(SourceKind::Auto, &mapping, None, &body, &Zone::new(3_600_000, []));
    let Ok(Read { notice: Notice::Enquiry(enquiry), .. }) = read else { panic!("{read:?}") };
    assert_eq!(enquiry.name.as_deref(), Some("Carla"));
    assert_eq!(enquiry.message.as_deref(), Some("Anna"));
    assert_eq!(enquiry.starts_at.map(|at| at.to_string()).as_deref(), Some("2026-12-01T09:30:00.000Z"));
    assert_eq!(enquiry.text(), "Anna\n\nA: Bea\nMessage: Ciao");
}

#[test]
fn what_is_mapped_and_does_not_fit_stays_in_the_rest() {
    let mapping: Mapping =
        serde_json::from_str(r#"{"email":"/a","starts_at":"/b","phone":"/c"}"#).expect("a mapping");
    let body = raw(r#"{"a":"nessuna","b":"domani","c":"chiedere","email":"anna@example.it","tel":"333"}"#);
    let read = read(SourceKind::Auto, &mapping, None, &body, &Zone::default());
    let Ok(Read { notice: Notice::Enquiry(enquiry), .. }) = read else { panic!("{read:?}") };
    assert_eq!(enquiry.email.as_ref().map(ToString::to_string).as_deref(), Some("anna@example.it"));
    assert_eq!((enquiry.phone.as_deref(), enquiry.starts_at), (Some("333"), None));
    assert_eq!(enquiry.text(), "A: nessuna\nB: domani\nC: chiedere");
}

#[test]
fn somebody_is_whoever_has_a_name_an_address_or_a_telephone() {
    for body in
        [r#"{"nome":"Anna"}"#, r#"{"email":"a@b.it"}"#, r#"{"tel":"1"}"#, "nome=Anna", r#"{"x":"a@b.it"}"#]
    {
        enquiry(SourceKind::Auto, body);
    }
    for body in [
        r#"{"nome":""}"#,
        r#"{"email":"a@b"}"#,
        r#"{"tel":"no"}"#,
        "[]",
        "{}",
        r#"{"x":"a@b.it","y":"c@b.it"}"#,
        "=",
        "\"x\"",
    ] {
        let read = read(SourceKind::Auto, &Mapping::default(), None, &raw(body), &Zone::default());
        assert_eq!(read, Err(DeliveryReason::Nobody.into()), "{body}");
    }
    for body in ["", " ", "\u{feff}", "Anna", "{", "{]", "\"x"] {
        let read = read(SourceKind::Auto, &Mapping::default(), None, &raw(body), &Zone::default());
        assert_eq!(read, Err(DeliveryReason::Unreadable.into()), "{body}");
    }
    let latin = RawDelivery { body: b"nome=Anna&citt\xe0=Roma".to_vec(), ..raw("") };
    let read = read(SourceKind::Auto, &Mapping::default(), None, &latin, &Zone::default());
    assert_eq!(read, Err(DeliveryReason::Unreadable.into()));
}

#[test]
fn a_trap_that_was_filled_is_spam_wherever_it_lies() {
    let spam = |body: &str, trap: &str| {
        let read = read(SourceKind::Auto, &Mapping::default(), Some(trap), &raw(body), &Zone::default());
        matches!(read, Ok(Read { notice: Notice::Spam, .. }))
    };
    for body in [
        r#"{"nome":"Anna","Web Site":"x"}"#,
        r#"{"nome":"Anna","fields":{"website":{"value":"x"}}}"#,
        r#"{"nome":"Anna","fields":{"f1":{"title":"WEBSITE ","value":["x"]}}}"#,
        r#"{"nome":"Anna","data":{"fields":[{"key":"f1","label":"website","value":"x"}]}}"#,
        "nome=Anna&fields[website][value]=x",
        "nome=Anna&website=x",
    ] {
        assert!(spam(body, " Website"), "{body}");
    }
    for body in [
        r#"{"nome":"Anna","website":"  "}"#,
        r#"{"nome":"Anna","fields":{"website":{"title":"website","value":""}}}"#,
        r#"{"nome":"website"}"#,
        "form[id]=1&form[website]=x&meta[website][value]=x&fields[nome][value]=Anna",
    ] {
        assert!(!spam(body, "website"), "{body}");
    }
    assert!(!spam(r#"{"nome":"Anna","":"x"}"#, " "), "no name is no trap");
}

#[test]
fn the_places_of_a_body_are_what_can_be_mapped() {
    let places = |body: &str| {
        let places = places(&raw(body)).into_iter();
        places
            .map(|place| format!("{} | {} | {}", place.pointer, place.question, place.value))
            .collect::<Vec<_>>()
    };
    let body =
        r#"{"z":"1","a/b~c":{"value":"2","label":"Due"},"l":["3","4"],"m":[{"n":null},{"n":" "},{"n":5}]}"#;
    assert_eq!(
        places(body),
        [
            "/z | Z | 1",
            "/a~1b~0c/value | Due | 2",
            "/a~1b~0c/label | a/b~c › Label | Due",
            "/l | L | 3, 4",
            "/m/2/n | M › 3 › N | 5"
        ]
    );
    assert_eq!(places("form[name]=x&a=1&a=2"), ["/form[name] | form[name] | x", "/a | A | 1, 2"]);
    assert_eq!(places("nobody"), [""; 0]);
    let many: Vec<_> = (0..5_000).collect();
    assert_eq!(places(&serde_json::json!({"many": many.iter().map(|n| serde_json::json!({"n": n})).collect::<Vec<_>>()}).to_string()).len(), Place::MOST);
}

#[test]
fn a_delivery_has_the_name_its_sender_gives_it() {
    let with = |name: &str, value: &str, body: &str| RawDelivery {
        headers: vec![(name.to_owned(), value.to_owned())],
        ..raw(body)
    };
    let id = |kind, raw: &RawDelivery| delivery_id(kind, raw);
    assert_eq!(id(SourceKind::Generic, &with("webhook-id", " m1 ", "a=1")).as_deref(), Some("m1"));
    assert_eq!(id(SourceKind::Auto, &with("idempotency-key", "k1", "a=1")).as_deref(), Some("k1"));
    assert_eq!(
        id(SourceKind::Auto, &with("framer-webhook-submission-id", "s1", "{}")).as_deref(),
        Some("s1")
    );
    assert_eq!(
        id(SourceKind::GravityForms, &raw(r#"{"id":28,"form_id":"1","2":"x"}"#)).as_deref(),
        Some("28")
    );
    assert_eq!(id(SourceKind::Auto, &raw(r#"{"id":"","form_id":"1","2":"x"}"#)), None);
    assert_eq!(id(SourceKind::Elementor, &raw("form_id=1&form_name=x&id=3")), None);
    assert_eq!(id(SourceKind::Auto, &with("webhook-id", "m1", "not readable")), None);
}

/// The largest body a source takes, of shapes that are as much work as can be.
#[test]
fn the_largest_bodies_are_read_in_no_time() {
    const LARGEST: usize = 262_144;
    let long = "k".repeat(LARGEST / 2);
    let of = |unit: &str| unit.repeat(LARGEST / unit.len());
    for body in [
        of("a=1&"),
        (0..26_000).fold(String::new(), |body, n| format!("{body}k{n}=v{n}&")),
        of("a[b]=1&"),
        format!("a{}=1", of("[b]")),
        format!("{{{}\"a\":1}}", of("\"2.3\":\"x\",")),
        format!("{{\"{long}\":[{}0]}}", "[1],".repeat(LARGEST / 8)),
        format!("[{}0]", of("{\"n\":0},")),
        format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("{{\"nome\":\"{}\"", of("\\\"}\n")),
        format!("{{\"nome\":\"{}\",\"cognome\":\"{}\"}}", "a ".repeat(60_000), "b ".repeat(60_000)),
    ] {
        let begun = std::time::Instant::now();
        for kind in [SourceKind::Auto, SourceKind::Generic] {
            drop(read(kind, &Mapping::default(), Some("trap"), &raw(&body), &Zone::default()));
        }
        drop((places(&raw(&body)), delivery_id(SourceKind::Auto, &raw(&body))));
        let took = begun.elapsed();
        assert!(took.as_secs() < 10, "{took:?}: {}", &body[..40]);
    }
}

#[test]
fn a_long_key_is_not_repeated_in_every_question() {
    let read = enquiry(
        SourceKind::Auto,
        &format!(r#"{{"nome":"Anna","{}":{{"a":"1","b":"2"}}}}"#, "k".repeat(1_000)),
    );
    let lengths: Vec<_> = read.rest.iter().map(|one| one.question.chars().count()).collect();
    assert_eq!(lengths, [301, 301]);
}
