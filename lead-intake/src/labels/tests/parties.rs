//! Labels that name a party, or two things at once.

use super::*;

#[test]
fn label_with_two_synonyms_maps_to_one_field() {
    for (field, labels) in [
        (LeadField::Name, &["Nome/Cognome", "Nome & Cognome"][..]),
        (LeadField::Email, &["Email / E-mail", "Email o mail"]),
        (LeadField::Phone, &["Telefono/Cellulare", "Telefono o WhatsApp", "WhatsApp / Telefono", "Tel/Cell"]),
        (LeadField::Company, &["Nome Azienda / Ragione sociale", "Company / Organization"]),
    ] {
        for label in labels {
            assert_eq!(sure(label), Some(field), "{label}");
        }
    }
    for label in ["Commento o messaggio", "Comment or Message", "Note e richieste"] {
        assert_eq!(likely(label), Some(LeadField::Message), "{label}");
    }
    for (label, field) in [
        ("Nome / Azienda", Some(LeadField::Name)),
        ("Nome | Azienda", Some(LeadField::Name)),
        ("Azienda / Nome", Some(LeadField::Company)),
        ("Email / Telefono", Some(LeadField::Email)),
        ("Email o telefono", None),
        ("Privato/Azienda", None),
        ("Nome e azienda", None),
    ] {
        assert_eq!((sure(label), likely(label)), (None, field), "{label}");
    }
}

#[test]
fn labels_naming_a_party_are_likely() {
    for (field, labels) in [
        (
            LeadField::Name,
            &[
                "Nome del cliente",
                "Nome richiedente",
                "Nome e cognome del referente",
                "Nome e Cognome del titolare *",
                "Nome partecipante",
                "Nome proprietario",
                "attendee_name",
                "inviteeName",
            ][..],
        ),
        (LeadField::GivenName, &["contact.first_name", "customer_firstname", "first"]),
        (LeadField::FamilyName, &["contact.last_name", "Cognome referente", "last"]),
        (LeadField::Email, &["client_email", "Email del titolare", "E-mail principale", "guest.email"]),
        (
            LeadField::Phone,
            &[
                "Telefono referente", "Telefono del referente", "Telefono ufficio", "Telefono casa",
                "Telefono principale", "client_phone", "customer_phone", "attendee_phone", "person.phone",
            ],
        ),
        (LeadField::Company, &["customer_company", "Azienda del cliente"]),
    ] {
        for label in labels {
            assert_eq!(likely(label), Some(field), "{label}");
        }
    }
    for label in [
        "Numero cliente",
        "Numero di casa",
        "Nome casa",
        "Nome ufficio",
        "Email del commercialista",
        "Nome e cognome bambino",
        "customer_id",
        "client_request",
        "lead_status",
        "Codice cliente",
        "user_name",
        "owner_email",
        "form.name",
        "organizer.email",
        "shop.name",
    ] {
        assert_eq!(match_label(label), None, "{label}");
    }
}
