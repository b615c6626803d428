use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn checked(body: &Value) -> Result<ParsedLead, String> {
    Values::parse(&body.to_string()).and_then(validate)
}

fn name_in(text: &str) -> Option<String> {
    Values::parse(text).expect("an object or urlencoded").value("name", "nome")
}

fn payload(text: &str) -> Value {
    Values::parse(text).expect("an object or urlencoded").payload.into()
}

#[test]
fn italian_field_names_and_default_source() {
    let body = json!({
        "nome": "Anna Verdi", "email": " Anna@Example.IT ", "telefono": 333, "azienda": "Verdi srl",
        "messaggio": "Ciao", "starts_at": "2026-12-01T10:00",
    });
    let ParsedLead { fields, message, payload, .. } = checked(&body).expect("a lead");
    assert_eq!(fields.name.as_deref(), Some("Anna Verdi"));
    assert_eq!(fields.email.expect("an address").as_str(), "anna@example.it");
    assert_eq!(fields.phone.as_deref(), Some("333"));
    assert_eq!(fields.company.as_deref(), Some("Verdi srl"));
    assert_eq!(message.as_deref(), Some("Ciao"));
    assert_eq!(fields.source.as_deref(), Some("webhook"));
    assert_eq!(fields.starts_at.expect("a moment").to_string(), "2026-12-01T09:00:00.000Z");
    assert_eq!(payload, body);
    let abroad = checked(&json!({ "name": "Jörg", "email": "jörg@example.de" })).expect("a lead");
    assert_eq!(abroad.fields.email.expect("an address").as_str(), "jörg@example.de");
}

#[test]
fn missing_and_blank_emails_are_none() {
    for body in [json!({ "name": "A" }), json!({ "name": "A", "email": null }), json!({ "name": "A", "email": "  " })] {
        assert!(checked(&body).expect("a lead").fields.email.is_none(), "{body}");
    }
}

#[test]
fn first_validation_error_names_its_field() {
    for (body, detail) in [
        (json!({}), "name: campo obbligatorio"),
        (json!({ "name": " ", "email": "no" }), "name: campo obbligatorio"),
        (json!({ "name": "a\0b" }), "name: carattere non ammesso"),
        (json!({ "name": "A", "email": "no" }), "email: indirizzo e-mail non valido"),
        (json!({ "name": "A", "email": "a@@b.it" }), "email: indirizzo e-mail non valido"),
        (json!({ "name": "A", "email": "a b@c.it" }), "email: indirizzo e-mail non valido"),
        (json!({ "name": "A", "email": "a@b.it\0" }), "email: carattere non ammesso"),
        (json!({ "name": "A", "message": "x\0" }), "message: carattere non ammesso"),
        (json!({ "name": "A", "messaggio": "x\0" }), "message: carattere non ammesso"),
        (json!({ "name": "A", "starts_at": "2026-12-01" }), "starts_at: data e ora non valide"),
        (json!({ "name": "A", "starts_at": 1_796_860_800 }), "starts_at: data e ora non valide"),
        (json!({ "name": "A", "starts_at": "2026-12-01T10:00\0" }), "starts_at: data e ora non valide"),
    ] {
        assert_eq!(checked(&body).expect_err("a complaint"), detail, "{body}");
    }
}

#[test]
fn lengths_are_counted_in_scalar_values() {
    for (field, most) in [("name", 200), ("phone", 50), ("company", 200), ("message", 10_000), ("source", 100)] {
        let body = |chars: usize| json!({ "name": "A", field: format!(" {} ", "🦀".repeat(chars)) });
        assert!(checked(&body(most)).is_ok(), "{field}");
        let message = checked(&body(most + 1)).expect_err("too long");
        assert_eq!(message, format!("{field}: al massimo {most} caratteri"));
    }
}

#[test]
fn email_has_at_most_254_characters() {
    let (label, last) = ("d".repeat(61), "d".repeat(62));
    let address = |user: usize| format!("{}@{label}.{label}.{last}.it", "u".repeat(user));
    assert_eq!(address(64).len(), 254);
    assert!(checked(&json!({ "name": "A", "email": address(64) })).is_ok());
    assert_eq!(
        checked(&json!({ "name": "A", "email": address(65) })).expect_err("too long"),
        "email: al massimo 254 caratteri"
    );
}

#[test]
fn every_body_format_gives_the_same_value() {
    for text in [
        r#"{"name":"Anna Verdi"}"#,
        r#"{"nome":" Anna Verdi "}"#,
        r#"{" NAME ":"Anna Verdi"}"#,
        r#"{"fields":{"name":{"value":"Anna Verdi"}}}"#,
        r#"{"fields":{"Nome ":{"title":"Nome","value":"Anna Verdi"}}}"#,
        r#"{"fields":{"nome":"Anna Verdi"}}"#,
        "\u{feff}{\"name\":\"Anna Verdi\"}",
        "name=Anna+Verdi",
        "\u{feff}Nome+=Anna%20Verdi",
        "fields[name][value]=Anna+Verdi",
        "fields%5Bnome%5D%5Bvalue%5D=Anna+Verdi&fields[nome][id]=7",
        "fields[name]=Anna+Verdi",
    ] {
        assert_eq!(name_in(text).as_deref(), Some("Anna Verdi"), "{text}");
    }
}

#[test]
fn value_precedence_is_fields_then_canonical_then_italian() {
    for (text, name) in [
        (r#"{"nome":"B","name":"A"}"#, "A"),
        (r#"{"nome":"B","name":" "}"#, "B"),
        (r#"{"name":null,"nome":"B"}"#, "B"),
        (r#"{"name":"A","fields":{"nome":"B"}}"#, "B"),
        (r#"{"name":"A","fields":{"name":{"value":""}}}"#, "A"),
        (r#"{"name":"A","fields":{"name":{"title":"no value"}}}"#, "A"),
        (r#"{"name":"A","fields":[{"key":"name","value":"B"}]}"#, "A"),
        (r#"{"name":"A","name":"B"}"#, "B"),
        ("name=A&fields[nome]=B", "B"),
    ] {
        assert_eq!(name_in(text).as_deref(), Some(name), "{text}");
    }
}

#[test]
fn values_are_converted_to_text() {
    for (value, text) in [
        (json!(393_331_234_567_i64), Some("393331234567")),
        (json!(12.5), Some("12.5")),
        (json!(true), Some("true")),
        (json!(["SEO", "Ads", 3, null, " "]), Some("SEO, Ads, 3")),
        (json!({ "value": ["SEO", "Ads"] }), Some("SEO, Ads")),
        (json!(null), None),
        (json!("\u{2003}\n"), None),
        (json!([]), None),
        (json!({}), None),
        (json!({ "value": { "value": "deep" } }), None),
        (json!("\u{200b}"), Some("\u{200b}")),
    ] {
        let text = text.map(str::to_owned);
        assert_eq!(name_in(&json!({ "name": value }).to_string()), text, "{value}");
    }
}

#[test]
fn payload_is_the_whole_body() {
    let body = json!({ "name": "Anna", "utm": { "source": [1, null] } });
    assert_eq!(payload(&body.to_string()), body);
    assert_eq!(
        payload("name=Anna&s=SEO&s=Ads&s=&pct=100%&bad=%zz%4&fields[x][id]=1&flag"),
        json!({ "name": "Anna", "s": ["SEO", "Ads", ""], "pct": "100%", "bad": "%zz%4", "fields[x][id]": "1", "flag": "" })
    );
    assert_eq!(payload(""), json!({}));
}

#[test]
fn non_object_json_is_refused_and_broken_json_is_a_form() {
    for text in ["[]", "null", "1", "\"name=Anna\"", "[{\"name\":\"Anna\"}]", " true "] {
        assert_eq!(Values::parse(text).expect_err("no object"), "corpo: deve essere un oggetto JSON", "{text}");
    }
    assert_eq!(name_in(r#"{"name":"Anna""#), None);
    assert_eq!(name_in(r#"{"x":&name=Anna"#).as_deref(), Some("Anna"));
    let deep = format!(r#"{{"name":"Anna","x":{}{}}}"#, "[".repeat(10_000), "]".repeat(10_000));
    assert_eq!(name_in(&deep), None);
}

proptest! {
    #[test]
    fn any_body_is_handled_without_panic(text in any::<String>()) {
        drop(Values::parse(&text).and_then(validate));
    }

    #[test]
    fn any_field_value_is_handled_without_panic(name in any::<String>(), email in any::<String>(), at in any::<String>()) {
        if let Ok(lead) = checked(&json!({ "name": name, "email": email, "starts_at": at })) {
            let name = lead.fields.name.expect("a name");
            prop_assert!((1..=200).contains(&name.chars().count()));
            prop_assert_eq!(name.trim(), &name);
        }
    }
}
