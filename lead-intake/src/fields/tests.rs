use serde_json::Value;

use super::*;
use domain::EmailAddress;

fn extract(answers: &[(&str, &str)]) -> ParsedLead {
    let zone = Zone::default();
    let mut out = FieldExtractor::new(&zone, Value::Null, Vec::new());
    for (question, answer) in answers {
        out.add_labelled(question, answer);
    }
    out.into_lead()
}

fn rest(enquiry: &ParsedLead) -> Vec<(&str, &str)> {
    enquiry.rest.iter().map(|one| (one.question.as_str(), one.answer.as_str())).collect()
}

#[test]
fn name_parts_are_joined() {
    for (answers, name) in [
        (&[("Nome", "Anna"), ("Cognome", "Verdi")][..], "Anna Verdi"),
        (&[("Cognome", "Verdi"), ("Nome", "Anna")], "Anna Verdi"),
        (&[("Last name", "Verdi"), ("First name", "Anna")], "Anna Verdi"),
        (&[("Nome e cognome", "Anna Verdi"), ("Cognome", "verdi")], "Anna Verdi"),
        (&[("Name", "Anna Verdi"), ("First name", "Anna"), ("Last name", "Verdi")], "Anna Verdi"),
        (&[("Cognome", "Verdi")], "Verdi"),
        (&[("First name", "Anna"), ("Cognome", "")], "Anna"),
        (&[("Nome", " Anna \n Maria\t")], "Anna Maria"),
        (&[("Name", "Anna"), ("First name", "Anna"), ("Last name", "Verdi")], "Anna Verdi"),
        (&[("Name", "Anna"), ("First name", "Anna Maria"), ("Last name", "Verdi")], "Anna Maria Verdi"),
        (&[("Name", "Anna Verdi"), ("First name", "Anna Verdi"), ("Last name", "Verdi")], "Anna Verdi"),
        (&[("First", "Anna"), ("Last", "Verdi")], "Anna Verdi"),
        (&[("Vorname", "Jana"), ("Name", "Müller")], "Jana Müller"),
        (&[("Name", "Jana Müller"), ("Vorname", "Jana")], "Jana Müller"),
        (&[("Nom", "Dupont"), ("Prénom", "Anaïs")], "Anaïs Dupont"),
        (&[("Nom", "Anaïs Dupont")], "Anaïs Dupont"),
        (&[("Nombre", "Inés"), ("Apellidos", "García López")], "Inés García López"),
    ] {
        let read = extract(answers);
        assert_eq!((read.fields.name.as_deref(), rest(&read)), (Some(name), vec![]), "{answers:?}");
    }
}

#[test]
fn name_unrelated_to_name_parts_goes_to_rest() {
    let both = extract(&[("Name", "Contact form"), ("First name", "Anna"), ("Last name", "Verdi")]);
    assert_eq!((both.fields.name.as_deref(), rest(&both)), (Some("Anna Verdi"), vec![("Name", "Contact form")]));
    let family = extract(&[("Name", "Studio Verdi"), ("First name", "Anna"), ("Last name", "Verdi")]);
    assert_eq!(family.fields.name.as_deref(), Some("Studio Verdi"));
    assert_eq!(rest(&family), [("First name", "Anna")]);
    let given = extract(&[("Name", "Studio Rossi"), ("First name", "Anna")]);
    assert_eq!((given.fields.name.as_deref(), rest(&given)), (Some("Studio Rossi"), vec![("First name", "Anna")]));
}

#[test]
fn first_answer_wins_and_later_ones_go_to_rest() {
    let (first, second) = ("333 1234567", "02 123456");
    let read = extract(&[("Email", ""), ("E-mail", "a@b.it"), ("Mail", "c@d.it"), ("Tel", first), ("Cell", second)]);
    assert_eq!(read.fields.email.as_ref().map(EmailAddress::as_str), Some("a@b.it"));
    assert_eq!(read.fields.phone.as_deref(), Some(first));
    assert_eq!(rest(&read), [("Mail", "c@d.it"), ("Cell", second)]);
}

#[test]
fn sure_label_wins_over_likely_label() {
    let read = extract(&[("Note", "la mattina"), ("Messaggio", "Ciao")]);
    assert_eq!((read.message.as_deref(), rest(&read)), (Some("Ciao"), vec![("Note", "la mattina")]));
    let read = extract(&[("Note", "la mattina")]);
    assert_eq!((read.message.as_deref(), rest(&read)), (Some("la mattina"), vec![]));
}

#[test]
fn long_answer_becomes_message_when_none_is_labelled() {
    let zone = Zone::default();
    let read = |labelled: &[(&str, &str)]| {
        let mut out = FieldExtractor::new(&zone, Value::Null, Vec::new());
        out.add_long_text("Chi sono i vostri concorrenti?", "Rossi srl");
        out.add_long_text("Obiettivi", "Vendere\ndi più");
        for (question, answer) in labelled {
            out.add_labelled(question, answer);
        }
        let read = out.into_lead();
        let rest = rest(&read).into_iter().map(|(question, _)| question.to_owned()).collect::<Vec<_>>();
        (read.message.unwrap_or_default(), rest.join(" "))
    };
    let concorrenti = "Chi sono i vostri concorrenti?";
    assert_eq!(read(&[]), ("Obiettivi: Vendere\ndi più".to_owned(), concorrenti.to_owned()));
    assert_eq!(read(&[("Messaggio", "Ciao")]), ("Ciao".to_owned(), format!("{concorrenti} Obiettivi")));
    assert_eq!(
        read(&[("Note", "Sì")]).1,
        format!("{concorrenti} Note"),
        "the longest possible answer becomes the message"
    );
    let note = "Chiamatemi al mattino";
    assert_eq!(read(&[("Note", note)]), (note.to_owned(), format!("{concorrenti} Obiettivi")));
}

#[test]
fn invalid_field_answers_are_kept_in_rest() {
    let answers = [("Email", "a@b, c@d.it"), ("Telefono", "solo e-mail"), ("starts_at", "domani"), ("Nome", "\u{7f}")];
    let read = extract(&answers);
    assert_eq!((read.fields.email.is_none(), read.fields.phone.is_none(), read.fields.starts_at), (true, true, None));
    assert_eq!((rest(&read), &read.fields.name), (answers.to_vec(), &None));
}

#[test]
fn single_unlabelled_email_is_used() {
    let email = |answers: &[(&str, &str)]| extract(answers).fields.email.map(|email| email.to_string());
    assert_eq!(email(&[("2", "Anna@b.it"), ("3", "x"), ("4", "anna@b.it")]).as_deref(), Some("anna@b.it"));
    assert_eq!(email(&[("2", "a@b.it"), ("3", "c@d.it")]), None, "two values are ambiguous");
    let zone = Zone::default();
    let mut aside = FieldExtractor::new(&zone, Value::Null, Vec::new());
    aside.add_context("Organizer", "a@b.it");
    assert_eq!(aside.into_lead().fields.email, None);
}

#[test]
fn too_long_field_is_truncated_and_kept_in_rest() {
    let (long, longer) = ("è".repeat(201), "x".repeat(10_001));
    let numbers = ["333 123456"; 5].join(" ");
    let answers =
        [("Nome", &*long), ("Telefono", &numbers), ("Azienda", &long), ("Fonte", &long), ("Messaggio", &longer)];
    let read = extract(&answers);
    let lengths = [&read.fields.name, &read.fields.phone, &read.fields.company, &read.fields.source, &read.message]
        .map(|field| field.as_deref().map_or(0, |text| text.chars().count()));
    assert_eq!(lengths, [200, 50, 200, 100, 10_000]);
    let mut found = rest(&read);
    found.sort_by_key(|one| answers.iter().position(|answer| answer.0 == one.0));
    assert_eq!(found, answers);
    let exact = extract(&[("Nome", &*"è".repeat(200))]);
    assert_eq!((exact.fields.name.map(|name| name.chars().count()), exact.rest.len()), (Some(200), 0));
    let joined = extract(&[("Nome", &*"a".repeat(150)), ("Cognome", &*"b".repeat(150))]);
    assert_eq!((joined.fields.name.map(|name| name.chars().count()), joined.rest.len()), (Some(200), 2));
}

#[test]
fn nul_is_replaced_and_duplicates_are_dropped() {
    let read = extract(&[("Co\0lore *:", "\0blu "), ("Co\0lore", "\0blu"), ("Nome", "An\0na")]);
    assert_eq!(read.fields.name.as_deref(), Some("An\u{fffd}na"));
    assert_eq!(rest(&read), [("Co\u{fffd}lore", "\u{fffd}blu")]);
}

#[test]
fn recipient_email_is_not_lead_email() {
    let people = [("Nome", "Anna"), ("Telefono", "333 1234567")];
    for label in [
        "to", "To", "cc", "destinatario", "recipient_email", "Recipient", "owner_email", "assigned_to", "admin email",
        "site_admin_email", "notification_email", "Organizzatore", "send to",
    ] {
        let read = extract(&[people[0], people[1], (label, "info@agency.it")]);
        assert_eq!((read.fields.email, read.rest.len()), (None, 1), "{label}");
    }
    let sent = extract(&[("to", "info@agency.it"), ("from", "Anna Verdi <anna@example.it>")]);
    assert_eq!(sent.fields.email.as_ref().map(EmailAddress::as_str), Some("anna@example.it"));
    assert_eq!((sent.fields.name.as_deref(), rest(&sent)), (Some("Anna Verdi"), vec![("to", "info@agency.it")]));
    let replied = extract(&[("from", "noreply@example.it"), ("reply_to", "anna@example.it")]);
    assert_eq!(replied.fields.email.as_ref().map(EmailAddress::as_str), Some("anna@example.it"));
    for label in ["Email del commercialista", "2", "A quale indirizzo ti scriviamo?", "How do we write to you best?"] {
        assert!(extract(&[(label, "anna@example.it")]).fields.email.is_some(), "{label}");
    }
}

#[test]
fn name_before_email_is_kept_as_answer() {
    let read = extract(&[("Nome", "Bea"), ("Email", "Anna Verdi <anna@example.it>")]);
    assert_eq!((read.fields.name.as_deref(), rest(&read)), (Some("Bea"), vec![("Email", "Anna Verdi")]));
    let read = extract(&[("2", "Anna Verdi <anna@example.it>")]);
    assert_eq!(read.fields.email.as_ref().map(EmailAddress::as_str), Some("anna@example.it"));
    assert_eq!((&read.fields.name, rest(&read)), (&None, vec![("2", "Anna Verdi <anna@example.it>")]));
    let read = extract(&[("Email", "nessuna"), ("Messaggio", "Anna <anna@example.it>")]);
    assert_eq!(read.fields.email.as_ref().map(EmailAddress::as_str), Some("anna@example.it"));
    assert_eq!((read.message.as_deref(), rest(&read)), (Some("Anna <anna@example.it>"), vec![("Email", "nessuna")]));
}

#[test]
fn single_unlabelled_phone_is_used() {
    for label in ["Email o telefono", "3", "Field 8f2c1a", "Contatto", "Nome", "Note", "Dove ti troviamo?"] {
        let read = extract(&[(label, "333 1234567")]);
        assert_eq!((read.fields.phone.as_deref(), rest(&read)), (Some("333 1234567"), vec![]), "{label}");
    }
    for (label, answer) in [
        ("Partita IVA", "3331234567"),
        ("Lead id", "3331234567"),
        ("Fax", "+39 02 123456"),
        ("Numero cliente", "333123456"),
        ("Numero civico", "12"),
        ("CAP", "20100"),
        ("Budget", "3000"),
        ("P.IVA", "01234567890"),
        ("To", "+39 02 123456"),
        ("3", "chiamami al 333 1234567"),
    ] {
        let read = extract(&[("Nome", "Anna"), (label, answer)]);
        assert_eq!((&read.fields.phone, rest(&read)), (&None, vec![(label, answer)]), "{label}");
    }
    let labelled = extract(&[("3", "333 1234567"), ("Telefono", "02 123456")]);
    assert_eq!((labelled.fields.phone.as_deref(), rest(&labelled)), (Some("02 123456"), vec![("3", "333 1234567")]));
    assert_eq!(extract(&[("3", "333 1234567"), ("4", "333 7654321")]).fields.phone, None, "two values are ambiguous");
    assert_eq!(extract(&[("3", "333 1234567"), ("4", "3331234567")]).fields.phone.as_deref(), Some("333 1234567"));
}

#[test]
fn invalid_phone_yields_to_valid_one() {
    for none in ["chiamare alle 18", "0", "10/12/2026", "2026-12-01", "IT01234567890", "12"] {
        let read = extract(&[("Telefono", none), ("Cellulare", "333 1234567")]);
        assert_eq!((read.fields.phone.as_deref(), rest(&read)), (Some("333 1234567"), vec![("Telefono", none)]));
    }
}

#[test]
fn unusable_names_go_to_rest() {
    for answers in [
        [("Cliente", "Sì"), ("Azienda", "N/A")],
        [("Contatto", "WhatsApp"), ("Azienda", "-")],
        [("Nome", "N/A"), ("Azienda", "Privato")],
        [("Nome", "https://example.it"), ("Azienda", "Sì")],
    ] {
        let read = extract(&answers);
        assert_eq!((&read.fields.name, &read.fields.company, rest(&read)), (&None, &None, answers.to_vec()));
    }
    let read = extract(&[("Cliente", "Sì"), ("Referente", "Anna Verdi")]);
    assert_eq!((read.fields.name.as_deref(), rest(&read)), (Some("Anna Verdi"), vec![("Cliente", "Sì")]));
    let read = extract(&[("Nome", "anna@example.it")]);
    assert_eq!((read.fields.name.is_none(), read.fields.email.is_some(), read.rest.is_empty()), (true, true, true));
}

#[test]
fn rest_omits_answers_already_in_fields() {
    let zone = Zone::default();
    let mut extracted = FieldExtractor::new(&zone, Value::Null, Vec::new());
    for (question, answer) in [
        ("Nome e cognome", "Anna Verdi"),
        ("Email", "anna@example.it"),
        ("Conferma email", "Anna@example.it"),
        ("Ripeti email", "bea@example.it"),
        ("Messaggio", "Ciao\nGrazie"),
        ("Referente", "Bea"),
    ] {
        extracted.add_labelled(question, answer);
    }
    for (question, answer) in [
        ("Human fields › Messaggio", "Ciao\nGrazie"),
        ("Nome › First", "Anna"),
        ("Nome › Last", "Rossi"),
        ("Form › Name", "Contatti"),
        ("Organizer › Email", "anna@example.it"),
        ("Page", "Anna Verdi"),
    ] {
        extracted.add_context(question, answer);
    }
    let enquiry = extracted.into_lead();
    assert_eq!(
        rest(&enquiry),
        [
            ("Ripeti email", "bea@example.it"),
            ("Referente", "Bea"),
            ("Nome › Last", "Rossi"),
            ("Organizer › Email", "anna@example.it"),
        ]
    );
    let technical: Vec<_> = enquiry.technical.iter().map(|one| one.question.as_str()).collect();
    assert_eq!(technical, ["Form › Name", "Page"]);
}

#[test]
fn mapped_values_are_taken_verbatim() {
    let zone = Zone::default();
    let mapped = [
        (LeadField::Phone, "10/12/2026"),
        (LeadField::Name, "D&#039;Amico"),
        (LeadField::Company, "Privato"),
        (LeadField::Email, "noreply@example.it"),
    ];
    let mut extracted =
        FieldExtractor::new(&zone, Value::Null, mapped.map(|(field, text)| (field, text.to_owned())).to_vec());
    for (_, answer) in mapped {
        extracted.add_labelled("x", answer);
    }
    let read = extracted.into_lead();
    assert_eq!(read.fields.phone.as_deref(), Some("10/12/2026"));
    assert_eq!(read.fields.name.as_deref(), Some("D&#039;Amico"));
    assert_eq!(read.fields.company.as_deref(), Some("Privato"));
    assert_eq!(read.fields.email.as_ref().map(EmailAddress::as_str), Some("noreply@example.it"));
    assert_eq!(rest(&read), []);
}
