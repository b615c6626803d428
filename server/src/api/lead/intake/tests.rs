use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn checked(body: &Value) -> Result<Intake, String> {
    let received = Received::parse(&body.to_string()).expect("an object");
    check(&received).map_err(|invalid| invalid.to_string())
}

#[test]
fn italian_names_are_understood_and_the_source_has_a_default() {
    let body = json!({
        "nome": "Anna Verdi", "email": " Anna@Example.IT ", "telefono": 333, "azienda": "Verdi srl",
        "messaggio": "Ciao", "starts_at": "2026-12-01T10:00",
    });
    let intake = checked(&body).expect("an intake");
    assert_eq!(intake.name, "Anna Verdi");
    assert_eq!(intake.email.expect("an address").as_str(), "anna@example.it");
    assert_eq!(intake.phone.as_deref(), Some("333"));
    assert_eq!(intake.company.as_deref(), Some("Verdi srl"));
    assert_eq!(intake.message.as_deref(), Some("Ciao"));
    assert_eq!(intake.source, "webhook");
    assert_eq!(intake.starts_at.expect("a moment").to_string(), "2026-12-01T09:00:00.000Z");
    assert_eq!(intake.payload, body);
}

#[test]
fn the_first_complaint_names_its_field() {
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
    for (field, most) in
        [("name", 200), ("phone", 50), ("company", 200), ("message", 10_000), ("source", 100)]
    {
        let body = |chars: usize| json!({ "name": "A", field: format!(" {} ", "🦀".repeat(chars)) });
        assert!(checked(&body(most)).is_ok(), "{field}");
        let complaint = checked(&body(most + 1)).expect_err("too long");
        assert_eq!(complaint, format!("{field}: al massimo {most} caratteri"));
    }
}

#[test]
fn an_address_has_at_most_254_characters() {
    let (label, last) = ("d".repeat(61), "d".repeat(62));
    let address = |user: usize| format!("{}@{label}.{label}.{last}.it", "u".repeat(user));
    assert_eq!(address(64).len(), 254);
    assert!(checked(&json!({ "name": "A", "email": address(64) })).is_ok());
    assert_eq!(
        checked(&json!({ "name": "A", "email": address(65) })).expect_err("too long"),
        "email: al massimo 254 caratteri"
    );
}

proptest! {
    #[test]
    fn nothing_that_can_be_sent_breaks_it(text in any::<String>()) {
        if let Ok(received) = Received::parse(&text) {
            let _ = check(&received);
        }
    }

    #[test]
    fn nothing_in_a_field_breaks_it(name in any::<String>(), email in any::<String>(), at in any::<String>()) {
        if let Ok(intake) = checked(&json!({ "name": name, "email": email, "starts_at": at })) {
            prop_assert!((1..=200).contains(&intake.name.chars().count()));
            prop_assert_eq!(intake.name.trim(), &intake.name);
        }
    }
}
