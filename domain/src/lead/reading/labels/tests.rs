mod parties;
mod questions;

use super::*;

fn sure(label: &str) -> Option<LeadField> {
    asked(label).filter(|label| label.is_sure).map(|label| label.field)
}

fn likely(label: &str) -> Option<LeadField> {
    asked(label).filter(|label| !label.is_sure).map(|label| label.field)
}

#[test]
fn labels_ask_for_the_same_thing_however_they_are_written() {
    for (field, labels) in [
        (
            LeadField::Name,
            &[
                "Nome",
                " NOME * ",
                "nome e cognome",
                "Cognome e Nome:",
                "Full Name",
                "fullName",
                "your-name",
                "Your Name (required)",
                "No Label name",
                "Come ti chiami?",
                "Il tuo nome*",
            ][..],
        ),
        (LeadField::GivenName, &["First Name", "first_name", "firstName", "Nome di battesimo"]),
        (LeadField::FamilyName, &["Cognome", "last-name", "LastName", "surname", "Il tuo cognome"]),
        (
            LeadField::Email,
            &[
                "Email ",
                "E-mail",
                "e_mail",
                "EMAIL ADDRESS",
                "Indirizzo e-mail",
                "Posta elettronica (obbligatorio)",
                "La tua email",
                "email-812",
                "Qual è la tua e-mail?",
                "What's your email?",
                "EMAIL",
            ],
        ),
        (
            LeadField::Phone,
            &[
                "Telefono",
                "tel-45",
                "Cellulare",
                "Numero di telefono",
                "N° telefono",
                "Phone Number",
                "phoneNumber",
                "Mobile",
                "Recapito telefonico",
                "Télefono",
            ],
        ),
        (
            LeadField::Company,
            &[
                "Azienda",
                "Società",
                "societa\u{300}",
                "SOCIETÀ",
                "Ragione Sociale",
                "company_name",
                "Nome dell’azienda",
                "Organization",
            ],
        ),
        (
            LeadField::Message,
            &["Messaggio", "message", "your-message", "Il tuo messaggio", "Scrivi il tuo messaggio"],
        ),
        (LeadField::Source, &["source", "Fonte"]),
        (LeadField::StartsAt, &["starts_at", "startTime", "start_time", "Data e ora dell'appuntamento"]),
    ] {
        for label in labels {
            assert_eq!(sure(label), Some(field), "{label}");
        }
    }
}

#[test]
fn what_may_mean_something_else_is_only_likely() {
    for (field, labels) in [
        (
            LeadField::Message,
            &["Richiesta", "La tua richiesta", "Note", "comments", "Testo della richiesta", "textarea-12"][..],
        ),
        (LeadField::Phone, &["Telefono (per WhatsApp)", "Telefono / Fax", "Recapito"]),
        (LeadField::Company, &["Società / Ente", "Studio", "Azienda, se c’è"]),
        (LeadField::Name, &["Referente", "contact", "Nome / Ragione sociale"]),
    ] {
        for label in labels {
            assert_eq!(likely(label), Some(field), "{label}");
        }
    }
}

#[test]
fn other_labels_ask_for_nothing_a_lead_has() {
    for label in [
        "",
        "*",
        "Città",
        "form_name",
        "form name",
        "Username",
        "Page URL",
        "Powered by",
        "Date",
        "Data",
        "Ora",
        "utm_source",
        "1.3",
        "42",
        "Nome del cane",
        "Nome del progetto",
        "Email marketing",
        "Come ci hai trovati?",
        "source_url",
        "telefonami",
        "\u{301}",
        "Qual è il tuo colore?",
    ] {
        assert_eq!(asked(label), None, "{label}");
    }
    assert_eq!(asked(&"nome ".repeat(60)), None);
}

#[test]
fn every_label_is_written_as_labels_are_compared_and_stands_once() {
    let names: Vec<&str> = SURE.iter().chain(LIKELY).flat_map(|(_, names)| names.split(", ")).collect();
    for name in &names {
        assert_eq!(folded(name), *name);
    }
    assert_eq!(LABELS.len(), names.len());
}
