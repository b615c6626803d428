mod parties;
mod questions;

use super::*;

fn sure(label: &str) -> Option<LeadField> {
    match_label(label).filter(|label| label.is_sure).map(|label| label.field)
}

fn likely(label: &str) -> Option<LeadField> {
    match_label(label).filter(|label| !label.is_sure).map(|label| label.field)
}

#[test]
fn german_french_and_spanish_labels_match_fields() {
    for (field, labels) in [
        (
            LeadField::Name,
            &[
                "Vor- und Nachname", "Vollständiger Name", "Nom et prénom", "Nom complet", "Nombre",
                "Nombre y apellidos",
            ][..],
        ),
        (LeadField::GivenName, &["Vorname *", "Ihr Vorname", "Prénom", "Votre prénom"]),
        (LeadField::FamilyName, &["Nachname", "Familienname", "Nom", "Nom de famille", "Apellidos"]),
        (
            LeadField::Email,
            &["E-Mail-Adresse", "Ihre E-Mail", "Courriel", "Adresse e-mail", "Correo electrónico", "Tu correo"],
        ),
        (
            LeadField::Phone,
            &[
                "Telefon", "Telefonnummer", "Handy", "Telefon / Handy", "Téléphone", "N° de téléphone", "Teléfono",
                "Móvil",
            ],
        ),
        (LeadField::Company, &["Unternehmen", "Société", "Entreprise", "Raison sociale", "Empresa"]),
        (LeadField::Message, &["Nachricht", "Ihre Nachricht (Pflichtfeld)", "Votre message", "Mensaje", "Tu mensaje"]),
    ] {
        for label in labels {
            assert_eq!(sure(label), Some(field), "{label}");
        }
    }
    // In Italian `Firma` means signature.
    assert_eq!(likely("Firma"), Some(LeadField::Company));
    for (field, label) in
        [(LeadField::Message, "Anfrage"), (LeadField::Message, "Votre demande"), (LeadField::Message, "Consulta")]
    {
        assert_eq!(likely(label), Some(field), "{label}");
    }
    for label in ["Datenschutz", "Straße", "Sujet", "Asunto", "Frage 3", "Nombre de empleados", "Nom du projet"] {
        assert_eq!(match_label(label), None, "{label}");
    }
}

#[test]
fn label_variants_map_to_same_field() {
    for (field, labels) in [
        (
            LeadField::Name,
            &[
                "Nome", " NOME * ", "nome e cognome", "Cognome e Nome:", "Full Name", "fullName", "your-name",
                "Your Name (required)", "No Label name", "Come ti chiami?", "Il tuo nome*",
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
                "Telefono", "tel-45", "Cellulare", "Numero di telefono", "N° telefono", "Phone Number", "phoneNumber",
                "Mobile", "Recapito telefonico", "Télefono",
            ],
        ),
        (
            LeadField::Company,
            &[
                "Azienda", "Società", "societa\u{300}", "SOCIETÀ", "Ragione Sociale", "company_name",
                "Nome dell’azienda", "Organization",
            ],
        ),
        (LeadField::Message, &["Messaggio", "message", "your-message", "Il tuo messaggio", "Scrivi il tuo messaggio"]),
        (LeadField::Source, &["source", "Fonte"]),
        (LeadField::StartsAt, &["starts_at", "startTime", "start_time", "Data e ora dell'appuntamento"]),
    ] {
        for label in labels {
            assert_eq!(sure(label), Some(field), "{label}");
        }
    }
}

#[test]
fn ambiguous_labels_are_only_likely() {
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
fn unrelated_labels_map_to_no_field() {
    for label in [
        "", "*", "Città", "form_name", "form name", "Username", "Page URL", "Powered by", "Date", "Data", "Ora",
        "utm_source", "1.3", "42", "Nome del cane", "Nome del progetto", "Email marketing", "Come ci hai trovati?",
        "source_url", "telefonami", "\u{301}", "Qual è il tuo colore?",
    ] {
        assert_eq!(match_label(label), None, "{label}");
    }
    assert_eq!(match_label(&"nome ".repeat(60)), None);
}

#[test]
fn label_table_is_normalized_and_unique() {
    let names: Vec<&str> = SURE.iter().chain(LIKELY).flat_map(|(_, names)| names.split(", ")).collect();
    for name in &names {
        assert_eq!(normalize(name), *name);
    }
    assert_eq!(LABELS.len(), names.len());
}
