use serde_json::Value;

use super::*;
use crate::EmailAddress;

fn heard(answers: &[(&str, &str)]) -> Enquiry {
    let zone = Zone::default();
    let mut heard = Gathered::new(&zone, Value::Null, Vec::new());
    for (question, answer) in answers {
        heard.hear(question, answer);
    }
    heard.into_enquiry()
}

fn rest(enquiry: &Enquiry) -> Vec<(&str, &str)> {
    enquiry.rest.iter().map(|one| (one.question.as_str(), one.answer.as_str())).collect()
}

#[test]
fn the_parts_of_a_name_are_joined() {
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
    ] {
        let read = heard(answers);
        assert_eq!((read.name.as_deref(), rest(&read)), (Some(name), vec![]), "{answers:?}");
    }
}

#[test]
fn a_name_that_has_neither_part_is_the_name_of_something_else() {
    let both = heard(&[("Name", "Contact form"), ("First name", "Anna"), ("Last name", "Verdi")]);
    assert_eq!((both.name.as_deref(), rest(&both)), (Some("Anna Verdi"), vec![("Name", "Contact form")]));
    let family = heard(&[("Name", "Studio Verdi"), ("First name", "Anna"), ("Last name", "Verdi")]);
    assert_eq!(family.name.as_deref(), Some("Studio Verdi"));
    assert_eq!(rest(&family), [("First name", "Anna")]);
    let given = heard(&[("Name", "Studio Rossi"), ("First name", "Anna")]);
    assert_eq!((given.name.as_deref(), rest(&given)), (Some("Studio Rossi"), vec![("First name", "Anna")]));
}

#[test]
fn the_first_answer_wins_and_the_later_ones_are_kept() {
    let (first, second) = ("333 1234567", "02 123456");
    let read =
        heard(&[("Email", ""), ("E-mail", "a@b.it"), ("Mail", "c@d.it"), ("Tel", first), ("Cell", second)]);
    assert_eq!(read.email.as_ref().map(EmailAddress::as_str), Some("a@b.it"));
    assert_eq!(read.phone.as_deref(), Some(first));
    assert_eq!(rest(&read), [("Mail", "c@d.it"), ("Cell", second)]);
}

#[test]
fn a_clear_label_comes_before_one_that_may_mean_it() {
    let read = heard(&[("Note", "la mattina"), ("Messaggio", "Ciao")]);
    assert_eq!((read.message.as_deref(), rest(&read)), (Some("Ciao"), vec![("Note", "la mattina")]));
    let read = heard(&[("Note", "la mattina")]);
    assert_eq!((read.message.as_deref(), rest(&read)), (Some("la mattina"), vec![]));
}

#[test]
fn a_long_text_is_the_message_with_its_question_where_nothing_else_is() {
    let zone = Zone::default();
    let read = |labelled: &[(&str, &str)]| {
        let mut heard = Gathered::new(&zone, Value::Null, Vec::new());
        heard.guess("Chi sono i vostri concorrenti?", "Rossi srl");
        heard.guess("Obiettivi", "Vendere\ndi più");
        for (question, answer) in labelled {
            heard.hear(question, answer);
        }
        let read = heard.into_enquiry();
        let rest = rest(&read).into_iter().map(|(question, _)| question.to_owned()).collect::<Vec<_>>();
        (read.message.unwrap_or_default(), rest.join(" "))
    };
    let concorrenti = "Chi sono i vostri concorrenti?";
    assert_eq!(read(&[]), ("Obiettivi: Vendere\ndi più".to_owned(), concorrenti.to_owned()));
    assert_eq!(read(&[("Messaggio", "Ciao")]), ("Ciao".to_owned(), format!("{concorrenti} Obiettivi")));
    assert_eq!(read(&[("Note", "Sì")]).1, format!("{concorrenti} Note"), "the longest of those that may be");
    let note = "Chiamatemi al mattino";
    assert_eq!(read(&[("Note", note)]), (note.to_owned(), format!("{concorrenti} Obiettivi")));
}

#[test]
fn what_does_not_fit_its_field_is_kept_as_it_was_given() {
    let answers =
        [("Email", "a@b, c@d.it"), ("Telefono", "solo e-mail"), ("starts_at", "domani"), ("Nome", "\u{7f}")];
    let read = heard(&answers);
    assert_eq!((read.email.is_none(), read.phone.is_none(), read.starts_at), (true, true, None));
    assert_eq!((rest(&read), &read.name), (answers.to_vec(), &None));
}

#[test]
fn the_only_address_among_the_answers_is_theirs() {
    let email = |answers: &[(&str, &str)]| heard(answers).email.map(|email| email.to_string());
    assert_eq!(email(&[("2", "Anna@b.it"), ("3", "x"), ("4", "anna@b.it")]).as_deref(), Some("anna@b.it"));
    assert_eq!(email(&[("2", "a@b.it"), ("3", "c@d.it")]), None, "whose is whose?");
    let zone = Zone::default();
    let mut aside = Gathered::new(&zone, Value::Null, Vec::new());
    aside.aside("Organizer", "a@b.it");
    assert_eq!(aside.into_enquiry().email, None);
}

#[test]
fn what_is_too_long_is_cut_and_kept_whole() {
    let (long, longer) = ("è".repeat(201), "x".repeat(10_001));
    let numbers = ["333 123456"; 5].join(" ");
    let answers = [
        ("Nome", &*long),
        ("Telefono", &numbers),
        ("Azienda", &long),
        ("Fonte", &long),
        ("Messaggio", &longer),
    ];
    let read = heard(&answers);
    let lengths = [&read.name, &read.phone, &read.company, &read.source, &read.message]
        .map(|field| field.as_deref().map_or(0, |text| text.chars().count()));
    assert_eq!(lengths, [200, 50, 200, 100, 10_000]);
    let mut kept = rest(&read);
    kept.sort_by_key(|one| answers.iter().position(|answer| answer.0 == one.0));
    assert_eq!(kept, answers);
    let exact = heard(&[("Nome", &*"è".repeat(200))]);
    assert_eq!((exact.name.map(|name| name.chars().count()), exact.rest.len()), (Some(200), 0));
    let joined = heard(&[("Nome", &*"a".repeat(150)), ("Cognome", &*"b".repeat(150))]);
    assert_eq!((joined.name.map(|name| name.chars().count()), joined.rest.len()), (Some(200), 2));
}

#[test]
fn no_nul_is_in_any_text_and_nothing_is_said_twice() {
    let read = heard(&[("Co\0lore *:", "\0blu "), ("Co\0lore", "\0blu"), ("Nome", "An\0na")]);
    assert_eq!(read.name.as_deref(), Some("An\u{fffd}na"));
    assert_eq!(rest(&read), [("Co\u{fffd}lore", "\u{fffd}blu")]);
}

#[test]
fn an_address_of_the_agency_is_nobodys_who_asks() {
    let people = [("Nome", "Anna"), ("Telefono", "333 1234567")];
    for label in [
        "to",
        "To",
        "cc",
        "destinatario",
        "recipient_email",
        "Recipient",
        "owner_email",
        "assigned_to",
        "admin email",
        "site_admin_email",
        "notification_email",
        "Organizzatore",
        "send to",
    ] {
        let read = heard(&[people[0], people[1], (label, "info@agency.it")]);
        assert_eq!((read.email, read.rest.len()), (None, 1), "{label}");
    }
    let sent = heard(&[("to", "info@agency.it"), ("from", "Anna Verdi <anna@example.it>")]);
    assert_eq!(sent.email.as_ref().map(EmailAddress::as_str), Some("anna@example.it"));
    assert_eq!((sent.name.as_deref(), rest(&sent)), (Some("Anna Verdi"), vec![("to", "info@agency.it")]));
    let replied = heard(&[("from", "noreply@example.it"), ("reply_to", "anna@example.it")]);
    assert_eq!(replied.email.as_ref().map(EmailAddress::as_str), Some("anna@example.it"));
    for label in
        ["Email del commercialista", "2", "A quale indirizzo ti scriviamo?", "How do we write to you best?"]
    {
        assert!(heard(&[(label, "anna@example.it")]).email.is_some(), "{label}");
    }
}

#[test]
fn what_stands_before_an_address_is_an_answer_of_its_own() {
    let read = heard(&[("Nome", "Bea"), ("Email", "Anna Verdi <anna@example.it>")]);
    assert_eq!((read.name.as_deref(), rest(&read)), (Some("Bea"), vec![("Email", "Anna Verdi")]));
    let read = heard(&[("2", "Anna Verdi <anna@example.it>")]);
    assert_eq!(read.email.as_ref().map(EmailAddress::as_str), Some("anna@example.it"));
    assert_eq!((&read.name, rest(&read)), (&None, vec![("2", "Anna Verdi <anna@example.it>")]));
    let read = heard(&[("Email", "nessuna"), ("Messaggio", "Anna <anna@example.it>")]);
    assert_eq!(read.email.as_ref().map(EmailAddress::as_str), Some("anna@example.it"));
    assert_eq!(
        (read.message.as_deref(), rest(&read)),
        (Some("Anna <anna@example.it>"), vec![("Email", "nessuna")])
    );
}

#[test]
fn a_number_that_nothing_asked_for_is_theirs_if_it_is_the_only_one() {
    for label in ["Email o telefono", "3", "Field 8f2c1a", "Contatto", "Nome", "Note", "Dove ti troviamo?"] {
        let read = heard(&[(label, "333 1234567")]);
        assert_eq!((read.phone.as_deref(), rest(&read)), (Some("333 1234567"), vec![]), "{label}");
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
        let read = heard(&[("Nome", "Anna"), (label, answer)]);
        assert_eq!((&read.phone, rest(&read)), (&None, vec![(label, answer)]), "{label}");
    }
    let asked = heard(&[("3", "333 1234567"), ("Telefono", "02 123456")]);
    assert_eq!((asked.phone.as_deref(), rest(&asked)), (Some("02 123456"), vec![("3", "333 1234567")]));
    assert_eq!(heard(&[("3", "333 1234567"), ("4", "333 7654321")]).phone, None, "whose is whose?");
    assert_eq!(heard(&[("3", "333 1234567"), ("4", "3331234567")]).phone.as_deref(), Some("333 1234567"));
}

#[test]
fn a_number_that_is_none_leaves_its_place_to_one_that_is() {
    for none in ["chiamare alle 18", "0", "10/12/2026", "2026-12-01", "IT01234567890", "12"] {
        let read = heard(&[("Telefono", none), ("Cellulare", "333 1234567")]);
        assert_eq!((read.phone.as_deref(), rest(&read)), (Some("333 1234567"), vec![("Telefono", none)]));
    }
}

#[test]
fn what_nobody_can_be_called_stays_among_the_answers() {
    for answers in [
        [("Cliente", "Sì"), ("Azienda", "N/A")],
        [("Contatto", "WhatsApp"), ("Azienda", "-")],
        [("Nome", "N/A"), ("Azienda", "Privato")],
        [("Nome", "https://example.it"), ("Azienda", "Sì")],
    ] {
        let read = heard(&answers);
        assert_eq!((&read.name, &read.company, rest(&read)), (&None, &None, answers.to_vec()));
    }
    let read = heard(&[("Cliente", "Sì"), ("Referente", "Anna Verdi")]);
    assert_eq!((read.name.as_deref(), rest(&read)), (Some("Anna Verdi"), vec![("Cliente", "Sì")]));
    let read = heard(&[("Nome", "anna@example.it")]);
    assert_eq!((read.name.is_none(), read.email.is_some(), read.rest.is_empty()), (true, true, true));
}

#[test]
fn what_stands_in_a_field_is_not_said_again() {
    let zone = Zone::default();
    let mut told = Gathered::new(&zone, Value::Null, Vec::new());
    for (question, answer) in [
        ("Nome e cognome", "Anna Verdi"),
        ("Email", "anna@example.it"),
        ("Conferma email", "Anna@example.it"),
        ("Ripeti email", "bea@example.it"),
        ("Messaggio", "Ciao\nGrazie"),
        ("Referente", "Bea"),
    ] {
        told.hear(question, answer);
    }
    for (question, answer) in [
        ("Human fields › Messaggio", "Ciao\nGrazie"),
        ("Nome › First", "Anna"),
        ("Nome › Last", "Rossi"),
        ("Form › Name", "Contatti"),
        ("Organizer › Email", "anna@example.it"),
        ("Page", "Anna Verdi"),
    ] {
        told.aside(question, answer);
    }
    let enquiry = told.into_enquiry();
    assert_eq!(
        rest(&enquiry),
        [
            ("Ripeti email", "bea@example.it"),
            ("Referente", "Bea"),
            ("Nome › Last", "Rossi"),
            ("Form › Name", "Contatti"),
            ("Organizer › Email", "anna@example.it"),
            ("Page", "Anna Verdi"),
        ]
    );
}

#[test]
fn what_is_mapped_by_hand_is_taken_as_it_is() {
    let zone = Zone::default();
    let mapped = [
        (LeadField::Phone, "10/12/2026"),
        (LeadField::Name, "D&#039;Amico"),
        (LeadField::Company, "Privato"),
        (LeadField::Email, "noreply@example.it"),
    ];
    let mut told =
        Gathered::new(&zone, Value::Null, mapped.map(|(field, text)| (field, text.to_owned())).to_vec());
    for (_, answer) in mapped {
        told.hear("x", answer);
    }
    let read = told.into_enquiry();
    assert_eq!(read.phone.as_deref(), Some("10/12/2026"));
    assert_eq!(read.name.as_deref(), Some("D&#039;Amico"));
    assert_eq!(read.company.as_deref(), Some("Privato"));
    assert_eq!(read.email.as_ref().map(EmailAddress::as_str), Some("noreply@example.it"));
    assert_eq!(rest(&read), []);
}
