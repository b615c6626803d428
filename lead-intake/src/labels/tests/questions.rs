//! Labels that are whole questions, paths, or numbered.

use super::*;

#[test]
fn container_path_label_uses_last_segment() {
    for (label, field) in [
        ("field:phone", LeadField::Phone),
        ("fields.email", LeadField::Email),
        ("data__full_name", LeadField::Name),
        ("data.fields.last_name", LeadField::FamilyName),
    ] {
        assert_eq!(sure(label), Some(field), "{label}");
    }
    for label in ["field_name", "data", "dataname", "data nome", "Data richiesta", "field:"] {
        assert_eq!(match_label(label), None, "{label}");
    }
}

#[test]
fn end_of_question_decides_field() {
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
        assert_eq!(match_label(label), None, "{label}");
    }
}

#[test]
fn numbered_question_maps_to_no_field() {
    for label in ["question_1", "Question 12", "Domanda 3", "questions 2", "domande-4"] {
        assert_eq!(match_label(label), None, "{label}");
    }
    assert_eq!(likely("Domanda"), Some(LeadField::Message));
    assert_eq!(likely("textarea-12"), Some(LeadField::Message));
}

#[test]
fn alternative_wordings_map_to_fields() {
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
        (LeadField::Message, &["In cosa possiamo aiutarti?", "Corpo del messaggio", "Scrivi qui il tuo messaggio"]),
    ] {
        for label in labels {
            assert_eq!(sure(label), Some(field), "{label}");
        }
    }
    for (field, labels) in [
        (LeadField::Name, &["Referente aziendale", "Contatto di riferimento", "Contact person", "Titolare"][..]),
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
    for label in ["Descrivi la tua azienda", "Oggetto della richiesta", "Nome della scuola", "Altro", "to", "Fax"] {
        assert_eq!(match_label(label), None, "{label}");
    }
}
