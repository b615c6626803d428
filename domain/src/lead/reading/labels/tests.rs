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

#[test]
fn a_label_that_asks_twice_for_one_thing_asks_for_it() {
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
fn whoever_it_is_that_a_label_names_asks_perhaps() {
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
                "Telefono referente",
                "Telefono del referente",
                "Telefono ufficio",
                "Telefono casa",
                "Telefono principale",
                "client_phone",
                "customer_phone",
                "attendee_phone",
                "person.phone",
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
        assert_eq!(asked(label), None, "{label}");
    }
}

#[test]
fn a_way_through_members_that_only_hold_answers_asks_what_its_end_does() {
    for (label, field) in [
        ("field:phone", LeadField::Phone),
        ("fields.email", LeadField::Email),
        ("data__full_name", LeadField::Name),
        ("data.fields.last_name", LeadField::FamilyName),
    ] {
        assert_eq!(sure(label), Some(field), "{label}");
    }
    for label in ["field_name", "data", "dataname", "data nome", "Data richiesta", "field:"] {
        assert_eq!(asked(label), None, "{label}");
    }
}

#[test]
fn the_last_words_of_a_question_may_be_what_it_asks() {
    for (field, labels) in [
        (
            LeadField::Name,
            &[
                "Ciao, come ti chiami?",
                "Ciao 👋 Come ti chiami?",
                "Ciao! Prima di tutto, come ti chiami?",
                "Iniziamo. Come ti chiami? (nome e cognome)",
                "Domanda 1: nome",
            ][..],
        ),
        (LeadField::Email, &["Grazie Anna! Qual è la tua email?", "Perfetto… la tua e-mail?"]),
    ] {
        for label in labels {
            assert_eq!(likely(label), Some(field), "{label}");
        }
    }
    for label in ["1. Nome e cognome", "2) Nome", "10 - Nome", "3: nome"] {
        assert_eq!(sure(label), Some(LeadField::Name), "{label}");
    }
    for label in [
        "Che cosa ti serve di più? (sito, brand)",
        "Servizi: sito, brand",
        "Sito, logo, note",
        "Come preferisci essere contattato? Email o telefono",
        "1.3",
        "P. IVA",
        "n. ospiti",
        "Cane - Nome",
    ] {
        assert_eq!(asked(label), None, "{label}");
    }
}

#[test]
fn a_question_that_only_has_a_number_asks_for_nothing() {
    for label in ["question_1", "Question 12", "Domanda 3", "questions 2", "domande-4"] {
        assert_eq!(asked(label), None, "{label}");
    }
    assert_eq!(likely("Domanda"), Some(LeadField::Message));
    assert_eq!(likely("textarea-12"), Some(LeadField::Message));
}

#[test]
fn what_forms_ask_in_other_words_is_known() {
    for (field, labels) in [
        (LeadField::Name, &["Come ti possiamo chiamare?", "text-name", "names"][..]),
        (LeadField::GivenName, &["f_name"]),
        (
            LeadField::Phone,
            &[
                "Tel. fisso",
                "Num. di telefono",
                "Telefonino",
                "Recapito cellulare",
                "User Phone",
                "A che numero ti chiamiamo?",
                "A che numero possiamo chiamarti?",
                "WhatsApp",
            ],
        ),
        (
            LeadField::Company,
            &[
                "Nome ditta",
                "Ragione sociale azienda",
                "Denominazione sociale",
                "Come si chiama la tua azienda?",
                "Azienda di appartenenza",
            ],
        ),
        (
            LeadField::Message,
            &["In cosa possiamo aiutarti?", "Corpo del messaggio", "Scrivi qui il tuo messaggio"],
        ),
    ] {
        for label in labels {
            assert_eq!(sure(label), Some(field), "{label}");
        }
    }
    for (field, labels) in [
        (
            LeadField::Name,
            &["Referente aziendale", "Contatto di riferimento", "Contact person", "Titolare"][..],
        ),
        (LeadField::Email, &["from", "Mittente", "reply_to", "Conferma e-mail", "Ripeti email"]),
        (LeadField::Phone, &["Lasciaci il tuo numero", "Prefisso e numero"]),
        (
            LeadField::Company,
            &["Denominazione", "Agenzia", "Nome studio", "Nome struttura", "Studio professionale", "Insegna"],
        ),
        (
            LeadField::Message,
            &[
                "Descrivi la tua richiesta",
                "Di cosa hai bisogno?",
                "Eventuali note",
                "Osservazioni",
                "Richiesta informazioni",
                "Tell us more",
                "Please share anything that will help prepare for our meeting.",
            ],
        ),
    ] {
        for label in labels {
            assert_eq!(likely(label), Some(field), "{label}");
        }
    }
    for label in
        ["Descrivi la tua azienda", "Oggetto della richiesta", "Nome della scuola", "Altro", "to", "Fax"]
    {
        assert_eq!(asked(label), None, "{label}");
    }
}
