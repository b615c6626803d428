mod deliveries;

use super::large_bodies::{MAX_BODY_BYTES, repeated};
use super::*;
use domain::leads::ParsedLead;

fn raw(body: &str) -> RawDelivery {
    RawDelivery { body: body.as_bytes().to_vec(), content_type: None, headers: Vec::new() }
}

#[test]
fn flat_body_is_an_enquiry() {
    let read = parse(
        SourceKind::Auto,
        &Mapping::default(),
        None,
        &raw(r#"{"nome":"Anna","cognome":"Verdi","città":"Roma"}"#),
        &Zone::default(),
    );
    let Ok(ParsedDelivery { event: WebhookEvent::Enquiry(enquiry), sender: SourceKind::Generic }) = read else {
        panic!("{read:?}")
    };
    assert_eq!(enquiry.fields.name.as_deref(), Some("Anna Verdi"));
    assert_eq!(enquiry.text(), "Città: Roma");
}

fn enquiry(kind: SourceKind, body: &str) -> ParsedLead {
    let read = parse(kind, &Mapping::default(), None, &raw(body), &Zone::default());
    let Ok(ParsedDelivery { event: WebhookEvent::Enquiry(enquiry), .. }) = read else { panic!("{read:?}") };
    enquiry
}

#[test]
fn technical_data_is_not_in_the_text() {
    let body = "Nome=Anna&Email=anna%40example.it&Servizio=SEO&Date=17+Settembre+2026&Time=18%3A52\
                &Page+URL=https%3A%2F%2Fexample.it%2F&User+Agent=Mozilla&Remote+IP=203.0.113.9\
                &Powered+by=Elementor&form_id=90ad4c1&form_name=Contatti";
    let parsed = enquiry(SourceKind::Elementor, body);
    assert_eq!(parsed.text(), "Servizio: SEO");
    let questions: Vec<_> = parsed.technical.iter().map(|one| one.question.as_str()).collect();
    let expected = ["Date", "Time", "Page URL", "User Agent", "Remote IP", "Powered by", "Form id", "Form name"];
    assert_eq!(questions, expected);
}

#[test]
fn unexpected_shape_falls_back_to_generic() {
    for kind in SourceKind::ALL {
        let read = enquiry(*kind, r#"{"Nome":"Anna Verdi","Il tuo colore":"blu"}"#);
        assert_eq!(
            (read.fields.name.as_deref(), read.text().as_str()),
            (Some("Anna Verdi"), "Il tuo colore: blu"),
            "{kind}"
        );
    }
}

#[test]
fn mapping_wins_over_detected_fields() {
    let mapping: Mapping =
        serde_json::from_str(r#"{"name":"/b","given_name":"/a","message":"/name","starts_at":"/c"}"#)
            .expect("a mapping");
    let body = raw(r#"{"a":"Bea","b":"Carla","c":"2026-12-01T10:30","name":"Anna","message":"Ciao"}"#);
    let read = parse(SourceKind::Auto, &mapping, None, &body, &Zone::new(3_600_000, []));
    let Ok(ParsedDelivery { event: WebhookEvent::Enquiry(enquiry), .. }) = read else { panic!("{read:?}") };
    assert_eq!(enquiry.fields.name.as_deref(), Some("Carla"));
    assert_eq!(enquiry.message.as_deref(), Some("Anna"));
    assert_eq!(enquiry.fields.starts_at.map(|at| at.to_string()).as_deref(), Some("2026-12-01T09:30:00.000Z"));
    assert_eq!(enquiry.text(), "Anna\n\nA: Bea\nMessage: Ciao");
}

#[test]
fn invalid_mapped_value_goes_to_rest() {
    let mapping: Mapping = serde_json::from_str(r#"{"email":"/a","starts_at":"/b","phone":"/c"}"#).expect("a mapping");
    let body = raw(r#"{"a":"nessuna","b":"domani","c":"chiedere","email":"anna@example.it","tel":"333 1234567"}"#);
    let read = parse(SourceKind::Auto, &mapping, None, &body, &Zone::default());
    let Ok(ParsedDelivery { event: WebhookEvent::Enquiry(enquiry), .. }) = read else { panic!("{read:?}") };
    assert_eq!(enquiry.fields.email.as_ref().map(ToString::to_string).as_deref(), Some("anna@example.it"));
    assert_eq!((enquiry.fields.phone.as_deref(), enquiry.fields.starts_at), (Some("333 1234567"), None));
    assert_eq!(enquiry.text(), "A: nessuna\nB: domani\nC: chiedere");
    let invalid = |body| invalid_mapped_fields(&mapping, &raw(body), &Zone::default());
    assert_eq!(
        invalid(r#"{"a":"nessuna","b":"domani","c":"chiedere"}"#),
        [LeadField::Email, LeadField::Phone, LeadField::StartsAt]
    );
    for fits in [r#"{"a":"a@b.it","b":"2026-12-01T10:30","c":"333"}"#, "{}", "{rotto"] {
        assert_eq!(invalid(fits), []);
    }
}

#[test]
fn contact_needs_name_email_or_phone() {
    for body in
        [r#"{"nome":"Anna"}"#, r#"{"email":"a@b.it"}"#, r#"{"tel":"333 1234567"}"#, "nome=Anna", r#"{"x":"a@b.it"}"#]
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
        let read = parse(SourceKind::Auto, &Mapping::default(), None, &raw(body), &Zone::default());
        assert_eq!(read, Err(DeliveryReason::Nobody.into()), "{body}");
    }
    for body in ["", " ", "\u{feff}", "Anna", "{", "{]", "\"x"] {
        let read = parse(SourceKind::Auto, &Mapping::default(), None, &raw(body), &Zone::default());
        assert_eq!(read, Err(DeliveryReason::Unreadable.into()), "{body}");
    }
    let latin = RawDelivery { body: b"nome=Anna&citt\xe0=Roma".to_vec(), ..raw("") };
    let read = parse(SourceKind::Auto, &Mapping::default(), None, &latin, &Zone::default());
    assert_eq!(read, Err(DeliveryReason::Unreadable.into()));
}

#[test]
fn filled_honeypot_anywhere_is_spam() {
    let spam = |body: &str, honeypot: &str| {
        let read = parse(SourceKind::Auto, &Mapping::default(), Some(honeypot), &raw(body), &Zone::default());
        matches!(read, Ok(ParsedDelivery { event: WebhookEvent::Spam, .. }))
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
    for unticked in ["false", "\"false\"", "0", "\"OFF\"", "\"no\""] {
        assert!(!spam(&format!(r#"{{"nome":"Anna","website":{unticked}}}"#), "website"), "{unticked}");
        assert!(!spam(&format!(r#"{{"f":{{"title":"website","value":{unticked}}}}}"#), "website"), "{unticked}");
    }
    for ticked in ["true", "1", "\"on\"", "\"nothing\""] {
        assert!(spam(&format!(r#"{{"nome":"Anna","website":{ticked}}}"#), "website"), "{ticked}");
    }
    assert!(!spam(r#"{"nome":"Anna","":"x"}"#, " "), "a blank field name disables the honeypot");
}

#[test]
fn json_paths_list_mappable_values() {
    let fields = |body: &str| {
        let fields = body_fields(&raw(body)).into_iter();
        fields.map(|field| format!("{} | {} | {}", field.pointer, field.question, field.value)).collect::<Vec<_>>()
    };
    let body = r#"{"z":"1","a/b~c":{"value":"2","label":"Due"},"l":["3","4"],"m":[{"n":null},{"n":" "},{"n":5}]}"#;
    assert_eq!(
        fields(body),
        [
            "/z | Z | 1",
            "/a~1b~0c/value | Due | 2",
            "/a~1b~0c/label | a/b~c › Label | Due",
            "/l | L | 3, 4",
            "/m/2/n | M › 3 › N | 5"
        ]
    );
    assert_eq!(fields("form[name]=x&a=1&a=2"), ["/form[name] | form[name] | x", "/a | A | 1, 2"]);
    assert_eq!(fields("nobody"), [""; 0]);
    let repeated: Vec<_> = (0..5_000).collect();
    assert_eq!(
        fields(
            &serde_json::json!({"repeated": repeated.iter().map(|n| serde_json::json!({"n": n})).collect::<Vec<_>>()})
                .to_string()
        )
        .len(),
        BodyField::MAX
    );
}

/// Worst-case bodies.
#[test]
fn largest_bodies_parse_in_linear_time() {
    const SHAPES: [fn(usize) -> String; 11] = [
        |size| repeated("a=1&", size),
        |size| (0..size / 10).fold(String::new(), |body, n| format!("{body}k{n}=v{n}&")),
        |size| repeated("a[b]=1&", size),
        |size| {
            format!(
                r#"{{"form_response":{{"definition":{{"fields":[{{"id":"f","title":"{}"}}]}},"answers":[{{"type":"text","text":"{}","field":{{"id":"f"}}}}]}}}}"#,
                repeated("{{field:f}}", size / 2),
                repeated("k", size / 2),
            )
        },
        |size| format!("a{}=1", repeated("[b]", size)),
        |size| format!("{{{}\"a\":1}}", repeated("\"2.3\":\"x\",", size)),
        |size| format!("{{\"{}\":[{}0]}}", repeated("k", size / 2), repeated("[1],", size / 2)),
        |size| format!("[{}0]", repeated("{\"n\":0},", size)),
        |size| format!("{}{}", repeated("[", size / 2), repeated("]", size / 2)),
        |size| format!("{{\"nome\":\"{}\"", repeated("\\\"}\n", size)),
        |size| format!("{{\"nome\":\"{}\",\"cognome\":\"{}\"}}", repeated("a ", size / 2), repeated("b ", size / 2)),
    ];
    for shape in SHAPES {
        let raw = raw(&shape(MAX_BODY_BYTES));
        for kind in [SourceKind::Auto, SourceKind::Generic] {
            drop(parse(kind, &Mapping::default(), Some("trap"), &raw, &Zone::default()));
        }
        drop((body_fields(&raw), delivery_id(SourceKind::Auto, &raw)));
    }
}

#[test]
fn question_length_is_limited() {
    let read = enquiry(SourceKind::Auto, &format!(r#"{{"nome":"Anna","{}":{{"a":"1","b":"2"}}}}"#, "k".repeat(1_000)));
    let lengths: Vec<_> = read.rest.iter().map(|one| one.question.chars().count()).collect();
    assert_eq!(lengths, [300, 300]);
}
