use crate::large_bodies::{MAX_BODY_BYTES, repeated};
use crate::{ParsedDelivery, WebhookEvent, parse};
use domain::Zone;
use domain::leads::{Mapping, ParsedLead, RawDelivery, SourceKind};

fn raw(body: &str) -> RawDelivery {
    RawDelivery { body: body.as_bytes().to_vec(), content_type: None, headers: Vec::new() }
}

fn value(body: &str, mapping: &str) -> Result<ParsedLead, String> {
    let mapping: Mapping = serde_json::from_str(mapping).expect("a mapping");
    match parse(SourceKind::Auto, &mapping, None, &raw(body), &Zone::default()) {
        Ok(ParsedDelivery { event: WebhookEvent::Enquiry(enquiry), .. }) => Ok(enquiry),
        Ok(ParsedDelivery { event, .. }) => panic!("{event:?}"),
        Err(error) => Err(error.to_string()),
    }
}

/// Checks the name, e-mail and text parsed from each body.
fn assert_read(bodies: &[(&str, &str, &str, &str)]) {
    for (body, name, email, text) in bodies {
        let read = value(body, "{}").unwrap_or_else(|error| panic!("{error}: {body}"));
        let found =
            (read.fields.name.as_deref().unwrap_or_default(), read.fields.email.as_ref().map(ToString::to_string));
        assert_eq!((found.0, found.1.as_deref().unwrap_or_default(), &*read.text()), (*name, *email, *text), "{body}");
    }
}

#[test]
fn name_beside_fields_is_form_name() {
    assert_read(&[
        (
            r#"{"name":"Contact Us","data":{"Nome":"Anna","Cognome":"Verdi","Email":"a@b.it"},"id":"1"}"#,
            "Anna Verdi",
            "a@b.it",
            "Name: Contact Us",
        ),
        (
            r#"{"name":"Contatti","fields":[{"label":"Nome","value":"Anna"},{"label":"Colore","value":"blu"}]}"#,
            "Anna",
            "",
            "Colore: blu\nName: Contatti",
        ),
        (r#"{"nome":"Contatti","submission":{"x":"a@b.it"}}"#, "", "a@b.it", "Nome: Contatti"),
        (r#"{"payload":{"name":"Contatti","data":{"fields":{"nome":"Anna"}}}}"#, "Anna", "", "Name: Contatti"),
        // The contact's own name.
        (r#"{"name":"Anna","data":{"colore":"blu"}}"#, "Anna", "", "Colore: blu"),
        (r#"{"name":"Anna","data":[]}"#, "Anna", "", ""),
        (r#"{"name":"Anna","data":{"name":"","email":null,"first_name":{}}}"#, "Anna", "", ""),
        (r#"{"name":"Anna","contact":{"email":"a@b.it"}}"#, "Anna", "a@b.it", ""),
        (r#"{"name":"Anna","email":"a@b.it","fields":{"name":"Sito"}}"#, "Anna", "a@b.it", "Name: Sito"),
        (r#"{"full_name":"Anna","fields":{"name":"Sito"}}"#, "Anna", "", "Name: Sito"),
    ]);
}

#[test]
fn service_fields_are_not_in_the_text() {
    assert_read(&[
        (
            r#"{"utm_source":"google","page_url":"https://x","ip":"1.2.3.4","nome":"Anna","servizio":"SEO","lead_id":"7"}"#,
            "Anna",
            "",
            "Servizio: SEO",
        ),
        (
            r#"[{"label":"Sito","type":"hidden","value":"x"},{"label":"Nome","type":"hidden","value":"Anna"},{"label":"Colore","value":"blu"}]"#,
            "Anna",
            "",
            "Colore: blu\nSito: x",
        ),
        (
            r#"{"nome":"Anna","Partita IVA / VAT ID":"1","colore":"blu"}"#,
            "Anna",
            "",
            "Partita IVA / VAT ID: 1\nColore: blu",
        ),
    ]);
}

#[test]
fn google_key_is_not_in_activity_text() {
    assert_read(&[
        (r#"{"nome":"Anna","google_key":"segreto"}"#, "Anna", "", ""),
        ("nome=Anna&google_key=segreto&x=1", "Anna", "", "X: 1"),
        (r#"{"data":{"nome":"Anna","google_key":"segreto"},"lead":{"google_key":"segreto"}}"#, "Anna", "", ""),
        (r#"{"nome":"Anna","x":{"google_key":"segreto"}}"#, "Anna", "", ""),
    ]);
    let read = value(r#"{"nome":"Anna","google_key":"segreto"}"#, "{}").expect("Anna");
    assert_eq!(read.payload["google_key"], "segreto", "the payload contains the body unchanged");
}

#[test]
fn contact_is_found_in_any_nested_object() {
    assert_read(&[
        (r#"{"user":{"name":"Anna","email":"a@b.it"},"message":"Ciao"}"#, "Anna", "a@b.it", "Ciao"),
        (
            r#"{"form":{"name":"Contatti","fields":{"nome":"Anna","email":"a@b.it"}}}"#,
            "Anna",
            "a@b.it",
            "Name: Contatti",
        ),
        (r#"{"record":{"nome":"Anna","email":"a@b.it"}}"#, "Anna", "a@b.it", ""),
        (r#"{"cliente":{"nome":"Anna","cognome":"Verdi"}}"#, "Anna Verdi", "", ""),
        (r#"{"dati":{"nome":"Anna","telefono":"333 1234567"}}"#, "Anna", "", ""),
        (r#"{"event":{"type":"x","data":{"nome":"Anna","email":"a@b.it"}}}"#, "Anna", "a@b.it", "Type: x"),
        (
            r#"{"organizer":{"name":"Marta","email":"m@s.it"},"event":{"name":"Open day"},"guests":[{"name":"Anna","email":"a@b.it"}]}"#,
            "Anna",
            "a@b.it",
            "Organizer › Name: Marta\nOrganizer › Email: m@s.it\nEvent › Name: Open day",
        ),
        ("user[name]=Anna&user[email]=a@b.it&form=x", "Anna", "a@b.it", "Form: x"),
    ]);
    for anonymous in [
        r#"{"user":{"name":"Anna"}}"#,
        r#"{"a":{"name":"Anna","email":"a@b.it"},"b":{"name":"Bea","email":"b@b.it"}}"#,
        r#"{"organizer":{"name":"Marta","email":"m@s.it"}}"#,
        r#"{"account":{"user":{"name":"Marta","email":"m@s.it"}},"to":"m@s.it"}"#,
        r#"{"form":{"name":"Contatti","email":"m@s.it"},"x":{"name":"Anna"}}"#,
        r#"[{"name":"Anna","email":"a@b.it"},{"name":"Bea","email":"b@b.it"}]"#,
    ] {
        assert!(value(anonymous, "{}").is_err(), "{anonymous}");
    }
    // No nested search once a contact is found.
    assert_read(&[(
        r#"{"nome":"Anna","user":{"name":"Marta","email":"m@s.it"}}"#,
        "Anna",
        "",
        "User › Name: Marta\nUser › Email: m@s.it",
    )]);
}

#[test]
fn submission_in_json_string_is_read() {
    assert_read(&[
        (r#"{"data":"{\"nome\":\"Anna\",\"email\":\"a@b.it\"}"}"#, "Anna", "a@b.it", ""),
        ("payload=%7B%22nome%22%3A%22Anna%22%2C%22email%22%3A%22a%40b.it%22%7D&x=1", "Anna", "a@b.it", "X: 1"),
        ("data.json=%7B%22name%22%3A%5B%22Anna%22%5D%7D&page_name=Landing", "Anna", "", ""),
        (
            r#"{"formID":"1","rawRequest":"{\"q3_nome\":{\"first\":\"Anna\",\"last\":\"Verdi\"},\"q5_messaggio\":\"Ciao\"}"}"#,
            "Anna Verdi",
            "",
            "Ciao",
        ),
        (r#"{"fields":"[{\"label\":\"Nome\",\"value\":\"Anna\"}]"}"#, "Anna", "", ""),
        (r#"{"nome":"Anna","tracking":"{\"utm\":\"x\"}"}"#, "Anna", "", ""),
        (r#"{"nome":"Anna","messaggio":"[1] {ciao}"}"#, "Anna", "", "[1] {ciao}"),
    ]);
}

#[test]
fn json_path_reaches_into_json_string() {
    let body = r#"{"data":"{\"a\":\"Anna\",\"b\":\"blu\"}"}"#;
    let read = value(body, r#"{"name":"/data/a"}"#).expect("Anna");
    assert_eq!((read.fields.name.as_deref(), &*read.text()), (Some("Anna"), "B: blu"));
    let read = value(body, r#"{"name":"/data/a","message":"/data"}"#).expect("Anna");
    assert_eq!(read.message.as_deref(), Some(r#"{"a":"Anna","b":"blu"}"#));
    assert_eq!(read.payload["data"], r#"{"a":"Anna","b":"blu"}"#, "the payload contains the body unchanged");
}

#[test]
fn plain_text_lines_become_answers() {
    assert_read(&[
        ("Nome: Anna Verdi\nEmail: a@b.it\nMessaggio: Ciao = ok", "Anna Verdi", "a@b.it", "Ciao = ok"),
        ("Nuovo contatto\r\nNome: Anna\r\nColore: blu", "Anna", "", "Nuovo contatto\nColore: blu"),
        ("Nome e cognome=Anna&Colore preferito=blu", "Anna", "", "Colore preferito: blu"),
        ("nome=Anna&nota=a: b\nc = d", "Anna", "", "a: b\nc = d"),
    ]);
    for unreadable in ["Ciao: nome\nname=Anna", "Anna Verdi", "Oggetto: x = y"] {
        assert_eq!(value(unreadable, "{}").unwrap_err(), value("", "{}").unwrap_err(), "{unreadable}");
    }
}

#[test]
fn broken_json_is_repaired_when_unambiguous() {
    assert_read(&[
        (r#"{"nome":"Anna","email":"a@b.it",}"#, "Anna", "a@b.it", ""),
        (r#"{"nome":"Anna","età":,"servizi":SEO, Ads,"tel":+39 333 1234567}"#, "Anna", "", "Servizi: SEO, Ads"),
    ]);
}

/// Worst-case bodies.
#[test]
fn largest_generic_bodies_parse_in_linear_time() {
    const SHAPES: [fn(usize) -> String; 14] = [
        |size| repeated("a: b\n", size),
        |size| format!("Nome: Anna\n{}", repeated(":\n", size)),
        |size| format!("Messaggio:{}\nNome: Anna", repeated("\n a:", size)),
        |size| format!("Nome:{}Anna", repeated(" \n", size)),
        |size| format!("{}=", repeated("a: ", size)),
        |size| text(&repeated("[", size)),
        |size| text(&format!("{{{}\"a\":1}}", repeated(r#""k":"v","#, size))),
        |size| format!("[{}0]", repeated(r#""{}","#, size)),
        |size| format!("[{}0]", repeated(r#""{\"a\":1}","#, size)),
        |size| format!(r#"{{"x":[{}0]}}"#, repeated(r#"{"e":"a@b.it"},"#, size)),
        |size| nested(120, &format!(r#"{{{}"a":1}}"#, repeated(r#""k":"v","#, size))),
        |size| {
            let inner = format!(r#"{{{}"a":"a@b.it"}}"#, repeated(r#""k":"v","#, size));
            format!(r#"{{"x":{}}}"#, nested(100, &inner))
        },
        |size| format!(r#"{{"a":x{}"#, repeated("},", size)),
        |size| format!(r#"{{"a":x{}"#, repeated(",}", size)),
    ];
    for shape in SHAPES {
        drop(value(&shape(MAX_BODY_BYTES), r#"{"name":"/data/a/b"}"#));
    }
}

/// `inner` inside a JSON string, as some senders submit it.
fn text(inner: &str) -> String {
    serde_json::json!({ "data": inner }).to_string()
}

fn nested(depth: usize, inner: &str) -> String {
    (0..depth).fold(inner.to_owned(), |inner, _| format!(r#"{{"data":{inner},"name":"x"}}"#))
}
